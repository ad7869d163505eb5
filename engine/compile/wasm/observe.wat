;; What a seat knows of the position, written as a plan (see sample.wat) at @PLAN@: the same samples
;; as those of `Knowledge.sample`, see engine/game/knowledge.py. What a seat doesn't know stands in
;; the plan's position as it is; a sample overwrites all of it. Tables of a ruleset come from
;; engine/compile/wasm/information_set.py. Names of places ending in _AT are tables: a count, then the rest.

;; How many holes there are, and how many picks are to be made again.
(global $holes (mut i32) (i32.const 0))
(global $picks (mut i32) (i32.const 0))

;; Put into the plan what stands where the seat can see it; what it doesn't know is still in there.
(func $seen_by (param $seat i32) (local $end i32)
  (local.set $end (call $larger (i32.load offset=@TOP@ (i32.const 0)) (i32.const @STACK@)))
  (memory.copy (i32.const @PLAN@) (i32.const @STATE@) (i32.shl (local.get $end) (i32.const 2)))
  (if (i32.load offset=@HIDING@ (i32.const 0))
    (then
      (call $before_branches (local.get $seat))
      (if (i32.ne (i32.load offset=@ME@ (i32.const 0)) (local.get $seat))
        (then (local.set $end (i32.const @STACK@))))))
  (local.set $end (i32.shl (local.get $end) (i32.const 2)))
  (global.set $live
    (select (i32.const @BYTES@) (local.get $end) (i32.load offset=@HIDING@ (i32.const 0))))
  (memory.fill (i32.add (i32.const @PLAN@) (local.get $end)) (i32.const 0)
    (i32.sub (i32.const @BYTES@) (local.get $end)))
  (memory.fill (i32.const @PLAN_ARGUMENTS@) (i32.const 0) (i32.const @ARGUMENTS_SIZE@)))

(func $observe (param $seat i32) (local $at i32)
  (call $seen_by (local.get $seat))
  (local.set $at (call $missing (i32.shl (i32.const 1) (local.get $seat)) (i32.const @PLAN_END@)))
  (local.set $at (call $holes_found (local.get $at)))
  (local.set $at (call $copied (local.get $at) (call $of_seat (local.get $seat) (i32.const 0))
    (i32.const 12)))
  (local.set $at (call $names_lost (local.get $seat) (local.get $at)))
  (i32.store (local.get $at) (i32.const 0))
  (i32.store offset=4 (local.get $at) (i32.const 0))
  (if (i32.load offset=@PLAN_HIDING@ (i32.const 0))
    (then
      (i32.store (local.get $at) (i32.const @STACK@))
      (i32.store offset=4 (local.get $at) (i32.const @SNAPSHOT@))))
  (call $picks_lost (local.get $seat)))

(func $larger (param $a i32) (param $b i32) (result i32)
  (select (local.get $a) (local.get $b) (i32.gt_s (local.get $a) (local.get $b))))

;; One of the tables of a seat.
(func $of_seat (param $seat i32) (param $which i32) (result i32)
  (i32.load offset=@SEATS_AT@
    (i32.add (i32.shl (local.get $seat) (i32.const 4)) (i32.shl (local.get $which) (i32.const 2)))))

;; Copy a table, whose rows have so many bytes; return what follows the copy.
(func $copied (param $to i32) (param $from i32) (param $width i32) (result i32) (local $size i32)
  (local.set $size
    (i32.add (i32.const 4) (i32.mul (i32.load (local.get $from)) (local.get $width))))
  (memory.copy (local.get $to) (local.get $from) (local.get $size))
  (i32.add (local.get $to) (local.get $size)))

;; The place in the plan of an integer of the position.
(func $cell (param $word i32) (result i32)
  (i32.add (i32.const @PLAN@) (i32.shl (local.get $word) (i32.const 2))))

;; ---------------------------------------------------------------- branches that hide

