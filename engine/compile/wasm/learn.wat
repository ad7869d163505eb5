;; Learning by self-play: advantage actor-critic (Williams, 1992; Mnih et al., 2016) with exploring starts
;; (Sutton and Barto, 2018) and Adam (Kingma and Ba, 2015). Every seat takes what the policy rates likely;
;; when a game is over, what was taken becomes likelier by how much better it went than expected.
;;
;; At @LEARN@, in bytes: 0 where games are noted, 4 where the room for that ends; 8 how often of 1024 games
;; begin with random decisions, 12 so many at most; 16 decisions after which a game goes round in circles;
;; 20 what a lead of 1 is worth, 24 how much winning counts; 28 how much moves are drawn to be equally
;; likely; 32 the rate of learning, 36 by what gradients are multiplied, 40 and 44 what makes up for the
;; beginning of the two means of Adam. Counted: 48 games, 52 decisions, 56 points of all seats (i64),
;; 64 games that went round in circles, 68 sum of squared errors of what was expected, 72 advantages that
;; were learned from; 76 where the next decision is noted.
;;
;; A note: 0 its bytes, 4 how many moves, 8 which was taken, 12 whose, 16 how the position was, then the
;; moves as `$rates` keeps them.

;; What a game was worth to a seat, about -1 to 1.
(func $return_of (param $seat i32) (result f32) (local $at i32)
  (local.set $at (call $judged (local.get $seat)))
  (f32.add
    (f32.mul (f32.load offset=@LEARN_WINNING@ (i32.const 0))
      (f32.sub
        (f32.mul (f32.const 2) (f32.demote_f64 (f64.load offset=8 (local.get $at))))
        (f32.const 1)))
    (f32.mul (f32.sub (f32.const 1) (f32.load offset=@LEARN_WINNING@ (i32.const 0)))
      (f32.max (f32.const -2)
        (f32.min (f32.const 2)
          (f32.mul (f32.demote_f64 (f64.load (local.get $at)))
            (f32.load offset=@LEARN_SCALE@ (i32.const 0))))))))

;; Play a game and note its decisions: 1 when it goes round in circles, -1 when there is nothing to learn.
(func $noted_game (param $seed i64) (param $number i64) (result i32)
  (local $n i32) (local $left i32) (local $at i32) (local $end i32) (local $move i32)
  (call $fresh (call $game_seed (local.get $seed) (local.get $number)) (i32.const 0))
  (call $seed (i32.const @PLAYOUTS@)
    (call $agent_seed (local.get $seed) (local.get $number) (i64.const 0)))
  (drop (call $run (i32.const @START@)))
  (i32.store offset=@LEARN_FREE@ (i32.const 0) (i32.load offset=@LEARN@ (i32.const 0)))
  (if (i32.lt_u (call $below (i32.const @PLAYOUTS@) (i32.const 1024))
        (i32.load offset=@LEARN_EXPLORED@ (i32.const 0)))
    (then
      (if (i32.eqz
            (call $playout
              (call $below (i32.const @PLAYOUTS@) (i32.load offset=@LEARN_AFTER@ (i32.const 0)))))
        (then (return (i32.const -1))))))
  (local.set $left (i32.load offset=@LEARN_CIRCLE@ (i32.const 0)))
  (local.set $end (i32.load offset=@LEARN_END@ (i32.const 0)))
  (loop $next
    (if (call $state_over) (then (return (i32.const 0))))
    (if (i32.eqz (local.get $left)) (then (return (i32.const 1))))
    (local.set $left (i32.sub (local.get $left) (i32.const 1)))
    (local.set $n (call $legal))
    (if (i32.eq (local.get $n) (i32.const 1))
      (then (drop (call $make (i32.const @MOVES@))) (br $next)))
    (local.set $at (i32.load offset=@LEARN_FREE@ (i32.const 0)))
    (if (i32.lt_u
          (i32.add (i32.add (local.get $at) (i32.const 80))
            (i32.mul (local.get $n) (i32.const @MOST_INPUTS@)))
          (local.get $end))
      (then
        (i32.store offset=4 (local.get $at) (local.get $n))
        (i32.store offset=12 (local.get $at) (call $seat_of))
        (call $standing (i32.add (local.get $at) (i32.const 16)))
        (i32.store offset=@LEARN_FREE@ (i32.const 0)
          (call $rates (i32.load offset=@PC@ (i32.const 0)) (local.get $n)
            (i32.add (local.get $at) (i32.const 80)) (i32.const 1)))
        (local.set $move (call $by_rates (local.get $n) (i32.const @PLAYOUTS@)))
        (i32.store offset=8 (local.get $at) (local.get $move))
        (i32.store (local.get $at)
          (i32.sub (i32.load offset=@LEARN_FREE@ (i32.const 0)) (local.get $at))))
      (else
        (call $priors (i32.load offset=@PC@ (i32.const 0)) (local.get $n))
        (local.set $move (call $by_rates (local.get $n) (i32.const @PLAYOUTS@)))))
    (drop (call $make
      (i32.add (i32.const @MOVES@) (i32.mul (local.get $move) (i32.const @WIDTH@)))))
    (br $next))
  (unreachable))

