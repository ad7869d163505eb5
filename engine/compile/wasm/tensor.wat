;; What a seat knows as a row of numbers: the same, bit for bit, as `KnowledgeTensor.row` in
;; engine/game/knowledge_tensor.py. What differs from ruleset to ruleset is written by
;; engine/compile/wasm/tensor.py. The plan (see observe.wat) holds what the seat knows, and −2 for
;; what it doesn't.

;; Write what a seat knows to a place.
(func $row (param $seat i32) (param $to i32)
  (call $seen_by (local.get $seat))
  (memory.fill (local.get $to) (i32.const 0) (i32.const @TENSOR@))
  (memory.fill (i32.const @PLACE_OF@) (i32.const 0) (i32.const @PIECE_BYTES@))
  (call $row_zones (i32.shl (i32.const 1) (local.get $seat)) (local.get $to))
  (call $words_unknown (local.get $seat))
  (call $pieces_unknown (i32.shl (i32.const 1) (local.get $seat)) (local.get $to))
  (call $order_alike)
  (call $row_words (local.get $seat) (local.get $to))
  (call $row_pieces (local.get $to)))

;; Take out of the plan the names of pieces, the values and the picks that the seat doesn't know.
(func $words_unknown (param $seat i32) (local $at i32) (local $to i32) (local $left i32)
  (local.set $to
    (call $names_in_frames (local.get $seat)
      (call $names_in (local.get $seat) (call $of_seat (local.get $seat) (i32.const 1))
        (i32.const 0) (i32.const @NAMES@))))
  (local.set $at (i32.const @NAMES@))
  (block $done
    (loop $next
      (br_if $done (i32.ge_u (local.get $at) (local.get $to)))
      (i32.store (call $cell (i32.load (local.get $at))) (i32.const -2))
      (local.set $at (i32.add (local.get $at) (i32.const 4)))
      (br $next)))
  (local.set $at (call $of_seat (local.get $seat) (i32.const 0)))
  (local.set $left (i32.load (local.get $at)))
  (local.set $at (i32.add (local.get $at) (i32.const 4)))
  (block $done
    (loop $next
      (br_if $done (i32.eqz (local.get $left)))
      (local.set $left (i32.sub (local.get $left) (i32.const 1)))
      (i32.store (call $cell (i32.load (local.get $at))) (i32.const -2))
      (local.set $at (i32.add (local.get $at) (i32.const 12)))
      (br $next)))
  (call $picks_unknown (local.get $seat)))

;; Take out the picks of other seats.
(func $picks_unknown (param $seat i32) (local $frame i32)
  (call $picks_unknown_in (local.get $seat) (i32.const @SECRETS_AT@) (i32.const 0))
  (if (i32.eqz (i32.const @FRAMES@)) (then (return)))
  (local.set $frame (i32.load offset=@PLAN_FRAME@ (i32.const 0)))
  (block $done
    (loop $next
      (br_if $done (i32.lt_s (local.get $frame) (i32.const @STACK@)))
      (call $picks_unknown_in (local.get $seat)
        (i32.load offset=4 (i32.add (i32.const @UNITS_AT@) (call $unit_of (local.get $frame))))
        (local.get $frame))
      (local.set $frame (i32.load offset=4 (call $cell (local.get $frame))))
      (br $next))))

(func $picks_unknown_in (param $seat i32) (param $at i32) (param $base i32)
  (local $left i32) (local $word i32) (local $n i32) (local $own i32) (local $width i32)
  (local.set $left (i32.load (local.get $at)))
  (block $done
    (loop $next
      (br_if $done (i32.eqz (local.get $left)))
      (local.set $left (i32.sub (local.get $left) (i32.const 1)))
      (local.set $word (i32.add (local.get $base) (i32.load offset=4 (local.get $at))))
      (local.set $width (i32.load offset=8 (local.get $at)))
      (local.set $at (i32.add (local.get $at) (i32.const 12)))
      (local.set $own (i32.mul (local.get $seat) (local.get $width)))
      (local.set $n (i32.const 0))
      (loop $words
        (if (i32.ge_u (i32.sub (local.get $n) (local.get $own)) (local.get $width))
          (then
            (i32.store (call $cell (i32.add (local.get $word) (local.get $n)))
              (i32.const -2))))
        (br_if $words
          (i32.lt_u (local.tee $n (i32.add (local.get $n) (i32.const 1)))
            (i32.mul (local.get $width) (i32.const @SEATS@)))))
      (br $next))))