;; Show all but the seat's own as it was before the branches; while it is deciding, its own is also
;; what its branch keeps in mind. Of the seat's tables the third has its stretches, as first integer
;; and number, and the fourth its zones.
(func $before_branches (param $seat i32)
  (local $at i32) (local $left i32) (local $zone i32) (local $n i32) (local $offset i32)
  (memory.copy (i32.const @PLAN@) (i32.const @BEFORE_BRANCHES@) (i32.const @STACK_BYTES@))
  (if (i32.eq (i32.load offset=@ME@ (i32.const 0)) (local.get $seat))
    (then
      (memory.copy (i32.const @PLAN@) (i32.const @STATE@) (i32.const @FIRST_BYTES@))
      (memory.copy (i32.const @PLAN_LAID_OUT@) (i32.const @LAID_OUT@)
        (i32.const @LAID_OUT_SIZE@))))
  (local.set $at (call $of_seat (local.get $seat) (i32.const 2)))
  (local.set $left (i32.load (local.get $at)))
  (block $done
    (loop $next
      (br_if $done (i32.eqz (local.get $left)))
      (local.set $left (i32.sub (local.get $left) (i32.const 1)))
      (local.set $offset (i32.shl (i32.load offset=4 (local.get $at)) (i32.const 2)))
      (memory.copy (i32.add (i32.const @PLAN@) (local.get $offset))
        (i32.add (i32.const @STATE@) (local.get $offset))
        (i32.shl (i32.load offset=8 (local.get $at)) (i32.const 2)))
      (local.set $at (i32.add (local.get $at) (i32.const 8)))
      (br $next)))
  (local.set $at (call $of_seat (local.get $seat) (i32.const 3)))
  (local.set $left (i32.load (local.get $at)))
  (block $done
    (loop $next
      (br_if $done (i32.eqz (local.get $left)))
      (local.set $left (i32.sub (local.get $left) (i32.const 1)))
      (local.set $at (i32.add (local.get $at) (i32.const 4)))
      (local.set $zone (call $cell (i32.load (local.get $at))))
      (local.set $n (i32.load (local.get $zone)))
      (block $empty
        (loop $again
          (br_if $empty (i32.eqz (local.get $n)))
          (local.set $n (i32.sub (local.get $n) (i32.const 1)))
          (local.set $zone (i32.add (local.get $zone) (i32.const 4)))
          (call $as_it_is (i32.load (local.get $zone)))
          (br $again)))
      (br $next))))

;; Show a piece as it is now.
(func $as_it_is (param $piece i32) (local $at i32) (local $left i32) (local $offset i32)
  (local.set $at (i32.const @ASPECTS_AT@))
  (local.set $left (i32.load (local.get $at)))
  (loop $next
    (local.set $at (i32.add (local.get $at) (i32.const 4)))
    (local.set $offset
      (i32.shl (i32.add (i32.load (local.get $at)) (local.get $piece)) (i32.const 2)))
    (i32.store (i32.add (i32.const @PLAN@) (local.get $offset))
      (i32.load offset=@STATE@ (local.get $offset)))
    (br_if $next (local.tee $left (i32.sub (local.get $left) (i32.const 1))))))

;; ---------------------------------------------------------------- pieces

