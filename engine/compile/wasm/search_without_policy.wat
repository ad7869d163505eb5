;; How a search goes about a game of which nothing has been learned: playouts learn which moves have been
;; good so far, by what they read as.

;; Put to @PRIORS@ how likely each of n listed moves is to be good, all of them together 1: by the
;; rules' advice where there is some, so that nothing is quite unlikely; else all alike.
(func $priors (param $choice i32) (param $n i32)
  (local $i i32) (local $before i32) (local $at i32) (local $total f32) (local $even f32)
  (local.set $even (f32.div (f32.const 1) (f32.convert_i32_u (local.get $n))))
  (local.set $total (f32.convert_i32_u (call $weighed (local.get $choice) (local.get $n))))
  (loop $again
    (local.set $at (i32.shl (local.get $i) (i32.const 2)))
    (f32.store offset=@PRIORS@ (local.get $at)
      (if (result f32) (f32.gt (local.get $total) (f32.const 0))
        (then
          (f32.add (f32.mul (f32.const 0.25) (local.get $even))
            (f32.mul (f32.const 0.75)
              (f32.div
                (f32.convert_i32_u
                  (i32.sub (i32.load offset=@WEIGHTS@ (local.get $at)) (local.get $before)))
                (local.get $total)))))
        (else (local.get $even))))
    (local.set $before (i32.load offset=@WEIGHTS@ (local.get $at)))
    (br_if $again
      (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))

;; The place of a move's average, by its key. Moves that share a place share their average.
(func $average (param $key i64) (result i32)
  (i32.add (i32.load offset=@SEARCH_AVERAGES@ (i32.const 0))
    (i32.shl
      (i32.and
        (i32.wrap_i64 (i64.shr_u (i64.mul (local.get $key) (i64.const -7046029254386353131))
          (i64.const 32)))
        (i32.load offset=@SEARCH_MASK@ (i32.const 0)))
      (i32.const 4))))

;; A random one of n moves, in proportion to their weights where the rules advise on them. What the
;; weights of all moves up to each add up to then stands at @WEIGHTS@.
(func $drawn (param $n i32) (param $total i32) (result i32)
  (local $low i32) (local $half i32) (local $place i32)
  (if (i32.eqz (local.get $total))
    (then (return (call $below (i32.const @PLAYOUTS@) (local.get $n)))))
  (local.set $place (call $below (i32.const @PLAYOUTS@) (local.get $total)))
  (loop $again
    (local.set $half (i32.shr_u (i32.add (local.get $low) (local.get $n)) (i32.const 1)))
    (if (i32.lt_u (local.get $place)
          (i32.load offset=@WEIGHTS@ (i32.shl (local.get $half) (i32.const 2))))
      (then (local.set $n (local.get $half)))
      (else (local.set $low (i32.add (local.get $half) (i32.const 1)))))
    (br_if $again (i32.lt_u (local.get $low) (local.get $n))))
  (local.get $low))

;; Choose one of n moves: mostly the best on average of a few random ones, sometimes any.
(func $pick (param $n i32) (param $count i32) (result i32)
  (local $total i32) (local $tries i32) (local $move i32) (local $chosen i32) (local $at i32) (local $best f64)
  (local $value f64) (local $chosen_at i32) (local $choice i32) (local $seat i32)
  (local.set $choice (i32.load offset=@PC@ (i32.const 0)))
  (local.set $seat (call $seat_of))
  (local.set $tries
    (if (result i32)
      (i32.lt_u (call $below (i32.const @PLAYOUTS@) (i32.const 1024))
        (i32.load offset=@SEARCH_CHANCE@ (i32.const 0)))
      (then (i32.const 1))
      (else (i32.load offset=@SEARCH_TRIES@ (i32.const 0)))))
  (local.set $best (f64.const -inf))
  (local.set $total (call $weighed (local.get $choice) (local.get $n)))
  (loop $again
    (local.set $move
      (i32.add (i32.const @MOVES@)
        (i32.mul (call $drawn (local.get $n) (local.get $total)) (i32.const @WIDTH@))))
    (local.set $at
      (call $average
        (i64.add (call $key (local.get $choice) (local.get $move))
          (i64.extend_i32_u (local.get $seat)))))
    (local.set $value
      (if (result f64) (i32.load offset=8 (local.get $at))
        (then
          (f64.div (f64.load (local.get $at))
            (f64.convert_i32_u (i32.load offset=8 (local.get $at)))))
        (else (f64.const 10))))
    (if (f64.gt (local.get $value) (local.get $best))
      (then
        (local.set $best (local.get $value))
        (local.set $chosen (local.get $move))
        (local.set $chosen_at (local.get $at))))
    (br_if $again (local.tee $tries (i32.sub (local.get $tries) (i32.const 1)))))
  (i32.store offset=@PLAYED@ (i32.shl (local.get $count) (i32.const 3)) (local.get $chosen_at))
  (i32.store offset=@PLAYED_SEAT@ (i32.shl (local.get $count) (i32.const 3)) (local.get $seat))
  (local.get $chosen))

;; Tell the averages of the moves that were played how it ended.
(func $learn (param $count i32) (local $at i32) (local $place i32) (local $seat i32)
  (loop $again
    (if (local.get $count)
      (then
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (local.set $place (i32.shl (local.get $count) (i32.const 3)))
        (local.set $at (i32.load offset=@PLAYED@ (local.get $place)))
        (local.set $seat (call $judged (i32.load offset=@PLAYED_SEAT@ (local.get $place))))
        (f64.store (local.get $at)
          (f64.add (f64.load (local.get $at))
            (call $worth (i32.load offset=@PLAYED_SEAT@ (local.get $place))
              (f64.load (local.get $seat)) (f64.load offset=8 (local.get $seat))
              (f64.const 1))))
        (i32.store offset=8 (local.get $at)
          (i32.add (i32.load offset=8 (local.get $at)) (i32.const 1)))
        (br $again)))))

(func $sharpen (param $level i32))

;; No race: all moves of the root compete as those further down do, and what was tried most is preferred.
(func $next_racer (param $seat i32) (param $n i32) (result i32) (i32.const -1))

(func $preferred (param $node i32) (result f32)
  (f32.convert_i32_u (i32.load offset=8 (local.get $node))))

;; Whether one of the root's moves has been tried so much more often than the others that so many
;; iterations hardly change that.
(func $settled (param $left i32) (result i32)
  (local $node i32) (local $most i32) (local $next i32) (local $visits i32)
  (local.set $node (i32.load offset=16 (i32.load offset=@SEARCH_ROOT@ (i32.const 0))))
  (loop $again
    (if (local.get $node)
      (then
        (local.set $visits (i32.load offset=8 (local.get $node)))
        (if (i32.gt_u (local.get $visits) (local.get $most))
          (then
            (local.set $next (local.get $most))
            (local.set $most (local.get $visits)))
          (else
            (if (i32.gt_u (local.get $visits) (local.get $next))
              (then (local.set $next (local.get $visits))))))
        (local.set $node (i32.load offset=20 (local.get $node)))
        (br $again))))
  (f64.gt
    (f64.mul (f64.load offset=@SEARCH_SETTLED@ (i32.const 0))
      (f64.convert_i32_u (i32.sub (local.get $most) (local.get $next))))
    (f64.convert_i32_u (local.get $left))))