;; Count what is in each zone, write down the places of pieces that the seat doesn't know, and note
;; each piece's place at @PLACE_OF@. A row of COUNTED_AT is where the zone begins in the plan, the
;; first column, where a table has for each piece how far from there on its kind is counted, and the
;; zone's number. All but this are in bytes.
(func $row_zones (param $bit i32) (param $to i32)
  (local $row i32) (local $left i32) (local $zone i32) (local $n i32) (local $slot i32)
  (local $piece i32) (local $first i32) (local $at i32) (local $word i32) (local $hole i32)
  (local.set $hole (i32.add (local.get $to) (i32.const @HOLE_COLUMNS@)))
  (local.set $row (i32.const @COUNTED_AT@))
  (local.set $left (i32.load (local.get $row)))
  (local.set $row (i32.add (local.get $row) (i32.const 4)))
  (block $done
    (loop $next
      (br_if $done (i32.eqz (local.get $left)))
      (local.set $left (i32.sub (local.get $left) (i32.const 1)))
      (local.set $zone (i32.load (local.get $row)))
      (local.set $word
        (i32.shr_u (i32.sub (local.get $zone) (i32.const @PLAN@)) (i32.const 2)))
      (local.set $first (i32.add (local.get $to) (i32.load offset=4 (local.get $row))))
      (local.set $n (i32.load (local.get $zone)))
      (f32.store (local.get $first) (f32.convert_i32_s (local.get $n)))
      (local.set $slot (i32.const 0))
      (block $empty
        (loop $slots
          (br_if $empty (i32.ge_s (local.get $slot) (local.get $n)))
          (local.set $slot (i32.add (local.get $slot) (i32.const 1)))
          (local.set $zone (i32.add (local.get $zone) (i32.const 4)))
          (local.set $piece (i32.load (local.get $zone)))
          (br_if $slots (i32.lt_s (local.get $piece) (i32.const 0)))
          (local.set $piece (i32.shl (local.get $piece) (i32.const 2)))
          (if (i32.eq (i32.load offset=@PLAN_ZONE_OF@ (local.get $piece)) (local.get $word))
            (then
              (i32.store offset=@PLACE_OF@ (local.get $piece) (local.get $slot))
              (if (i32.eqz
                    (i32.and (i32.load offset=@PLAN_KNOWN@ (local.get $piece))
                      (local.get $bit)))
                (then
                  (call $put_hole (local.get $hole) (i32.load offset=12 (local.get $row))
                    (local.get $slot) (local.get $piece))
                  (local.set $hole (i32.add (local.get $hole) (i32.const @HOLE_SIZE@)))
                  (br $slots)))))
          (local.set $at
            (i32.add (local.get $first)
              (i32.load (i32.add (i32.load offset=8 (local.get $row)) (local.get $piece)))))
          (f32.store (local.get $at) (f32.add (f32.load (local.get $at)) (f32.const 1)))
          (br $slots)))
      (local.set $row (i32.add (local.get $row) (i32.const 16)))
      (br $next)))
  (global.set $holes_end (local.get $hole)))

;; Where the next hole is written.
(global $holes_end (mut i32) (i32.const 0))

;; A piece that the seat doesn't know: its zone's number, its place there, its look from behind, who
;; knows it, its space. `piece` is four times its number.
(func $put_hole (param $to i32) (param $zone i32) (param $place i32) (param $piece i32)
  (f32.store (local.get $to) (f32.convert_i32_s (local.get $zone)))
  (f32.store offset=4 (local.get $to) (f32.convert_i32_s (local.get $place)))
  (f32.store offset=8 (local.get $to)
    (f32.convert_i32_s (i32.load offset=@POOL_NUMBERS_AT@ (local.get $piece))))
  (f32.store offset=12 (local.get $to)
    (f32.convert_i32_s (i32.load offset=@PLAN_KNOWN@ (local.get $piece))))
  (if (i32.const @TRACKS@)
    (then
      (f32.store offset=16 (local.get $to)
        (f32.convert_i32_s (i32.load offset=@PLAN_SPACE@ (local.get $piece)))))))