;; Write down the pieces that a seat doesn't know, kind by kind; return what follows them. A row of
;; KINDS_AT is the first piece, how many there are, and where its rolled attributes are told. At
;; @POOL_OF@ stands for each piece the number of its kind among those that are missing, else -1.
(func $missing (param $bit i32) (param $start i32) (result i32)
  (local $row i32) (local $kinds i32) (local $pools i32) (local $at i32) (local $to i32)
  (local $piece i32) (local $end i32) (local $count i32) (local $size i32)
  (local.set $row (i32.const @KINDS_AT@))
  (local.set $kinds (i32.load (local.get $row)))
  (local.set $at (i32.add (local.get $start) (i32.const 4)))
  (global.set $holes (i32.const 0))
  (block $done
    (loop $next
      (br_if $done (i32.eqz (local.get $kinds)))
      (local.set $kinds (i32.sub (local.get $kinds) (i32.const 1)))
      (local.set $size
        (i32.add (i32.const 4)
          (i32.mul (i32.load (i32.load offset=12 (local.get $row))) (i32.const 12))))
      (local.set $to
        (i32.add (i32.add (local.get $at) (i32.const 4)) (local.get $size)))
      (local.set $count (local.get $to))
      (local.set $piece (i32.shl (i32.load offset=4 (local.get $row)) (i32.const 2)))
      (local.set $end
        (i32.add (local.get $piece) (i32.shl (i32.load offset=8 (local.get $row)) (i32.const 2))))
      (loop $pieces
        (if (i32.and (i32.load offset=@PLAN_KNOWN@ (local.get $piece)) (local.get $bit))
          (then (i32.store offset=@POOL_OF@ (local.get $piece) (i32.const -1)))
          (else
            (i32.store offset=@POOL_OF@ (local.get $piece) (local.get $pools))
            (i32.store (local.get $to) (i32.shr_u (local.get $piece) (i32.const 2)))
            (local.set $to (i32.add (local.get $to) (i32.const 4)))
            (call $unrolled (local.get $piece))))
        (br_if $pieces
          (i32.lt_u (local.tee $piece (i32.add (local.get $piece) (i32.const 4)))
            (local.get $end))))
      (local.set $count
        (i32.shr_u (i32.sub (local.get $to) (local.get $count)) (i32.const 2)))
      (if (local.get $count)
        (then
          (i32.store (local.get $at) (local.get $count))
          (memory.copy (i32.add (local.get $at) (i32.const 4))
            (i32.load offset=12 (local.get $row)) (local.get $size))
          (local.set $at (local.get $to))
          (local.set $pools (i32.add (local.get $pools) (i32.const 1)))
          (global.set $holes (i32.add (global.get $holes) (local.get $count)))))
      (local.set $row (i32.add (local.get $row) (i32.const 12)))
      (br $next)))
  (i32.store (local.get $start) (local.get $pools))
  (local.get $at))

;; Forget the changing attributes of a piece; `piece` is four times its number.
(func $unrolled (param $piece i32) (local $at i32) (local $left i32)
  (local.set $at (i32.const @CHANGING_AT@))
  (local.set $left (i32.load (local.get $at)))
  (block $done
    (loop $next
      (br_if $done (i32.eqz (local.get $left)))
      (local.set $left (i32.sub (local.get $left) (i32.const 1)))
      (local.set $at (i32.add (local.get $at) (i32.const 4)))
      (i32.store (i32.add (call $cell (i32.load (local.get $at))) (local.get $piece))
        (i32.const 0))
      (br $next))))

;; Write down the holes; return what follows them. First come the pieces that lie nowhere, by the
;; names of their kinds; the others are looked for in the zones that they say they are in.
(func $holes_found (param $at i32) (result i32) (local $end i32) (local $count i32)
  (local.set $end (call $holes_in_zones))
  (local.set $count
    (i32.div_u (i32.sub (local.get $end) (i32.const @HOLES@)) (i32.const 20)))
  (i32.store (local.get $at) (global.get $holes))
  (local.set $at (i32.add (local.get $at) (i32.const 4)))
  (if (i32.ne (local.get $count) (global.get $holes))
    (then (local.set $at (call $holes_nowhere (local.get $at)))))
  (memory.copy (local.get $at) (i32.const @HOLES@)
    (i32.sub (local.get $end) (i32.const @HOLES@)))
  (i32.add (local.get $at) (i32.sub (local.get $end) (i32.const @HOLES@))))

(func $holes_in_zones (result i32)
  (local $row i32) (local $zones i32) (local $zone i32) (local $slot i32) (local $n i32)
  (local $piece i32) (local $to i32)
  (local.set $to (i32.const @HOLES@))
  (local.set $row (i32.const @ZONES_AT@))
  (local.set $zones (i32.load (local.get $row)))
  (block $done
    (loop $next
      (br_if $done (i32.eqz (local.get $zones)))
      (local.set $zones (i32.sub (local.get $zones) (i32.const 1)))
      (local.set $row (i32.add (local.get $row) (i32.const 4)))
      (local.set $zone (i32.load (local.get $row)))
      (local.set $n (i32.load (call $cell (local.get $zone))))
      (local.set $slot (local.get $zone))
      (block $empty
        (loop $again
          (br_if $empty (i32.eqz (local.get $n)))
          (local.set $n (i32.sub (local.get $n) (i32.const 1)))
          (local.set $slot (i32.add (local.get $slot) (i32.const 1)))
          (local.set $piece
            (i32.shl (i32.load (call $cell (local.get $slot))) (i32.const 2)))
          (br_if $again (i32.lt_s (i32.load offset=@POOL_OF@ (local.get $piece)) (i32.const 0)))
          (br_if $again
            (i32.ne (i32.load offset=@PLAN_ZONE_OF@ (local.get $piece)) (local.get $zone)))
          (call $hole (local.get $to) (local.get $piece) (local.get $zone) (local.get $slot))
          (local.set $to (i32.add (local.get $to) (i32.const 20)))
          (br $again)))
      (br $next)))
  (local.get $to))

