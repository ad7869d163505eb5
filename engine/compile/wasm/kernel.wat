;; What is the same for every ruleset, written by hand. Names between @ are numbers that the
;; emitter fills in. Zones are given by their place in memory, in bytes: a count, then what lies
;; in the zone.

(tag $stop)

;; Stop with an error: a site's number, or one of the codes of engine/compile/wasm/memory.py.
(func $fail (param $site i32)
  (i32.store offset=@FAILED@ (i32.const 0) (local.get $site))
  (throw $stop))

;; Stop because it takes too long, or because somebody has asked for it.
(func $halt
  (call $fail
    (select (i32.const @INTERRUPTED@) (i32.const @ENDLESS@)
      (i32.load offset=@STOP@ (i32.const 0)))))

;; ---------------------------------------------------------------- arithmetic that floors

(func $quotient64 (param $a i64) (param $b i64) (result i64) (local $q i64)
  (local.set $q (i64.div_s (local.get $a) (local.get $b)))
  (i64.sub (local.get $q)
    (i64.extend_i32_u
      (i32.and
        (i64.ne (i64.mul (local.get $q) (local.get $b)) (local.get $a))
        (i64.lt_s (i64.xor (local.get $a) (local.get $b)) (i64.const 0))))))

(func $rest64 (param $a i64) (param $b i64) (result i64)
  (i64.sub (local.get $a) (i64.mul (call $quotient64 (local.get $a) (local.get $b)) (local.get $b))))

(func $quotient (param $a i32) (param $b i32) (result i32)
  (i32.wrap_i64
    (call $quotient64 (i64.extend_i32_s (local.get $a)) (i64.extend_i32_s (local.get $b)))))

(func $rest (param $a i32) (param $b i32) (result i32)
  (i32.wrap_i64
    (call $rest64 (i64.extend_i32_s (local.get $a)) (i64.extend_i32_s (local.get $b)))))

;; ---------------------------------------------------------------- chance
;; PCG32 and Lemire's numbers below a bound; see engine/game/rng.py.

(func $seed (param $at i32) (param $number i64)
  (i64.store (local.get $at)
    (i64.add (i64.const 1442695040888963407)
      (i64.mul (i64.const 6364136223846793005)
        (i64.add (i64.const 1442695040888963407) (local.get $number))))))

;; A random number below a bound, from the generator that lies at a place.
(func $below (param $at i32) (param $bound i32) (result i32)
  (local $old i64) (local $product i64) (local $wide i64) (local $least i32)
  (local.set $wide (i64.extend_i32_u (local.get $bound)))
  (loop $again
    (local.set $old (i64.load (local.get $at)))
    (i64.store (local.get $at)
      (i64.add (i64.mul (local.get $old) (i64.const 6364136223846793005))
        (i64.const 1442695040888963407)))
    (local.set $product
      (i64.mul (local.get $wide)
        (i64.extend_i32_u
          (i32.rotr
            (i32.wrap_i64
              (i64.shr_u
                (i64.xor (local.get $old) (i64.shr_u (local.get $old) (i64.const 18)))
                (i64.const 27)))
            (i32.wrap_i64 (i64.shr_u (local.get $old) (i64.const 59)))))))
    (if (i32.lt_u (i32.wrap_i64 (local.get $product)) (local.get $bound))
      (then
        (local.set $least (i32.rem_u (i32.sub (i32.const 0) (local.get $bound)) (local.get $bound)))
        (br_if $again (i32.lt_u (i32.wrap_i64 (local.get $product)) (local.get $least))))))
  (i32.wrap_i64 (i64.shr_u (local.get $product) (i64.const 32))))

(func $draw (param $bound i32) (result i32)
  (call $below (i32.const @RNG@) (local.get $bound)))

;; The product for a number below a bound when the first one is perhaps to be rejected.
(func $redrawn (param $at i32) (param $bound i32) (param $product i64) (result i64)
  (if (i32.lt_u (i32.wrap_i64 (local.get $product))
        (i32.rem_u (i32.sub (i32.const 0) (local.get $bound)) (local.get $bound)))
    (then
      (return
        (i64.shl (i64.extend_i32_u (call $below (local.get $at) (local.get $bound)))
          (i64.const 32)))))
  (local.get $product))