;; What was expected in a position, by what is noted of it.
(func $expected (param $s i32) (result f32) (local $i i32) (local $sum f32)
  (loop $again
    (local.set $sum
      (f32.add (local.get $sum)
        (f32.mul (f32.load (i32.add (local.get $s) (local.get $i)))
          (f32.load offset=@VALUE_WEIGHTS@ (local.get $i)))))
    (br_if $again
      (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 4))) (i32.const 64))))
  (local.get $sum))

;; Add to the gradients what a noted decision teaches, given what the game was worth to its seat.
(func $teach (param $at i32) (param $worth f32)
  (local $i i32) (local $n i32) (local $taken i32) (local $error f32) (local $p f32) (local $step f32)
  (local $even f32) (local $head i32) (local $x i32)
  (local.set $error
    (f32.sub (local.get $worth) (call $expected (i32.add (local.get $at) (i32.const 16)))))
  (f32.store offset=@LEARN_SQUARES@ (i32.const 0)
    (f32.add (f32.load offset=@LEARN_SQUARES@ (i32.const 0))
      (f32.mul (local.get $error) (local.get $error))))
  (loop $again
    (f32.store offset=@VALUE_WEIGHTS@
      (i32.add (local.get $i) (i32.const @GRADIENT_OFF@))
      (f32.add
        (f32.load offset=@VALUE_WEIGHTS@ (i32.add (local.get $i) (i32.const @GRADIENT_OFF@)))
        (f32.mul (local.get $error)
          (f32.load offset=16 (i32.add (local.get $at) (local.get $i))))))
    (br_if $again
      (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 4))) (i32.const 64))))
  (local.set $n (i32.load offset=4 (local.get $at)))
  (local.set $taken (i32.load offset=8 (local.get $at)))
  (local.set $even
    (f32.div (f32.const 1) (f32.convert_i32_u (local.get $n))))
  (local.set $i (i32.const 0))
  (local.set $at (i32.add (local.get $at) (i32.const 80)))
  (loop $again
    (local.set $head (i32.load (local.get $at)))
    (local.set $p (f32.load offset=4 (local.get $at)))
    (local.set $x (i32.add (local.get $at) (i32.const 8)))
    (local.set $step
      (f32.add
        (f32.mul (local.get $error)
          (f32.sub (f32.convert_i32_u (i32.eq (local.get $i) (local.get $taken))) (local.get $p)))
        (f32.mul (f32.load offset=@LEARN_EVEN@ (i32.const 0))
          (f32.sub (local.get $even) (local.get $p)))))
    (if (f32.gt (f32.abs (local.get $step)) (f32.const 0.0001))
      (then (call $backward (local.get $head) (local.get $x) (local.get $step))))
    (local.set $at
      (i32.add (local.get $x) (i32.shl (call $head_size (local.get $head)) (i32.const 2))))
    (br_if $again
      (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))

;; Add to the gradients of a head what makes more speak for a move, by a step.
(func $backward (param $head i32) (param $x i32) (param $step f32)
  (local $w i32) (local $left i32) (local $in v128) (local $s v128) (local $g i32)
  (local $a v128) (local $b v128) (local $c v128) (local $d v128)
  (drop (call $forward (local.get $head) (local.get $x)))
  (local.set $s (f32x4.splat (local.get $step)))
  (local.set $left (call $head_size (local.get $head)))
  (local.set $w
    (i32.add (call $head_at (local.get $head)) (i32.shl (local.get $left) (i32.const 6))))
  (local.set $g (i32.add (local.get $w) (i32.const @GRADIENT_OFF@)))
  (local.set $a (call $unit (local.get $w) (local.get $g) (i32.const 0) (local.get $s)))
  (local.set $b (call $unit (i32.add (local.get $w) (i32.const 16))
    (i32.add (local.get $g) (i32.const 16)) (i32.const 16) (local.get $s)))
  (local.set $c (call $unit (i32.add (local.get $w) (i32.const 32))
    (i32.add (local.get $g) (i32.const 32)) (i32.const 32) (local.get $s)))
  (local.set $d (f32x4.mul (local.get $s) (v128.load offset=48 (local.get $w))))
  (v128.store offset=48 (local.get $g)
    (f32x4.add (v128.load offset=48 (local.get $g))
      (f32x4.mul (local.get $s) (v128.load offset=@HIDDEN@ (i32.const 48)))))
  (local.set $d
    (v128.and (local.get $d)
      (v128.or (v128.const i32x4 0 0 0 -1)
        (f32x4.gt (v128.load offset=@HIDDEN@ (i32.const 48)) (v128.const f32x4 0 0 0 0)))))
  (local.set $g
    (i32.add (call $head_at (local.get $head)) (i32.const @GRADIENT_OFF@)))
  (loop $again
    (local.set $in (v128.load32_splat (local.get $x)))
    (v128.store (local.get $g)
      (f32x4.add (v128.load (local.get $g)) (f32x4.mul (local.get $in) (local.get $a))))
    (v128.store offset=16 (local.get $g)
      (f32x4.add (v128.load offset=16 (local.get $g)) (f32x4.mul (local.get $in) (local.get $b))))
    (v128.store offset=32 (local.get $g)
      (f32x4.add (v128.load offset=32 (local.get $g)) (f32x4.mul (local.get $in) (local.get $c))))
    (v128.store offset=48 (local.get $g)
      (f32x4.add (v128.load offset=48 (local.get $g)) (f32x4.mul (local.get $in) (local.get $d))))
    (local.set $x (i32.add (local.get $x) (i32.const 4)))
    (local.set $g (i32.add (local.get $g) (i32.const 64)))
    (br_if $again (local.tee $left (i32.sub (local.get $left) (i32.const 1))))))

;; Four units: learn how much they count; return how their sums shall change.
(func $unit (param $w i32) (param $g i32) (param $h i32) (param $s v128) (result v128)
  (local $hidden v128)
  (local.set $hidden (v128.load offset=@HIDDEN@ (local.get $h)))
  (v128.store (local.get $g)
    (f32x4.add (v128.load (local.get $g)) (f32x4.mul (local.get $s) (local.get $hidden))))
  (v128.and (f32x4.gt (local.get $hidden) (v128.const f32x4 0 0 0 0))
    (f32x4.mul (local.get $s) (v128.load (local.get $w)))))

;; Learn from games; returns how many there was something to learn from.
(func (export "learn") (param $seed i64) (param $first i64) (param $count i32) (result i32)
  (local $fine i32)
  (loop $again
    (if (i32.eqz (i32.load offset=@STOP@ (i32.const 0)))
      (then
        (local.set $fine
          (i32.add (local.get $fine) (call $learned (local.get $seed) (local.get $first))))))
    (local.set $first (i64.add (local.get $first) (i64.const 1)))
    (br_if $again (local.tee $count (i32.sub (local.get $count) (i32.const 1)))))
  (local.get $fine))

(func $learned (param $seed i64) (param $number i64) (result i32)
  (local $ended i32) (local $at i32) (local $free i32) (local $seat i32)
  (block $stopped
    (try_table (catch $stop $stopped)
      (local.set $ended (call $noted_game (local.get $seed) (local.get $number)))
      (if (i32.lt_s (local.get $ended) (i32.const 0)) (then (return (i32.const 0))))
      (local.set $at (i32.load offset=@LEARN@ (i32.const 0)))
      (local.set $free (i32.load offset=@LEARN_FREE@ (i32.const 0)))
      (if (local.get $ended)
        (then
          (i32.store offset=@LEARN_CIRCLES@ (i32.const 0)
            (i32.add (i32.load offset=@LEARN_CIRCLES@ (i32.const 0)) (i32.const 1))))
        (else (call $judge) (call $counted)))
      (block $done
        (loop $next
          (br_if $done (i32.ge_u (local.get $at) (local.get $free)))
          (i32.store offset=@LEARN_DECISIONS@ (i32.const 0)
            (i32.add (i32.load offset=@LEARN_DECISIONS@ (i32.const 0)) (i32.const 1)))
          (call $teach (local.get $at)
            (if (result f32) (local.get $ended)
              (then (f32.const -1))
              (else (call $return_of (i32.load offset=12 (local.get $at))))))
          (local.set $at (i32.add (local.get $at) (i32.load (local.get $at))))
          (br $next)))
      (return (i32.const 1))))
  (i32.const 0))

;; Count a game and its points.
(func $counted (local $seat i32)
  (i32.store offset=@LEARN_GAMES@ (i32.const 0)
    (i32.add (i32.load offset=@LEARN_GAMES@ (i32.const 0)) (i32.const 1)))
  (if (i32.eqz (i32.const @RANKINGS@)) (then (return)))
  (loop $again
    (i64.store offset=@LEARN_POINTS@ (i32.const 0)
      (i64.add (i64.load offset=@LEARN_POINTS@ (i32.const 0))
        (i64.load32_s offset=@RANKS@ (i32.mul (local.get $seat) (i32.const @RANK_ROW@)))))
    (br_if $again
      (i32.lt_u (local.tee $seat (i32.add (local.get $seat) (i32.const 1))) (i32.const @SEATS@)))))

;; Take a step along the gradients, and forget them.
(func (export "adapt") (result i32)
  (local $w i32) (local $end i32) (local $g v128) (local $m v128) (local $v v128)
  (local.set $w (i32.const @RATED@))
  (local.set $end (i32.add (local.get $w) (i32.const @RATED_BYTES@)))
  (loop $again
    (local.set $g
      (f32x4.mul (v128.load offset=@GRADIENT_OFF@ (local.get $w))
        (v128.load32_splat offset=@LEARN_SHARE@ (i32.const 0))))
    (v128.store offset=@GRADIENT_OFF@ (local.get $w) (v128.const f32x4 0 0 0 0))
    (local.set $m
      (f32x4.add (f32x4.mul (f32x4.splat (f32.const 0.9)) (v128.load offset=@MEAN_OFF@ (local.get $w)))
        (f32x4.mul (f32x4.splat (f32.const 0.1)) (local.get $g))))
    (v128.store offset=@MEAN_OFF@ (local.get $w) (local.get $m))
    (local.set $v
      (f32x4.add
        (f32x4.mul (f32x4.splat (f32.const 0.99)) (v128.load offset=@SQUARE_OFF@ (local.get $w)))
        (f32x4.mul (f32x4.splat (f32.const 0.01)) (f32x4.mul (local.get $g) (local.get $g)))))
    (v128.store offset=@SQUARE_OFF@ (local.get $w) (local.get $v))
    (v128.store (local.get $w)
      (f32x4.add (v128.load (local.get $w))
        (f32x4.div
          (f32x4.mul (v128.load32_splat offset=@LEARN_RATE@ (i32.const 0))
            (f32x4.mul (local.get $m) (v128.load32_splat offset=@LEARN_FIRST@ (i32.const 0))))
          (f32x4.add
            (f32x4.sqrt
              (f32x4.mul (local.get $v) (v128.load32_splat offset=@LEARN_SECOND@ (i32.const 0))))
            (f32x4.splat (f32.const 1e-5))))))
    (local.set $w (i32.add (local.get $w) (i32.const 16)))
    (br_if $again (i32.lt_u (local.get $w) (local.get $end))))
  (i32.const 0))

;; Add gradients that lie at a place, from another module that learns the same, to one's own.
(func (export "join") (param $from i32) (result i32) (local $w i32)
  (loop $again
    (v128.store offset=@GRADIENT@ (local.get $w)
      (f32x4.add (v128.load offset=@GRADIENT@ (local.get $w))
        (v128.load (i32.add (local.get $from) (local.get $w)))))
    (br_if $again
      (i32.lt_u (local.tee $w (i32.add (local.get $w) (i32.const 16)))
        (i32.const @RATED_BYTES@))))
  (i32.const 0))