(func $holes_nowhere (param $to i32) (result i32)
  (local $row i32) (local $kinds i32) (local $piece i32) (local $end i32)
  (local.set $row (i32.const @BY_NAME_AT@))
  (local.set $kinds (i32.load (local.get $row)))
  (block $done
    (loop $next
      (br_if $done (i32.eqz (local.get $kinds)))
      (local.set $kinds (i32.sub (local.get $kinds) (i32.const 1)))
      (local.set $piece (i32.shl (i32.load offset=4 (local.get $row)) (i32.const 2)))
      (local.set $end
        (i32.add (local.get $piece) (i32.shl (i32.load offset=8 (local.get $row)) (i32.const 2))))
      (local.set $row (i32.add (local.get $row) (i32.const 8)))
      (loop $pieces
        (if (i32.ge_s (i32.load offset=@POOL_OF@ (local.get $piece)) (i32.const 0))
          (then
            (call $hole (local.get $to) (local.get $piece) (i32.const 0) (i32.const 0))
            (local.set $to (i32.add (local.get $to) (i32.const 20)))))
        (br_if $pieces
          (i32.lt_u (local.tee $piece (i32.add (local.get $piece) (i32.const 4)))
            (local.get $end))))
      (br $next)))
  (local.get $to))

;; Write down a hole; `piece` is four times the number of who lies there, and has its place then.
(func $hole (param $to i32) (param $piece i32) (param $zone i32) (param $slot i32)
  (i32.store (local.get $to) (i32.load offset=@POOL_OF@ (local.get $piece)))
  (i32.store offset=4 (local.get $to) (local.get $slot))
  (i32.store offset=8 (local.get $to) (local.get $zone))
  (i32.store offset=12 (local.get $to) (i32.load offset=@PLAN_KNOWN@ (local.get $piece)))
  (i32.store offset=16 (local.get $to)
    (if (result i32) (i32.const @TRACKS@)
      (then (i32.load offset=@PLAN_SPACE@ (local.get $piece)))
      (else (i32.const 0))))
  (i32.store offset=@POOL_OF@ (local.get $piece) (i32.const -1)))

;; ---------------------------------------------------------------- references

;; Write down where pieces are named that the seat doesn't know, and the slots with holes; return
;; what follows them.
(func $names_lost (param $seat i32) (param $at i32) (result i32)
  (local $to i32) (local $count i32) (local $slots i32) (local $hole i32) (local $left i32)
  (local.set $to
    (call $names_in_frames (local.get $seat)
      (call $names_in (local.get $seat) (call $of_seat (local.get $seat) (i32.const 1))
        (i32.const 0) (i32.const @NAMES@))))
  (local.set $count (i32.sub (local.get $to) (i32.const @NAMES@)))
  (i32.store (local.get $at) (i32.shr_u (local.get $count) (i32.const 2)))
  (if (i32.eqz (local.get $count))
    (then
      (i32.store offset=4 (local.get $at) (i32.const 0))
      (return (i32.add (local.get $at) (i32.const 8)))))
  (local.set $slots (local.get $at))
  (local.set $hole (i32.sub (local.get $at) (i32.mul (global.get $holes) (i32.const 20))))
  (local.set $hole (i32.sub (local.get $hole) (call $values_size (local.get $seat))))
  (local.set $at (i32.add (local.get $at) (i32.const 8)))
  (local.set $left (global.get $holes))
  (loop $next
    (if (i32.load offset=4 (local.get $hole))
      (then
        (i32.store (local.get $at) (i32.load offset=4 (local.get $hole)))
        (local.set $at (i32.add (local.get $at) (i32.const 4)))))
    (local.set $hole (i32.add (local.get $hole) (i32.const 20)))
    (br_if $next (local.tee $left (i32.sub (local.get $left) (i32.const 1)))))
  (i32.store offset=4 (local.get $slots)
    (i32.shr_u (i32.sub (i32.sub (local.get $at) (local.get $slots)) (i32.const 8))
      (i32.const 2)))
  (if (i32.eqz (i32.load offset=4 (local.get $slots)))
    (then (call $fail (i32.const @UNLIKE@))))
  (memory.copy (local.get $at) (i32.const @NAMES@) (local.get $count))
  (i32.add (local.get $at) (local.get $count)))