;; One number out of several, for seeds; see `derived` in engine/game/rng.py.
(func $mix (param $x i64) (result i64)
  (local.set $x (i64.add (local.get $x) (i64.const -7046029254386353131)))
  (local.set $x (i64.mul (i64.const -4658895280553007687)
    (i64.xor (local.get $x) (i64.shr_u (local.get $x) (i64.const 30)))))
  (local.set $x (i64.mul (i64.const -7723592293110705685)
    (i64.xor (local.get $x) (i64.shr_u (local.get $x) (i64.const 27)))))
  (i64.xor (local.get $x) (i64.shr_u (local.get $x) (i64.const 31))))

;; ---------------------------------------------------------------- zones

(func $shuffle (param $zone i32) (param $seen i32)
  (local $i i32) (local $a i32) (local $b i32) (local $held i32)
  (local $old i64) (local $new i64) (local $product i64)
  (local.set $i (i32.load (local.get $zone)))
  (local.set $new (i64.load offset=@RNG@ (i32.const 0)))
  (loop $again
    (if (i32.gt_s (local.get $i) (i32.const 1))
      (then
        (local.set $old (local.get $new))
        (local.set $new
          (i64.add (i64.mul (local.get $old) (i64.const 6364136223846793005))
            (i64.const 1442695040888963407)))
        (local.set $product
          (i64.mul (i64.extend_i32_u (local.get $i))
            (i64.extend_i32_u
              (i32.rotr
                (i32.wrap_i64
                  (i64.shr_u
                    (i64.xor (local.get $old) (i64.shr_u (local.get $old) (i64.const 18)))
                    (i64.const 27)))
                (i32.wrap_i64 (i64.shr_u (local.get $old) (i64.const 59)))))))
        (if (i32.lt_u (i32.wrap_i64 (local.get $product)) (local.get $i))
          (then
            (i64.store offset=@RNG@ (i32.const 0) (local.get $new))
            (local.set $product
              (call $redrawn (i32.const @RNG@) (local.get $i) (local.get $product)))
            (local.set $new (i64.load offset=@RNG@ (i32.const 0)))))
        (local.set $a (i32.add (local.get $zone) (i32.shl (local.get $i) (i32.const 2))))
        (local.set $b
          (i32.add (local.get $zone)
            (i32.shl (i32.wrap_i64 (i64.shr_u (local.get $product) (i64.const 32)))
              (i32.const 2))))
        (local.set $held (i32.load (local.get $a)))
        (i32.store (local.get $a) (i32.load offset=4 (local.get $b)))
        (i32.store offset=4 (local.get $b) (local.get $held))
        (local.set $i (i32.sub (local.get $i) (i32.const 1)))
        (br $again))))
  (i64.store offset=@RNG@ (i32.const 0) (local.get $new))
  (local.set $i (i32.load (local.get $zone)))
  (loop $again
    (if (local.get $i)
      (then
        (local.set $a
          (i32.load (i32.add (local.get $zone) (i32.shl (local.get $i) (i32.const 2)))))
        (i32.store offset=@KNOWN@ (i32.shl (local.get $a) (i32.const 2)) (local.get $seen))
        (local.set $i (i32.sub (local.get $i) (i32.const 1)))
        (br $again)))))

;; Note what a zone holds, before it is changed; return where the notes end.
(func $noted (param $to i32) (param $zone i32) (result i32) (local $end i32)
  (local.set $end
    (i32.add (local.get $zone) (i32.shl (i32.load (local.get $zone)) (i32.const 2))))
  (loop $again
    (i32.store (local.get $to) (local.get $zone))
    (i32.store offset=4 (local.get $to) (i32.load (local.get $zone)))
    (local.set $to (i32.add (local.get $to) (i32.const 8)))
    (br_if $again
      (i32.le_u (local.tee $zone (i32.add (local.get $zone) (i32.const 4))) (local.get $end))))
  (local.get $to))