;; Take out of the plan where the pieces are that the seat doesn't know. A vector is four pieces; the
;; last one goes up to the last piece, so some pieces may come twice.
(func $pieces_unknown (param $bit i32) (param $to i32)
  (local $at i32) (local $bits v128) (local $lost v128)
  (if (i32.eqz (i32.const @PIECES@)) (then (return)))
  (local.set $bits (i32x4.splat (local.get $bit)))
  (loop $next
    (local.set $at
      (call $lesser32 (local.get $at) (i32.const @LAST_PIECES@)))
    (local.set $lost
      (v128.or (local.get $lost)
        (v128.and
          (i32x4.eq
            (v128.and (v128.load offset=@PLAN_KNOWN@ (local.get $at)) (local.get $bits))
            (v128.const i32x4 0 0 0 0))
          (i32x4.eq (v128.load offset=@PLACE_OF@ (local.get $at))
            (v128.const i32x4 0 0 0 0)))))
    (br_if $next
      (i32.lt_s (local.tee $at (i32.add (local.get $at) (i32.const 16)))
        (i32.const @PIECE_BYTES@))))
  (if (v128.any_true
        (v128.andnot (local.get $lost)
          (v128.const i32x4 @SPARE_A@ @SPARE_B@ @SPARE_C@ @SPARE_D@)))
    (then (call $holes_nowhere_first (local.get $bit) (local.get $to))))
  (f32.store offset=@HIDDEN_COLUMN@ (local.get $to)
    (f32.convert_i32_u
      (i32.div_u
        (i32.sub (global.get $holes_end)
          (i32.add (local.get $to) (i32.const @HOLE_COLUMNS@)))
        (i32.const @HOLE_SIZE@))))
  (call $pieces_masked (local.get $bits)))

(func $lesser32 (param $a i32) (param $b i32) (result i32)
  (select (local.get $a) (local.get $b) (i32.lt_s (local.get $a) (local.get $b))))

;; Write down the unknown pieces that are in no zone before the others, by the names of their kinds.
(func $holes_nowhere_first (param $bit i32) (param $to i32)
  (local $start i32) (local $end i32) (local $size i32)
  (local.set $start (i32.add (local.get $to) (i32.const @HOLE_COLUMNS@)))
  (local.set $end (global.get $holes_end))
  (local.set $size (i32.sub (local.get $end) (local.get $start)))
  (memory.copy (i32.const @HOLES@) (local.get $start) (local.get $size))
  (global.set $holes_end (local.get $start))
  (call $holes_by_name (local.get $bit))
  (memory.copy (global.get $holes_end) (i32.const @HOLES@) (local.get $size))
  (global.set $holes_end (i32.add (global.get $holes_end) (local.get $size))))

(func $holes_by_name (param $bit i32)
  (local $row i32) (local $kinds i32) (local $piece i32) (local $end i32)
  (local.set $row (i32.const @BY_NAME_AT@))
  (local.set $kinds (i32.load (local.get $row)))
  (loop $next
    (local.set $piece (i32.shl (i32.load offset=4 (local.get $row)) (i32.const 2)))
    (local.set $end
      (i32.add (local.get $piece) (i32.shl (i32.load offset=8 (local.get $row)) (i32.const 2))))
    (local.set $row (i32.add (local.get $row) (i32.const 8)))
    (loop $pieces
      (if (i32.eqz
            (i32.or
              (i32.and (i32.load offset=@PLAN_KNOWN@ (local.get $piece)) (local.get $bit))
              (i32.load offset=@PLACE_OF@ (local.get $piece))))
        (then
          (call $put_hole (global.get $holes_end) (i32.const 0) (i32.const 0)
            (local.get $piece))
          (global.set $holes_end
            (i32.add (global.get $holes_end) (i32.const @HOLE_SIZE@)))))
      (br_if $pieces
        (i32.lt_u (local.tee $piece (i32.add (local.get $piece) (i32.const 4)))
          (local.get $end))))
    (br_if $next (local.tee $kinds (i32.sub (local.get $kinds) (i32.const 1))))))

