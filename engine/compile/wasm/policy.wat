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

;; Be as sure of oneself as a level says.
(func $sharpen (param $level i32)
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