;; Take a piece out of a zone and close the gap. A small zone is gone through to its end, so that
;; the processor foresees how long it takes; in a large one four places are looked at and moved at
;; once.
(func $remove (param $zone i32) (param $piece i32)
  (local $at i32) (local $end i32) (local $n i32) (local $held i32)
  (local.set $n (i32.load (local.get $zone)))
  (i32.store (local.get $zone) (i32.sub (local.get $n) (i32.const 1)))
  (local.set $end (i32.add (local.get $zone) (i32.shl (local.get $n) (i32.const 2))))
  (if (i32.lt_u (local.get $n) (i32.const 13))
    (then
      (local.set $n (i32.const 0))
      (local.set $at (i32.add (local.get $zone) (i32.const 4)))
      (block $done
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (loop $again
          (local.set $held (i32.load (local.get $at)))
          (local.set $n
            (i32.or (local.get $n) (i32.eq (local.get $held) (local.get $piece))))
          (i32.store (local.get $at)
            (select (i32.load offset=4 (local.get $at)) (local.get $held) (local.get $n)))
          (br_if $again
            (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 4)))
              (local.get $end)))))
      (i32.store (local.get $end) (i32.const -1))
      (return)))
  (local.set $at (local.get $end))
  (if (i32.ne (i32.load (local.get $end)) (local.get $piece))
    (then (local.set $at (call $found (local.get $zone) (local.get $piece)))))
  (block $moved
    (loop $again
      (br_if $moved (i32.gt_u (i32.add (local.get $at) (i32.const 16)) (local.get $end)))
      (v128.store (local.get $at) (v128.load offset=4 (local.get $at)))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (br $again)))
  (block $done
    (loop $again
      (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
      (i32.store (local.get $at) (i32.load offset=4 (local.get $at)))
      (local.set $at (i32.add (local.get $at) (i32.const 4)))
      (br $again)))
  (i32.store (local.get $end) (i32.const -1)))

;; Where a piece lies in a zone that it surely lies in.
(func $found (param $at i32) (param $piece i32) (result i32)
  (local.set $at (i32.add (local.get $at) (i32.const 4)))
  (loop $again
    (if (i32.eqz
          (v128.any_true
            (i32x4.eq (v128.load (local.get $at)) (i32x4.splat (local.get $piece)))))
      (then
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $again))))
  (block $done
    (loop $again
      (br_if $done (i32.eq (i32.load (local.get $at)) (local.get $piece)))
      (local.set $at (i32.add (local.get $at) (i32.const 4)))
      (br $again)))
  (local.get $at))

;; Empty a zone.
(func $clear (param $zone i32) (local $n i32)
  (local.set $n (i32.shl (i32.load (local.get $zone)) (i32.const 2)))
  (if (local.get $n)
    (then
      (memory.fill (i32.add (local.get $zone) (i32.const 4)) (i32.const 255) (local.get $n))
      (i32.store (local.get $zone) (i32.const 0)))))

;; Put a run of pieces into a zone, in order.
(func $gather (param $zone i32) (param $first i32) (param $last i32) (param $seen i32)
  (local $at i32) (local $word i32)
  (i32.store (local.get $zone) (i32.sub (local.get $last) (local.get $first)))
  (local.set $word
    (i32.shr_u (i32.sub (local.get $zone) (i32.const @STATE@)) (i32.const 2)))
  (loop $again
    (if (i32.lt_s (local.get $first) (local.get $last))
      (then
        (local.set $zone (i32.add (local.get $zone) (i32.const 4)))
        (i32.store (local.get $zone) (local.get $first))
        (local.set $at (i32.shl (local.get $first) (i32.const 2)))
        (i32.store offset=@ZONE_OF@ (local.get $at) (local.get $word))
        (i32.store offset=@KNOWN@ (local.get $at)
          (i32.or (i32.load offset=@KNOWN@ (local.get $at)) (local.get $seen)))
        (local.set $first (i32.add (local.get $first) (i32.const 1)))
        (br $again)))))

;; Seats that see neither end of a move lose sight of what lay loose at its source. At @MASKS@
;; stand for each zone, as far from there as it is from the state's beginning, who sees it and,
;; in the lowest bit, whether it has no order.
(func $hide (param $piece i32) (param $source i32) (param $target i32)
  (local $keep i32) (local $end i32)
  (local.set $keep (call $mask (local.get $source)))
  (if (i32.eqz (i32.and (local.get $keep) (i32.const 1))) (then (return)))
  (local.set $keep
    (i32.shr_u (i32.or (local.get $keep) (call $mask (local.get $target))) (i32.const 1)))
  (local.set $end (i32.add (local.get $source)
    (i32.shl (i32.load (local.get $source)) (i32.const 2))))
  (loop $again
    (local.set $piece (i32.shl (local.get $piece) (i32.const 2)))
    (i32.store offset=@KNOWN@ (local.get $piece)
      (i32.and (i32.load offset=@KNOWN@ (local.get $piece)) (local.get $keep)))
    (if (i32.ne (local.get $source) (local.get $end))
      (then
        (local.set $source (i32.add (local.get $source) (i32.const 4)))
        (local.set $piece (i32.load (local.get $source)))
        (br $again)))))

(func $mask (param $zone i32) (result i32)
  (i32.load offset=@MASKS@ (i32.sub (local.get $zone) (i32.const @STATE@))))