;; Put pieces that are alike in the order of their places: at @COMES_FROM@ it stands for each piece
;; which one it is in the plan, at @BECOMES@ the other way round, at @NAMED_FIRST@ where it is named
;; first, else −1. ALIKE_AT has the groups, each with its count.
(func $order_alike
  (local $row i32) (local $left i32) (local $n i32) (local $i i32) (local $at i32)
  (local $piece i32) (local $other i32)
  (memory.copy (i32.const @COMES_FROM@) (i32.const @PIECES_AT@) (i32.const @PIECE_BYTES@))
  (local.set $row (i32.const @ALIKE_AT@))
  (local.set $left (i32.load (local.get $row)))
  (if (i32.eqz (local.get $left)) (then (return)))
  (memory.copy (i32.const @BECOMES@) (i32.const @PIECES_AT@) (i32.const @PIECE_BYTES@))
  (memory.fill (i32.const @NAMED_FIRST@) (i32.const 255) (i32.const @PIECE_BYTES@))
  (call $each_name (i32.const 0))
  (local.set $row (i32.add (local.get $row) (i32.const 4)))
  (loop $next
    (local.set $n (i32.shl (i32.load (local.get $row)) (i32.const 2)))
    (local.set $row (i32.add (local.get $row) (i32.const 4)))
    (local.set $i (i32.const 4))
    (loop $insert
      (local.set $piece (i32.load (i32.add (local.get $row) (local.get $i))))
      (local.set $at (local.get $i))
      (block $there
        (loop $down
          (br_if $there (i32.eqz (local.get $at)))
          (local.set $other
            (i32.load offset=@COMES_FROM@
              (i32.shl
                (i32.load (i32.add (local.get $row) (i32.sub (local.get $at) (i32.const 4))))
                (i32.const 2))))
          (br_if $there (i32.eqz (call $comes_before (local.get $piece) (local.get $other))))
          (call $stands (i32.load (i32.add (local.get $row) (local.get $at)))
            (local.get $other))
          (local.set $at (i32.sub (local.get $at) (i32.const 4)))
          (br $down)))
      (call $stands (i32.load (i32.add (local.get $row) (local.get $at))) (local.get $piece))
      (br_if $insert
        (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 4))) (local.get $n))))
    (local.set $row (i32.add (local.get $row) (local.get $n)))
    (br_if $next (local.tee $left (i32.sub (local.get $left) (i32.const 1)))))
  (call $each_name (i32.const 1)))

;; A piece now stands for another one, the one that the plan says it is.
(func $stands (param $piece i32) (param $old i32)
  (i32.store offset=@COMES_FROM@ (i32.shl (local.get $piece) (i32.const 2)) (local.get $old))
  (i32.store offset=@BECOMES@ (i32.shl (local.get $old) (i32.const 2)) (local.get $piece)))

;; Go through the places that name pieces: note where each is named first, or name what it becomes.
(func $each_name (param $renames i32) (local $frame i32)
  (call $each_name_in (i32.const @NAMED_AT@) (i32.const 0) (local.get $renames))
  (if (i32.eqz (i32.const @FRAMES@)) (then (return)))
  (local.set $frame (i32.load offset=@PLAN_FRAME@ (i32.const 0)))
  (block $done
    (loop $next
      (br_if $done (i32.lt_s (local.get $frame) (i32.const @STACK@)))
      (call $each_name_in (i32.load offset=@UNITS_AT@ (call $unit_of (local.get $frame)))
        (local.get $frame) (local.get $renames))
      (local.set $frame (i32.load offset=4 (call $cell (local.get $frame))))
      (br $next))))