;; How many bytes the hidden values of a seat take in a plan.
(func $values_size (param $seat i32) (result i32)
  (i32.add (i32.const 4)
    (i32.mul (i32.load (call $of_seat (local.get $seat) (i32.const 0))) (i32.const 12))))

;; Look at a table of places, counted from `base` on, for pieces that the seat doesn't know.
(func $names_in (param $seat i32) (param $at i32) (param $base i32) (param $to i32) (result i32)
  (local $left i32) (local $word i32) (local $piece i32)
  (local.set $left (i32.load (local.get $at)))
  (block $done
    (loop $next
      (br_if $done (i32.eqz (local.get $left)))
      (local.set $left (i32.sub (local.get $left) (i32.const 1)))
      (local.set $at (i32.add (local.get $at) (i32.const 4)))
      (local.set $word (i32.add (local.get $base) (i32.load (local.get $at))))
      (local.set $piece (i32.load (call $cell (local.get $word))))
      (br_if $next (i32.ge_u (local.get $piece) (i32.const @PIECES@)))
      (br_if $next
        (i32.and (i32.const 1)
          (i32.shr_u
            (i32.load offset=@PLAN_KNOWN@ (i32.shl (local.get $piece) (i32.const 2)))
            (local.get $seat))))
      (i32.store (local.get $to) (local.get $word))
      (local.set $to (i32.add (local.get $to) (i32.const 4)))
      (br $next)))
  (local.get $to))

;; The same in the frames that are open. At @UNITS_AT@ stand two tables for each kind of frame: where
;; it names pieces, and where picks wait in it.
(func $names_in_frames (param $seat i32) (param $to i32) (result i32) (local $frame i32)
  (if (i32.eqz (i32.const @FRAMES@)) (then (return (local.get $to))))
  (local.set $frame (i32.load offset=@PLAN_FRAME@ (i32.const 0)))
  (block $done
    (loop $next
      (br_if $done (i32.lt_s (local.get $frame) (i32.const @STACK@)))
      (local.set $to
        (call $names_in (local.get $seat)
          (i32.load offset=@UNITS_AT@ (call $unit_of (local.get $frame)))
          (local.get $frame) (local.get $to)))
      (local.set $frame (i32.load offset=4 (call $cell (local.get $frame))))
      (br $next)))
  (local.get $to))

(func $unit_of (param $frame i32) (result i32)
  (i32.shl (i32.load offset=8 (call $cell (local.get $frame))) (i32.const 3)))

;; ---------------------------------------------------------------- picks that wait

;; Take the picks of other seats out; those that have been made are written down at @PICKS@ to be
;; made again, as the seat and the first integer.
(func $picks_lost (param $seat i32) (local $frame i32)
  (global.set $picks (i32.const 0))
  (call $picks_in (local.get $seat) (i32.const @SECRETS_AT@) (i32.const 0))
  (if (i32.eqz (i32.const @FRAMES@)) (then (return)))
  (local.set $frame (i32.load offset=@PLAN_FRAME@ (i32.const 0)))
  (block $done
    (loop $next
      (br_if $done (i32.lt_s (local.get $frame) (i32.const @STACK@)))
      (call $picks_in (local.get $seat)
        (i32.load offset=4 (i32.add (i32.const @UNITS_AT@) (call $unit_of (local.get $frame))))
        (local.get $frame))
      (local.set $frame (i32.load offset=4 (call $cell (local.get $frame))))
      (br $next))))

