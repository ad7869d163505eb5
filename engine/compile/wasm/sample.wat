;; Positions that a seat can't tell from the true one. What the seat knows lies at a place as a plan,
;; see engine/game/sampling_table.py: its position with holes, then in words
;;   how many kinds of pieces are missing; for each: how many pieces and how many changing
;;     attributes, of each attribute where that of piece 0 lies, its least value and how many it can
;;     have, then the pieces;
;;   how many holes there are; for each: the number of its kind, its slot (0 for none), its zone,
;;     who knows the piece, its space;
;;   how many hidden values there are; for each: where it lies, its least value, how many it can have;
;;   how many references to unknown pieces there are, how many slots have holes, where those are, and
;;     where the references lie;
;;   how many integers a copy of the position's beginning takes, and where it goes to.
;; At @POOLS@ are for each kind where its attributes stand in the plan and what is left of its pieces,
;; as places; behind them the pieces. At @LYING@ stands then which piece lies in each hole.

;; Where the holes are told in the plan that was sampled last.
(global $holes_at (mut i32) (i32.const 0))

(func $sample (param $plan i32) (param $number i64) (local $at i32)
  (memory.copy (i32.const @STATE@) (local.get $plan) (i32.const @BYTES@))
  (call $seed (i32.const @RNG@) (local.get $number))
  (local.set $at
    (call $mixed_pools (i32.add (local.get $plan) (i32.const @BYTES@))))
  (global.set $holes_at (local.get $at))
  (local.set $at (call $filled_holes (local.get $at)))
  (local.set $at (call $guessed_values (local.get $at)))
  (local.set $at (call $named_again (local.get $at)))
  (memory.copy
    (i32.add (i32.const @STATE@) (i32.shl (i32.load offset=4 (local.get $at)) (i32.const 2)))
    (i32.const @STATE@)
    (i32.shl (i32.load (local.get $at)) (i32.const 2))))

;; Bring the missing pieces of each kind into a random order; return what follows them.
(func $mixed_pools (param $at i32) (result i32)
  (local $kinds i32) (local $kind i32) (local $to i32) (local $count i32) (local $i i32)
  (local $one i32) (local $other i32) (local $held i32)
  (local.set $kinds (i32.load (local.get $at)))
  (local.set $at (i32.add (local.get $at) (i32.const 4)))
  (local.set $kind (i32.const @POOLS@))
  (local.set $to (i32.add (local.get $kind) (i32.shl (local.get $kinds) (i32.const 3))))
  (block $done
    (loop $next
      (br_if $done (i32.eqz (local.get $kinds)))
      (local.set $count (i32.load (local.get $at)))
      (i32.store (local.get $kind) (i32.add (local.get $at) (i32.const 4)))
      (local.set $at
        (i32.add (i32.add (local.get $at) (i32.const 8))
          (i32.mul (i32.load offset=4 (local.get $at)) (i32.const 12))))
      (memory.copy (local.get $to) (local.get $at) (i32.shl (local.get $count) (i32.const 2)))
      (local.set $at (i32.add (local.get $at) (i32.shl (local.get $count) (i32.const 2))))
      (local.set $i (local.get $count))
      (block $mixed
        (loop $again
          (br_if $mixed (i32.le_s (local.get $i) (i32.const 1)))
          (local.set $other
            (i32.add (local.get $to) (i32.shl (call $draw (local.get $i)) (i32.const 2))))
          (local.set $i (i32.sub (local.get $i) (i32.const 1)))
          (local.set $one (i32.add (local.get $to) (i32.shl (local.get $i) (i32.const 2))))
          (local.set $held (i32.load (local.get $one)))
          (i32.store (local.get $one) (i32.load (local.get $other)))
          (i32.store (local.get $other) (local.get $held))
          (br $again)))
      (local.set $to (i32.add (local.get $to) (i32.shl (local.get $count) (i32.const 2))))
      (i32.store offset=4 (local.get $kind) (local.get $to))
      (local.set $kind (i32.add (local.get $kind) (i32.const 8)))
      (local.set $kinds (i32.sub (local.get $kinds) (i32.const 1)))
      (br $next)))
  (local.get $at))

