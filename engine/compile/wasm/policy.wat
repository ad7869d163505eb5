;; A policy that has been learned: how likely each legal move is to be taken, by its features. Each
;; action has a head of @BEHIND@ bytes of weights an input; behind them as many by which the units count.
;; The last of the units is linear, the others are cut at 0 (Glorot, Bordes and Bengio, 2011).

;; How much speaks for a move whose inputs lie at a place; its units are put to @HIDDEN@.
(func $forward (param $head i32) (param $x i32) (result f32)
  (local $w i32) (local $left i32) (local $in v128)
  (local $a v128) (local $b v128) (local $c v128) (local $d v128)
  (local.set $w (call $head_at (local.get $head)))
  (local.set $left (call $head_size (local.get $head)))
  (loop $again
    (local.set $in (v128.load32_splat (local.get $x)))
    (local.set $a (f32x4.add (local.get $a) (f32x4.mul (local.get $in) (v128.load (local.get $w)))))
    (local.set $b
      (f32x4.add (local.get $b) (f32x4.mul (local.get $in) (v128.load offset=16 (local.get $w)))))
    (local.set $c
      (f32x4.add (local.get $c) (f32x4.mul (local.get $in) (v128.load offset=32 (local.get $w)))))
    (local.set $d
      (f32x4.add (local.get $d) (f32x4.mul (local.get $in) (v128.load offset=48 (local.get $w)))))
    (local.set $x (i32.add (local.get $x) (i32.const 4)))
    (local.set $w (i32.add (local.get $w) (i32.const 64)))
    (br_if $again (local.tee $left (i32.sub (local.get $left) (i32.const 1)))))
  (local.set $a (f32x4.pmax (v128.const f32x4 0 0 0 0) (local.get $a)))
  (local.set $b (f32x4.pmax (v128.const f32x4 0 0 0 0) (local.get $b)))
  (local.set $c (f32x4.pmax (v128.const f32x4 0 0 0 0) (local.get $c)))
  (local.set $d (f32x4.pmax (v128.const f32x4 0 0 0 -1e30) (local.get $d)))
  (v128.store offset=@HIDDEN@ (i32.const 0) (local.get $a))
  (v128.store offset=@HIDDEN@ (i32.const 16) (local.get $b))
  (v128.store offset=@HIDDEN@ (i32.const 32) (local.get $c))
  (v128.store offset=@HIDDEN@ (i32.const 48) (local.get $d))
  (local.set $a
    (f32x4.add
      (f32x4.add
        (f32x4.mul (local.get $a) (v128.load (local.get $w)))
        (f32x4.mul (local.get $b) (v128.load offset=16 (local.get $w))))
      (f32x4.add
        (f32x4.mul (local.get $c) (v128.load offset=32 (local.get $w)))
        (f32x4.mul (local.get $d) (v128.load offset=48 (local.get $w))))))
  (f32.add
    (f32.add (f32x4.extract_lane 0 (local.get $a)) (f32x4.extract_lane 1 (local.get $a)))
    (f32.add (f32x4.extract_lane 2 (local.get $a)) (f32x4.extract_lane 3 (local.get $a)))))

;; The exponential of a number that isn't above 0, the same on every machine: a power of 2, and a
;; polynomial for what is left.
(func $exp (param $x f32) (result f32) (local $whole f32) (local $t f32)
  (local.set $x (f32.mul (f32.max (local.get $x) (f32.const -60)) (f32.const 1.44269504)))
  (local.set $whole (f32.nearest (local.get $x)))
  (local.set $t (f32.sub (local.get $x) (local.get $whole)))
  (f32.mul
    (f32.reinterpret_i32
      (i32.shl (i32.add (i32.trunc_f32_s (local.get $whole)) (i32.const 127)) (i32.const 23)))
    (f32.add (f32.const 1)
      (f32.mul (local.get $t)
        (f32.add (f32.const 0.6931472)
          (f32.mul (local.get $t)
            (f32.add (f32.const 0.2402265)
              (f32.mul (local.get $t)
                (f32.add (f32.const 0.0555041)
                  (f32.mul (local.get $t) (f32.const 0.0096181)))))))))))

