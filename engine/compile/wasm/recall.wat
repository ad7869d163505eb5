;; How likely what a seat remembers of others' decisions was, in positions that it can't tell from the
;; true one. What it remembers lies at a place, the last decision first; see `Remembered` in
;; engine/game/knowledge.py and `past` in engine/game/sampling_table.py. In words: how many decisions; for
;; each: how many words follow, then
;;   how many groups of holes after it have pieces whose sources aren't known; for each: how many
;;     holes, and their numbers;
;;   how many holes there were before it; for each the hole after it in which its piece lies, or the
;;     complement of a piece's number;
;;   how many words of the position are told, 0 where no move of another seat was seen; the words;
;;   for each hole its slot, its zone, who knows the piece, its space;
;;   how many values are as in the sample, and where they are;
;;   how many pieces of the move weren't known; for each: how many read the same, itself first;
;;   the move.
;; At @LYING@ stands which piece lies in each hole of a decision.

;; How many holes there are.
(global $lying (mut i32) (i32.const 0))

;; Sample some positions from a plan, seeded with one number after the other, and put for each to a
;; place, as f32, the logarithm of how likely what is remembered was in it. Return how many there was
;; time for.
(func (export "recall") (param $plan i32) (param $past i32) (param $number i32) (param $count i32)
  (param $to i32) (result i32) (local $done i32) (local $seed i64)
  (i32.store offset=@WORK@ (i32.const 0) (i32.const 0))
  (loop $next
    (if (i32.or (i32.eq (local.get $done) (local.get $count)) (call $tired))
      (then (return (local.get $done))))
    (local.set $seed
      (i64.extend_i32_u (i32.add (local.get $number) (local.get $done))))
    (call $sample (local.get $plan) (local.get $seed))
    (call $seed (i32.const @PLAYOUTS@) (call $mix (local.get $seed)))
    (memory.copy (i32.const @BEFORE@) (i32.const @STATE@) (i32.const @BYTES@))
    (f32.store (i32.add (local.get $to) (i32.shl (local.get $done) (i32.const 2)))
      (call $recalled (local.get $past)))
    (local.set $done (i32.add (local.get $done) (i32.const 1)))
    (br $next))
  (unreachable))

;; The logarithm for one sample: older decisions count for less, as it is less and less known which
;; pieces lay where, and none for nothing, as a policy doesn't know everything.
(func $recalled (param $at i32) (result f32)
  (local $rows i32) (local $next i32) (local $sum f32) (local $weight f32)
  (local.set $rows (i32.load (local.get $at)))
  (local.set $at (i32.add (local.get $at) (i32.const 4)))
  (local.set $weight (f32.const 1))
  (loop $again
    (if (i32.eqz (local.get $rows)) (then (return (local.get $sum))))
    (local.set $rows (i32.sub (local.get $rows) (i32.const 1)))
    (local.set $next
      (i32.add (i32.add (local.get $at) (i32.const 4))
        (i32.shl (i32.load (local.get $at)) (i32.const 2))))
    (local.set $at (call $gone_back (i32.add (local.get $at) (i32.const 4))))
    (if (i32.load (local.get $at))
      (then
        (local.set $sum
          (f32.add (local.get $sum)
            (f32.mul (local.get $weight)
              (call $log2 (f32.max (call $likely (local.get $at)) (f32.const 0.01))))))
        (local.set $weight (f32.mul (local.get $weight) (f32.const 0.85)))))
    (local.set $at (local.get $next))
    (br $again))
  (unreachable))