;; Put a piece into every hole; return what follows them.
(func $filled_holes (param $at i32) (result i32)
  (local $left i32) (local $kind i32) (local $last i32) (local $piece i32) (local $to i32)
  (local.set $left (i32.load (local.get $at)))
  (local.set $at (i32.add (local.get $at) (i32.const 4)))
  (local.set $to (i32.const @LYING@))
  (block $done
    (loop $next
      (br_if $done (i32.eqz (local.get $left)))
      (local.set $kind
        (i32.add (i32.const @POOLS@) (i32.shl (i32.load (local.get $at)) (i32.const 3))))
      (local.set $last (i32.sub (i32.load offset=4 (local.get $kind)) (i32.const 4)))
      (i32.store offset=4 (local.get $kind) (local.get $last))
      (i32.store (local.get $to) (i32.load (local.get $last)))
      (local.set $to (i32.add (local.get $to) (i32.const 4)))
      (local.set $piece (i32.shl (i32.load (local.get $last)) (i32.const 2)))
      (if (i32.load offset=4 (local.get $at))
        (then
          (i32.store offset=@STATE@ (i32.shl (i32.load offset=4 (local.get $at)) (i32.const 2))
            (i32.load (local.get $last)))))
      (i32.store offset=@ZONE_OF@ (local.get $piece) (i32.load offset=8 (local.get $at)))
      (i32.store offset=@KNOWN@ (local.get $piece) (i32.load offset=12 (local.get $at)))
      (if (i32.const @TRACKS@)
        (then
          (i32.store offset=@SPACE@ (local.get $piece) (i32.load offset=16 (local.get $at)))))
      (call $rolled (i32.load (local.get $kind)) (local.get $piece))
      (local.set $at (i32.add (local.get $at) (i32.const 20)))
      (local.set $left (i32.sub (local.get $left) (i32.const 1)))
      (br $next)))
  (local.get $at))

;; Put what nobody knows into a new order, wherever it lies side by side.
(func $stirred (local $at i32) (local $left i32) (local $run i32)
  (local.set $left (i32.load (global.get $holes_at)))
  (local.set $at (i32.add (global.get $holes_at) (i32.const 4)))
  (block $done
    (loop $next
      (br_if $done (i32.eqz (local.get $left)))
      (local.set $run (call $run_of_holes (local.get $at) (local.get $left)))
      (call $stir (local.get $at) (local.get $run))
      (local.set $at (i32.add (local.get $at) (i32.mul (local.get $run) (i32.const 20))))
      (local.set $left (i32.sub (local.get $left) (local.get $run)))
      (br $next))))

;; How many of the next holes are of one kind and in one zone and space, with pieces that nobody knows;
;; 1 where there is no such.
(func $run_of_holes (param $at i32) (param $left i32) (result i32) (local $count i32) (local $next i32)
  (local.set $count (i32.const 1))
  (if (i32.or (i32.load offset=12 (local.get $at)) (i32.eqz (i32.load offset=4 (local.get $at))))
    (then (return (i32.const 1))))
  (local.set $next (local.get $at))
  (loop $again
    (if (i32.eq (local.get $count) (local.get $left)) (then (return (local.get $count))))
    (local.set $next (i32.add (local.get $next) (i32.const 20)))
    (if (i32.and
          (i32.and
            (i32.eq (i32.load (local.get $at)) (i32.load (local.get $next)))
            (i32.ne (i32.load offset=4 (local.get $next)) (i32.const 0)))
          (i32.and
            (i64.eq (i64.load offset=8 (local.get $at)) (i64.load offset=8 (local.get $next)))
            (i32.eq (i32.load offset=16 (local.get $at))
              (i32.load offset=16 (local.get $next)))))
      (then
        (local.set $count (i32.add (local.get $count) (i32.const 1)))
        (br $again))))
  (local.get $count))