;; A row is where the picks begin, integers a seat, the decision's number.
(func $picks_in (param $seat i32) (param $at i32) (param $base i32)
  (local $left i32) (local $other i32) (local $word i32) (local $width i32)
  (local.set $left (i32.load (local.get $at)))
  (block $done
    (loop $next
      (br_if $done (i32.eqz (local.get $left)))
      (local.set $left (i32.sub (local.get $left) (i32.const 1)))
      (local.set $word (i32.add (local.get $base) (i32.load offset=4 (local.get $at))))
      (local.set $width (i32.load offset=8 (local.get $at)))
      (local.set $other (i32.const 0))
      (loop $seats
        (if (i32.ne (local.get $other) (local.get $seat))
          (then
            (memory.fill (call $cell (local.get $word)) (i32.const 0)
              (i32.shl (local.get $width) (i32.const 2)))
            (i32.store (call $cell (local.get $word)) (i32.const -1))
            (if (i32.and
                  (i32.eq (i32.load offset=@PLAN_PC@ (i32.const 0))
                    (i32.load offset=12 (local.get $at)))
                  (i32.lt_s (local.get $other) (i32.load offset=@PLAN_ME@ (i32.const 0))))
              (then (call $pick_lost (local.get $other) (local.get $word))))))
        (local.set $word (i32.add (local.get $word) (local.get $width)))
        (br_if $seats
          (i32.lt_u (local.tee $other (i32.add (local.get $other) (i32.const 1)))
            (i32.const @SEATS@))))
      (local.set $at (i32.add (local.get $at) (i32.const 12)))
      (br $next))))

(func $pick_lost (param $seat i32) (param $word i32) (local $at i32)
  (local.set $at (i32.shl (global.get $picks) (i32.const 3)))
  (i32.store offset=@PICKS@ (local.get $at) (local.get $seat))
  (i32.store offset=@PICKS@ (i32.add (local.get $at) (i32.const 4)) (local.get $word))
  (global.set $picks (i32.add (global.get $picks) (i32.const 1))))

;; Let the other seats that have already picked pick something by chance, in a sample.
(func $picked_again (local $i i32) (local $me i32) (local $n i32) (local $at i32) (local $move i32)
  (local.set $me (i32.load offset=@ME@ (i32.const 0)))
  (loop $next
    (local.set $at (i32.shl (local.get $i) (i32.const 3)))
    (i32.store offset=@ME@ (i32.const 0) (i32.load offset=@PICKS@ (local.get $at)))
    (local.set $n (call $list (i32.load offset=@PC@ (i32.const 0))))
    (i32.store offset=@ME@ (i32.const 0) (local.get $me))
    (if (local.get $n)
      (then
        (local.set $move
          (i32.add (i32.const @MOVES@) (i32.mul (call $draw (local.get $n)) (i32.const @WIDTH@))))
        (memory.copy
          (i32.add (i32.const @STATE@)
            (i32.shl (i32.load offset=@PICKS@ (i32.add (local.get $at) (i32.const 4)))
              (i32.const 2)))
          (local.get $move)
          (i32.shl
            (call $length (i32.load offset=@PC@ (i32.const 0)) (i32.load (local.get $move)))
            (i32.const 2)))))
    (br_if $next
      (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (global.get $picks))))
  (if (i32.load offset=@HIDING@ (i32.const 0))
    (then
      (memory.copy (i32.const @BEFORE_BRANCHES@) (i32.const @STATE@) (i32.const @STACK_BYTES@)))))

;; Fill the state with a sample of what was observed; `number` is its seed.
(func $resample (param $number i64)
  (call $sample (i32.const @PLAN@) (local.get $number))
  (if (global.get $picks) (then (call $picked_again))))

;; Write down what a seat knows of the state; samples of it are to follow.
(func (export "observe") (param $seat i32) (result i32)
  (block $stopped
    (try_table (catch $stop $stopped)
      (call $observe (local.get $seat))
      (return (i32.const 0))))
  (i32.const -1))

(func (export "resample") (param $number i64) (result i32)
  (block $stopped
    (try_table (catch $stop $stopped)
      (call $resample (local.get $number))
      (return (i32.const 0))))
  (i32.const -1))