;; Put to @LYING@ which pieces lay in the holes before a decision; return what follows in what is told.
(func $gone_back (param $at i32) (result i32)
  (local $left i32) (local $i i32) (local $one i32) (local $other i32) (local $held i32)
  (local.set $left (i32.load (local.get $at)))
  (local.set $at (i32.add (local.get $at) (i32.const 4)))
  (block $done
    (loop $next
      (br_if $done (i32.eqz (local.get $left)))
      (local.set $left (i32.sub (local.get $left) (i32.const 1)))
      (local.set $i (i32.load (local.get $at)))
      (local.set $held (i32.shl (local.get $i) (i32.const 2)))
      (local.set $at (i32.add (local.get $at) (i32.const 4)))
      (call $mixed (local.get $at) (local.get $i) (i32.const @LYING@))
      (local.set $at (i32.add (local.get $at) (local.get $held)))
      (br $next)))
  (global.set $lying (i32.load (local.get $at)))
  (local.set $at (i32.add (local.get $at) (i32.const 4)))
  (local.set $i (i32.const 0))
  (block $done
    (loop $next
      (br_if $done (i32.eq (local.get $i) (global.get $lying)))
      (local.set $one (i32.load (local.get $at)))
      (local.set $other (i32.shl (local.get $i) (i32.const 2)))
      (i32.store offset=@LAY@ (local.get $other)
        (if (result i32) (i32.lt_s (local.get $one) (i32.const 0))
          (then (i32.xor (local.get $one) (i32.const -1)))
          (else (i32.load offset=@LYING@ (i32.shl (local.get $one) (i32.const 2))))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (local.set $at (i32.add (local.get $at) (i32.const 4)))
      (br $next)))
  (memory.copy (i32.const @LYING@) (i32.const @LAY@)
    (i32.shl (global.get $lying) (i32.const 2)))
  (local.get $at))

;; Bring into a random order what stands in some integers from a place on, whose numbers are listed.
(func $mixed (param $list i32) (param $count i32) (param $from i32)
  (local $one i32) (local $other i32) (local $held i32)
  (block $done
    (loop $next
      (br_if $done (i32.le_s (local.get $count) (i32.const 1)))
      (local.set $other
        (i32.add (local.get $from)
          (i32.shl
            (i32.load
              (i32.add (local.get $list)
                (i32.shl (call $below (i32.const @PLAYOUTS@) (local.get $count))
                  (i32.const 2))))
            (i32.const 2))))
      (local.set $count (i32.sub (local.get $count) (i32.const 1)))
      (local.set $one
        (i32.add (local.get $from)
          (i32.shl
            (i32.load
              (i32.add (local.get $list) (i32.shl (local.get $count) (i32.const 2))))
            (i32.const 2))))
      (local.set $held (i32.load (local.get $one)))
      (i32.store (local.get $one) (i32.load (local.get $other)))
      (i32.store (local.get $other) (local.get $held))
      (br $next))))

;; How likely the policy would have made a remembered move, in the position as it would have been.
(func $likely (param $at i32) (result f32)
  (local $i i32) (local $size i32) (local $n i32) (local $choice i32) (local $key i64)
  (local $share f32) (local $sum f32)
  (local.set $size (i32.shl (i32.load (local.get $at)) (i32.const 2)))
  (local.set $at (i32.add (local.get $at) (i32.const 4)))
  (memory.copy (i32.const @STATE@) (local.get $at) (local.get $size))
  (local.set $at (call $laid (i32.add (local.get $at) (local.get $size))))
  (local.set $share (f32.const 1))
  (local.set $i (i32.load (local.get $at)))
  (local.set $at (i32.add (local.get $at) (i32.const 4)))
  (block $done
    (loop $next
      (br_if $done (i32.eqz (local.get $i)))
      (local.set $i (i32.sub (local.get $i) (i32.const 1)))
      (local.set $share
        (f32.div (local.get $share) (f32.convert_i32_u (call $twins (local.get $at)))))
      (local.set $at
        (i32.add (local.get $at)
          (i32.shl (i32.add (i32.load (local.get $at)) (i32.const 1)) (i32.const 2))))
      (br $next)))
  (block $stopped
    (try_table (catch $stop $stopped)
      (local.set $n (call $legal))
      (if (i32.eq (local.get $n) (i32.const 1)) (then (return (f32.const 1))))
      (local.set $choice (i32.load offset=@PC@ (i32.const 0)))
      (call $priors (local.get $choice) (local.get $n))
      (local.set $key (call $key (local.get $choice) (local.get $at)))
      (local.set $i (i32.const 0))
      (loop $next
        (if (i64.eq (local.get $key)
              (call $key (local.get $choice)
                (i32.add (i32.const @MOVES@) (i32.mul (local.get $i) (i32.const @WIDTH@)))))
          (then
            (local.set $sum
              (f32.add (local.get $sum)
                (f32.load offset=@PRIORS@ (i32.shl (local.get $i) (i32.const 2)))))))
        (br_if $next
          (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
      (return (f32.mul (local.get $sum) (local.get $share)))))
  (f32.const 1))

;; Lay the pieces of @LYING@ into the holes of a position, and put its hidden values as they are in the
;; sample; return what follows them.
(func $laid (param $at i32) (result i32) (local $i i32) (local $piece i32)
  (block $done
    (loop $next
      (br_if $done (i32.eq (local.get $i) (global.get $lying)))
      (local.set $piece (i32.load offset=@LYING@ (i32.shl (local.get $i) (i32.const 2))))
      (if (i32.load (local.get $at))
        (then
          (i32.store offset=@STATE@ (i32.shl (i32.load (local.get $at)) (i32.const 2))
            (local.get $piece))))
      (local.set $piece (i32.shl (local.get $piece) (i32.const 2)))
      (i32.store offset=@ZONE_OF@ (local.get $piece) (i32.load offset=4 (local.get $at)))
      (i32.store offset=@KNOWN@ (local.get $piece) (i32.load offset=8 (local.get $at)))
      (if (i32.const @TRACKS@)
        (then
          (i32.store offset=@SPACE@ (local.get $piece) (i32.load offset=12 (local.get $at)))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (br $next)))
  (local.set $i (i32.load (local.get $at)))
  (local.set $at (i32.add (local.get $at) (i32.const 4)))
  (block $done
    (loop $next
      (br_if $done (i32.eqz (local.get $i)))
      (local.set $i (i32.sub (local.get $i) (i32.const 1)))
      (local.set $piece (i32.shl (i32.load (local.get $at)) (i32.const 2)))
      (i32.store offset=@STATE@ (local.get $piece)
        (i32.load offset=@BEFORE@ (local.get $piece)))
      (local.set $at (i32.add (local.get $at) (i32.const 4)))
      (br $next)))
  (local.get $at))

;; How many of some listed pieces lie where the first does: any of them might have been chosen as well.
(func $twins (param $at i32) (result i32) (local $left i32) (local $zone i32) (local $count i32)
  (local.set $left (i32.load (local.get $at)))
  (local.set $zone
    (i32.load offset=@ZONE_OF@ (i32.shl (i32.load offset=4 (local.get $at)) (i32.const 2))))
  (loop $next
    (local.set $at (i32.add (local.get $at) (i32.const 4)))
    (local.set $count
      (i32.add (local.get $count)
        (i32.eq (local.get $zone)
          (i32.load offset=@ZONE_OF@
            (i32.shl (i32.load (local.get $at)) (i32.const 2))))))
    (br_if $next (local.tee $left (i32.sub (local.get $left) (i32.const 1)))))
  (local.get $count))