;; Bring the pieces in the slots of some holes into a random order.
(func $stir (param $at i32) (param $count i32) (local $one i32) (local $other i32) (local $held i32)
  (block $done
    (loop $next
      (br_if $done (i32.le_s (local.get $count) (i32.const 1)))
      (local.set $other
        (i32.shl
          (i32.load offset=4
            (i32.add (local.get $at)
              (i32.mul (call $draw (local.get $count)) (i32.const 20))))
          (i32.const 2)))
      (local.set $count (i32.sub (local.get $count) (i32.const 1)))
      (local.set $one
        (i32.shl
          (i32.load offset=4
            (i32.add (local.get $at) (i32.mul (local.get $count) (i32.const 20))))
          (i32.const 2)))
      (local.set $held (i32.load offset=@STATE@ (local.get $one)))
      (i32.store offset=@STATE@ (local.get $one) (i32.load offset=@STATE@ (local.get $other)))
      (i32.store offset=@STATE@ (local.get $other) (local.get $held))
      (br $next))))

;; Give a piece's changing attributes random values; `piece` is four times its number.
(func $rolled (param $at i32) (param $piece i32) (local $left i32)
  (local.set $left (i32.load (local.get $at)))
  (block $done
    (loop $next
      (br_if $done (i32.eqz (local.get $left)))
      (i32.store offset=@STATE@
        (i32.add (local.get $piece) (i32.shl (i32.load offset=4 (local.get $at)) (i32.const 2)))
        (i32.add (i32.load offset=8 (local.get $at))
          (call $draw (i32.load offset=12 (local.get $at)))))
      (local.set $at (i32.add (local.get $at) (i32.const 12)))
      (local.set $left (i32.sub (local.get $left) (i32.const 1)))
      (br $next))))

;; Give hidden variables random values; return what follows them.
(func $guessed_values (param $at i32) (result i32) (local $left i32)
  (local.set $left (i32.load (local.get $at)))
  (local.set $at (i32.add (local.get $at) (i32.const 4)))
  (block $done
    (loop $next
      (br_if $done (i32.eqz (local.get $left)))
      (i32.store offset=@STATE@ (i32.shl (i32.load (local.get $at)) (i32.const 2))
        (i32.add (i32.load offset=4 (local.get $at))
          (call $draw (i32.load offset=8 (local.get $at)))))
      (local.set $at (i32.add (local.get $at) (i32.const 12)))
      (local.set $left (i32.sub (local.get $left) (i32.const 1)))
      (br $next)))
  (local.get $at))

;; Let references to unknown pieces name one that lies in a hole; return what follows them.
(func $named_again (param $at i32) (result i32)
  (local $left i32) (local $slots i32) (local $count i32)
  (local.set $left (i32.load (local.get $at)))
  (local.set $count (i32.load offset=4 (local.get $at)))
  (local.set $slots (i32.add (local.get $at) (i32.const 8)))
  (local.set $at (i32.add (local.get $slots) (i32.shl (local.get $count) (i32.const 2))))
  (block $done
    (loop $next
      (br_if $done (i32.eqz (local.get $left)))
      (i32.store offset=@STATE@ (i32.shl (i32.load (local.get $at)) (i32.const 2))
        (i32.load offset=@STATE@
          (i32.shl
            (i32.load
              (i32.add (local.get $slots)
                (i32.shl (call $draw (local.get $count)) (i32.const 2))))
            (i32.const 2))))
      (local.set $at (i32.add (local.get $at) (i32.const 4)))
      (local.set $left (i32.sub (local.get $left) (i32.const 1)))
      (br $next)))
  (local.get $at))

;; Put samples side by side from `to` on, seeded with one number after the other; the plan lies at a
;; place.
(func (export "samples") (param $plan i32) (param $number i64) (param $count i32) (param $to i32)
  (result i32)
  (block $done
    (loop $next
      (br_if $done (i32.eqz (local.get $count)))
      (call $sample (local.get $plan) (local.get $number))
      (memory.copy (local.get $to) (i32.const @STATE@) (i32.const @BYTES@))
      (local.set $to (i32.add (local.get $to) (i32.const @BYTES@)))
      (local.set $number (i64.add (local.get $number) (i64.const 1)))
      (local.set $count (i32.sub (local.get $count) (i32.const 1)))
      (br $next)))
  (i32.const 0))