;; Forget what was worked out for another decision.
(func $anew
  (i32.store offset=@ASKED@ (i32.const 0)
    (i32.add (i32.load offset=@ASKED@ (i32.const 0)) (i32.const 1))))

;; Put to @PRIORS@ how likely each of n listed moves is, all together 1.
(func $priors (param $choice i32) (param $n i32)
  (drop (call $rates (local.get $choice) (local.get $n) (i32.const @INPUTS@) (i32.const 0))))

;; The same; the inputs are put to a place. If they shall be kept, each move's stand behind one another:
;; its head, how likely it is, then its inputs. Return where they end.
(func $rates (param $choice i32) (param $n i32) (param $to i32) (param $keep i32) (result i32)
  (local $i i32) (local $at i32) (local $move i32) (local $head i32) (local $x i32)
  (local $value f32) (local $most f32) (local $total f32) (local $from i32)
  (call $anew)
  (local.set $from (local.get $to))
  (local.set $most (f32.const -inf))
  (local.set $move (i32.const @MOVES@))
  (loop $again
    (local.set $x
      (select (i32.add (local.get $to) (i32.const 8)) (local.get $to) (local.get $keep)))
    (local.set $head (call $features (local.get $choice) (local.get $move) (local.get $x)))
    (local.set $value
      (f32.mul (call $forward (local.get $head) (local.get $x))
        (f32.load offset=@SHARPNESS@ (i32.const 0))))
    (f32.store offset=@PRIORS@ (local.get $at) (local.get $value))
    (local.set $most (f32.max (local.get $most) (local.get $value)))
    (if (local.get $keep)
      (then
        (i32.store (local.get $to) (local.get $head))
        (local.set $to
          (i32.add (local.get $x) (i32.shl (call $head_size (local.get $head)) (i32.const 2))))))
    (local.set $move (i32.add (local.get $move) (i32.const @WIDTH@)))
    (local.set $at (i32.add (local.get $at) (i32.const 4)))
    (br_if $again
      (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
  (local.set $i (i32.const 0))
  (loop $again
    (local.set $at (i32.shl (local.get $i) (i32.const 2)))
    (local.set $value
      (call $exp (f32.sub (f32.load offset=@PRIORS@ (local.get $at)) (local.get $most))))
    (f32.store offset=@PRIORS@ (local.get $at) (local.get $value))
    (local.set $total (f32.add (local.get $total) (local.get $value)))
    (br_if $again
      (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
  (local.set $i (i32.const 0))
  (loop $again
    (local.set $at (i32.shl (local.get $i) (i32.const 2)))
    (local.set $value (f32.div (f32.load offset=@PRIORS@ (local.get $at)) (local.get $total)))
    (f32.store offset=@PRIORS@ (local.get $at) (local.get $value))
    (if (local.get $keep)
      (then
        (f32.store offset=4 (local.get $from) (local.get $value))
        (local.set $from
          (i32.add (i32.add (local.get $from) (i32.const 8))
            (i32.shl (call $head_size (i32.load (local.get $from))) (i32.const 2))))))
    (br_if $again
      (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
  (local.get $to))

;; One of n rated moves by chance, as likely as it was rated.
(func $by_rates (param $n i32) (param $chance i32) (result i32)
  (call $by_share (local.get $n) (call $below (local.get $chance) (i32.const 0x1000000))))

;; The one of n rated moves that a number below 2 to the power of 24 falls to.
(func $by_share (param $n i32) (param $number i32) (result i32) (local $i i32) (local $left f32)
  (local.set $left (f32.div (f32.convert_i32_u (local.get $number)) (f32.const 16777216)))
  (local.set $n (i32.sub (local.get $n) (i32.const 1)))
  (block $found
    (loop $again
      (br_if $found (i32.ge_u (local.get $i) (local.get $n)))
      (local.set $left
        (f32.sub (local.get $left)
          (f32.load offset=@PRIORS@ (i32.shl (local.get $i) (i32.const 2)))))
      (br_if $found (f32.lt (local.get $left) (f32.const 0)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $again)))
  (local.get $i))

;; What a playout does: as the policy would.
(func $pick (param $n i32) (param $count i32) (result i32)
  (call $priors (i32.load offset=@PC@ (i32.const 0)) (local.get $n))
  (i32.add (i32.const @MOVES@)
    (i32.mul (call $by_rates (local.get $n) (i32.const @PLAYOUTS@)) (i32.const @WIDTH@))))

(func $learn (param $count i32))

;; ---------------------------------------------------------------- a race at the root
;; The moves of the root that aren't quite unlikely are tried in turn from the same sampled position with
;; the same luck, so that their differences show (common random numbers); the worse half leaves when there
;; have been so many rounds, then twice as many, until two are left (sequential halving: Karnin, Koren
;; and Somekh, 2013). What was likely beforehand counts the more the less has been tried.

;; The number of the root's move that is next.
(func $next_racer (param $seat i32) (param $n i32) (result i32) (local $turn i32) (local $racing i32)
  (if (i32.eqz (i32.load offset=@SEARCH_RACING@ (i32.const 0))) (then (call $line_up (local.get $n))))
  (local.set $turn (i32.load offset=@SEARCH_TURN@ (i32.const 0)))
  (i32.store offset=@SEARCH_SEAT@ (i32.const 0) (local.get $seat))
  (if (i32.eqz (local.get $turn)) (then (call $halve (local.get $seat))))
  (local.set $racing (i32.load offset=@SEARCH_RACING@ (i32.const 0)))
  (i32.store offset=@SEARCH_TURN@ (i32.const 0)
    (i32.rem_u (i32.add (local.get $turn) (i32.const 1)) (local.get $racing)))
  (if (i32.eqz (i32.load offset=@SEARCH_TURN@ (i32.const 0)))
    (then
      (i32.store offset=@SEARCH_ROUNDS@ (i32.const 0)
        (i32.add (i32.load offset=@SEARCH_ROUNDS@ (i32.const 0)) (i32.const 1)))))
  (i32.load offset=@RACERS@ (i32.shl (local.get $turn) (i32.const 2))))

;; Let those of n listed moves race that are likely enough, and note for each how likely it is.
(func $line_up (param $n i32) (local $i i32) (local $at i32) (local $racing i32) (local $sharp f32)
  (local $most f32) (local $p f32)
  (local.set $sharp (f32.load offset=@SHARPNESS@ (i32.const 0)))
  (f32.store offset=@SHARPNESS@ (i32.const 0) (f32.const 1))
  (call $priors (i32.load offset=@PC@ (i32.const 0)) (local.get $n))
  (f32.store offset=@SHARPNESS@ (i32.const 0) (local.get $sharp))
  (loop $again
    (local.set $most
      (f32.max (local.get $most)
        (f32.load offset=@PRIORS@ (i32.shl (local.get $i) (i32.const 2)))))
    (br_if $again
      (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
  (local.set $i (i32.const 0))
  (loop $again
    (local.set $at (i32.shl (local.get $i) (i32.const 2)))
    (local.set $p (f32.div (f32.load offset=@PRIORS@ (local.get $at)) (local.get $most)))
    (f32.store offset=@BELIEFS@ (local.get $at) (local.get $p))
    (if (f64.ge (f64.promote_f32 (local.get $p)) (f64.load offset=@SEARCH_LIKELY@ (i32.const 0)))
      (then
        (i32.store offset=@RACERS@ (i32.shl (local.get $racing) (i32.const 2)) (local.get $i))
        (local.set $racing (i32.add (local.get $racing) (i32.const 1)))))
    (br_if $again
      (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
  (i32.store offset=@SEARCH_RACING@ (i32.const 0) (local.get $racing))
  (local.set $n
    (i32.div_u (i32.load offset=@SEARCH_LEFT@ (i32.const 0))
      (i32.mul (local.get $racing)
        (i32.sub (i32.const 33) (i32.clz (local.get $racing))))))
  (local.set $n
    (select (local.get $n) (i32.const 2) (i32.gt_u (local.get $n) (i32.const 2))))
  (i32.store offset=@SEARCH_HALVING@ (i32.const 0)
    (select (local.get $n) (i32.const 128) (i32.lt_u (local.get $n) (i32.const 128)))))

;; Let the worse half leave the race when it is time.
(func $halve (param $seat i32) (local $racing i32) (local $keep i32) (local $i i32) (local $worst i32)
  (local $value f32) (local $least f32) (local $rounds i32)
  (local.set $rounds (i32.load offset=@SEARCH_ROUNDS@ (i32.const 0)))
  (if (i32.ne (local.get $rounds) (i32.load offset=@SEARCH_HALVING@ (i32.const 0))) (then (return)))
  (i32.store offset=@SEARCH_HALVING@ (i32.const 0) (i32.shl (local.get $rounds) (i32.const 1)))
  (local.set $racing (i32.load offset=@SEARCH_RACING@ (i32.const 0)))
  (local.set $keep (i32.shr_u (i32.add (local.get $racing) (i32.const 1)) (i32.const 1)))
  (if (i32.lt_u (local.get $keep) (i32.const 2)) (then (return)))
  (loop $leave
    (if (i32.le_u (local.get $racing) (local.get $keep)) (then
      (i32.store offset=@SEARCH_RACING@ (i32.const 0) (local.get $racing))
      (return)))
    (local.set $least (f32.const inf))
    (local.set $i (i32.const 0))
    (loop $again
      (local.set $value
        (call $promise (local.get $seat)
          (i32.load offset=@RACERS@ (i32.shl (local.get $i) (i32.const 2)))))
      (if (f32.le (local.get $value) (local.get $least))
        (then (local.set $least (local.get $value)) (local.set $worst (local.get $i))))
      (br_if $again
        (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $racing))))
    (local.set $racing (i32.sub (local.get $racing) (i32.const 1)))
    (local.set $i (i32.shl (local.get $worst) (i32.const 2)))
    (memory.copy (i32.add (i32.const @RACERS@) (local.get $i))
      (i32.add (i32.const @RACERS@) (i32.add (local.get $i) (i32.const 4)))
      (i32.shl (i32.sub (local.get $racing) (local.get $worst)) (i32.const 2)))
    (br $leave)))

;; How good a move of the root looks, by what has been found and what was likely beforehand.
(func $promise (param $seat i32) (param $number i32) (result f32) (local $node i32) (local $visits f64)
  (local.set $node
    (call $child (i32.load offset=@SEARCH_ROOT@ (i32.const 0))
      (i64.extend_i32_u (i32.add (local.get $number) (i32.const 1)))))
  (if (i32.eqz (local.get $node)) (then (return (f32.const -1e9))))
  (if (i32.eqz (i32.load offset=8 (local.get $node))) (then (return (f32.const -1e9))))
  (local.set $visits (f64.convert_i32_u (i32.load offset=8 (local.get $node))))
  (f32.add
    (f32.demote_f64
      (call $worth (local.get $seat) (f64.load offset=24 (local.get $node))
        (f64.load offset=32 (local.get $node)) (local.get $visits)))
    (f32.mul
      (call $log2 (f32.load offset=@BELIEFS@ (i32.shl (local.get $number) (i32.const 2))))
      (f32.add (f32.const 0.004)
        (f32.div (f32.const 0.15) (f32.demote_f64 (local.get $visits)))))))

;; The logarithm to the base 2 of a number above 0, up to 0.09 too small between powers of 2.
(func $log2 (param $x f32) (result f32)
  (f32.sub
    (f32.mul (f32.convert_i32_s (i32.reinterpret_f32 (local.get $x)))
      (f32.const 1.1920929e-7))
    (f32.const 127)))

;; How much a child of the root is preferred: what has left the race less than all that is in it.
(func $preferred (param $node i32) (result f32) (local $i i32) (local $number i32) (local $racing i32)
  (local $value f32)
  (local.set $number
    (i32.sub (i32.wrap_i64 (i64.load (local.get $node))) (i32.const 1)))
  (local.set $value
    (call $promise (i32.load offset=@SEARCH_SEAT@ (i32.const 0)) (local.get $number)))
  (local.set $racing (i32.load offset=@SEARCH_RACING@ (i32.const 0)))
  (block $found
    (loop $again
      (br_if $found
        (i32.eq (local.get $number)
          (i32.load offset=@RACERS@ (i32.shl (local.get $i) (i32.const 2)))))
      (br_if $again
        (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $racing))))
    (return (f32.sub (local.get $value) (f32.const 10))))
  (local.get $value))

;; Whether nothing is left to find out: only one move was likely enough, and it is known about how good it is.
(func $settled (param $left i32) (result i32)
  (i32.and
    (i32.and
      (f64.gt (f64.load offset=@SEARCH_SETTLED@ (i32.const 0)) (f64.const 0))
      (i32.eq (i32.load offset=@SEARCH_RACING@ (i32.const 0)) (i32.const 1)))
    (i32.ge_u (i32.load offset=@SEARCH_ROUNDS@ (i32.const 0)) (i32.const 16))))

;; Be as sure of oneself as a level says, and take up the weights that it names.
(func $sharpen (param $level i32) (local $own i32)
  (local.set $own (i32.load offset=48 (local.get $level)))
  (if (i32.ne (local.get $own) (i32.load offset=@HELD@ (i32.const 0)))
    (then
      (memory.copy (i32.const @RATED@) (local.get $own) (i32.const @RATED_BYTES@))
      (i32.store offset=@HELD@ (i32.const 0) (local.get $own))))
  (f32.store offset=@SHARPNESS@ (i32.const 0) (f32.load offset=20 (local.get $level))))

;; List the legal moves; return the number of the one that a number below 2 to the power of 24 falls to.
(func (export "choose_by_rates") (param $number i32) (result i32) (local $n i32)
  (block $stopped
    (try_table (catch $stop $stopped)
      (local.set $n (call $legal))
      (call $priors (i32.load offset=@PC@ (i32.const 0)) (local.get $n))
      (return (call $by_share (local.get $n) (local.get $number)))))
  (i32.const -1))

;; List the legal moves and rate them; how many there are. How likely each is stands at @PRIORS@.
(func (export "rates") (result i32) (local $n i32)
  (block $stopped
    (try_table (catch $stop $stopped)
      (local.set $n (call $legal))
      (if (local.get $n)
        (then (call $priors (i32.load offset=@PC@ (i32.const 0)) (local.get $n))))
      (return (local.get $n))))
  (i32.const -1))

;; Put the inputs of one of the listed moves to @INPUTS@; return its head.
(func (export "inputs") (param $number i32) (result i32)
  (block $stopped
    (try_table (catch $stop $stopped)
      (call $anew)
      (return
        (call $features (i32.load offset=@PC@ (i32.const 0))
          (i32.add (i32.const @MOVES@) (i32.mul (local.get $number) (i32.const @WIDTH@)))
          (i32.const @INPUTS@)))))
  (i32.const -1))

;; Play on from a state as the policy would, for at most some decisions: 0 when the game is over.
(func (export "rated_playout") (param $most i32) (result i32) (local $n i32)
  (block $stopped
    (try_table (catch $stop $stopped)
      (loop $next
        (if (call $state_over) (then (return (i32.const 0))))
        (if (i32.eqz (local.get $most)) (then (return (i32.const 1))))
        (local.set $most (i32.sub (local.get $most) (i32.const 1)))
        (local.set $n (call $legal))
        (drop (call $make
          (if (result i32) (i32.eq (local.get $n) (i32.const 1))
            (then (i32.const @MOVES@))
            (else (call $pick (local.get $n) (i32.const 0))))))
        (br $next))))
  (i32.const -1))