(func $each_name_in (param $at i32) (param $base i32) (param $renames i32)
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
      (local.set $piece (i32.shl (local.get $piece) (i32.const 2)))
      (if (local.get $renames)
        (then
          (i32.store (call $cell (local.get $word))
            (i32.load offset=@BECOMES@ (local.get $piece))))
        (else
          (if (i32.lt_s (i32.load offset=@NAMED_FIRST@ (local.get $piece)) (i32.const 0))
            (then
              (i32.store offset=@NAMED_FIRST@ (local.get $piece) (local.get $word))))))
      (br $next))))

;; ---------------------------------------------------------------- integers

;; A value that has a column for each of `count` values from `low` on, and perhaps one for none.
(func $put_listed (param $value i32) (param $at i32) (param $low i32) (param $count i32)
  (param $none i32)
  (if (i32.and (i32.eq (local.get $value) (i32.const @NONE@)) (local.get $none))
    (then (local.set $value (local.get $count)))
    (else
      (local.set $value (i32.sub (local.get $value) (local.get $low)))
      (if (i32.ge_u (local.get $value) (local.get $count)) (then (return)))))
  (f32.store (i32.add (local.get $at) (i32.shl (local.get $value) (i32.const 2)))
    (f32.const 1)))

;; A number that may be none, and with `wide` too large for one column.
(func $put_number (param $value i32) (param $at i32) (param $none i32) (param $wide i32)
  (local $whole f64) (local $near f64)
  (if (i32.and (i32.eq (local.get $value) (i32.const @NONE@)) (local.get $none))
    (then
      (f32.store offset=4 (local.get $at) (f32.const 1))
      (return)))
  (local.set $whole (f64.convert_i32_s (local.get $value)))
  (if (i32.and (local.get $wide) (f64.gt (f64.abs (local.get $whole)) (f64.const @EXACT@)))
    (then
      (local.set $near
        (f64.mul (f64.nearest (f64.div (local.get $whole) (f64.const @COARSE@)))
          (f64.const @COARSE@)))
      (f32.store (local.get $at) (f32.demote_f64 (local.get $near)))
      (f32.store offset=4 (i32.add (local.get $at) (i32.shl (local.get $none) (i32.const 2)))
        (f32.demote_f64 (f64.sub (local.get $whole) (local.get $near)))))
    (else (f32.store (local.get $at) (f32.convert_i32_s (local.get $value))))))

;; The hash of a stretch of the plan, as three numbers of 20 bits; see `put_hash` in
;; engine/game/knowledge_columns.py.
(func $put_hash (param $start i32) (param $end i32) (param $at i32)
  (local $place i32) (local $word i32) (local $sum i64)
  (if (i32.lt_s (i32.load (call $cell (i32.const @TOP_WORD@))) (local.get $end))
    (then (local.set $end (i32.load (call $cell (i32.const @TOP_WORD@))))))
  (local.set $place (local.get $start))
  (block $done
    (loop $next
      (br_if $done (i32.ge_s (local.get $place) (local.get $end)))
      (local.set $word (i32.load (call $cell (local.get $place))))
      (if (local.get $word)
        (then
          (local.set $sum
            (i64.add (local.get $sum)
              (call $mix
                (i64.or
                  (i64.shl
                    (i64.extend_i32_u (i32.sub (local.get $place) (local.get $start)))
                    (i64.const 32))
                  (i64.extend_i32_u (local.get $word))))))))
      (local.set $place (i32.add (local.get $place) (i32.const 1)))
      (br $next)))
  (f32.store (local.get $at) (call $twenty_bits (local.get $sum)))
  (f32.store offset=4 (local.get $at)
    (call $twenty_bits (i64.shr_u (local.get $sum) (i64.const 20))))
  (f32.store offset=8 (local.get $at)
    (call $twenty_bits (i64.shr_u (local.get $sum) (i64.const 40)))))

(func $twenty_bits (param $bits i64) (result f32)
  (f32.convert_i64_u (i64.and (local.get $bits) (i64.const 0xFFFFF))))

;; For tests and single games: write what a seat knows of the state to a place.
(func (export "row") (param $seat i32) (param $to i32) (result i32)
  (call $row (local.get $seat) (local.get $to))
  (i32.const 0))
