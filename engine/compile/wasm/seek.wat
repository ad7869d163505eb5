;; What an agent that searches chooses, number for number as in engine/agents/search.py. At `level`:
;; 0 how many iterations a decision has, 4 how often of 1024 times it chooses in proportion to how
;; often a move was tried, 8 when what was tried most counts as settled, 16 iterations for each move at
;; most, 20 how sure a policy is of itself; 24 how much winning counts, 32 and 40 its character (see
;; search.wat); 48 the address of its policy's weights, 0 in every seat if all play by the same.
(func $sought (param $n i32) (param $seat i32) (param $chance i32) (param $level i32) (result i32)
  (local $size i32) (local $budget i32)
  (local.set $size (i32.mul (local.get $n) (i32.const @WIDTH@)))
  (local.set $budget
    (i32.wrap_i64
      (call $lesser (i64.load32_u (local.get $level))
        (i64.mul (i64.extend_i32_u (local.get $n)) (i64.load32_u offset=16 (local.get $level))))))
  (memory.copy (i32.const @TRUTH@) (i32.const @STATE@) (i32.const @BYTES@))
  (memory.copy (i32.const @OWN_MOVES@) (i32.const @MOVES@) (local.get $size))
  (call $observe (local.get $seat))
  (if (global.get $picks) (then (call $fail (i32.const @UNLIKE@))))
  (call $sharpen (local.get $level))
  (f64.store offset=@SEARCH_SETTLED@ (i32.const 0) (f64.load offset=8 (local.get $level)))
  (f64.store offset=@SEARCH_WINS@ (i32.const 0) (f64.load offset=24 (local.get $level)))
  (f64.store offset=@SEARCH_RISK@ (i32.const 0) (f64.load offset=32 (local.get $level)))
  (f64.store offset=@SEARCH_OTHERS@ (i32.const 0) (f64.load offset=40 (local.get $level)))
  (call $begin_search (local.get $n)
    (i64.extend_i32_u (call $below (local.get $chance) (i32.const 0x80000000)))
    (local.get $budget))
  (if (i32.eqz (call $search (local.get $budget)))
    (then (call $fail (i32.const @UNLIKE@))))
  (memory.copy (i32.const @STATE@) (i32.const @TRUTH@) (i32.const @BYTES@))
  (memory.copy (i32.const @MOVES@) (i32.const @OWN_MOVES@) (local.get $size))
  (if (i32.lt_u (call $below (local.get $chance) (i32.const 1024))
        (i32.load offset=4 (local.get $level)))
    (then (return (call $some_tried (local.get $n) (local.get $chance)))))
  (call $most_preferred))

(func $lesser (param $a i64) (param $b i64) (result i64)
  (select (local.get $a) (local.get $b) (i64.lt_u (local.get $a) (local.get $b))))

;; The number of the move that is preferred, and among equals that leads furthest.
(func $most_preferred (result i32)
  (local $node i32) (local $number i32) (local $value f32) (local $lead f64)
  (local $best i32) (local $most f32) (local $furthest f64)
  (local.set $most (f32.const -inf))
  (local.set $node (i32.load offset=16 (i32.load offset=@SEARCH_ROOT@ (i32.const 0))))
  (loop $again
    (if (local.get $node)
      (then
        (local.set $number (i32.wrap_i64 (i64.load (local.get $node))))
        (local.set $value (f32.load offset=12 (local.get $node)))
        (local.set $lead
          (f64.div (f64.load offset=24 (local.get $node))
            (f64.convert_i32_u (i32.load offset=8 (local.get $node)))))
        (if (i32.and (i32.ne (i32.load offset=8 (local.get $node)) (i32.const 0))
              (i32.or (f32.gt (local.get $value) (local.get $most))
                (i32.and (f32.eq (local.get $value) (local.get $most))
                  (i32.or (f64.gt (local.get $lead) (local.get $furthest))
                    (i32.and (f64.eq (local.get $lead) (local.get $furthest))
                      (i32.lt_u (local.get $number) (local.get $best)))))))
          (then
            (local.set $best (local.get $number))
            (local.set $most (local.get $value))
            (local.set $furthest (local.get $lead))))
        (local.set $node (i32.load offset=20 (local.get $node)))
        (br $again))))
  (i32.sub (local.get $best) (i32.const 1)))

;; One of n moves by chance, in proportion to how often they were tried.
(func $some_tried (param $n i32) (param $chance i32) (result i32)
  (local $node i32) (local $total i32) (local $i i32) (local $count i32)
  (memory.fill (i32.const @WEIGHTS@) (i32.const 0) (i32.shl (local.get $n) (i32.const 2)))
  (local.set $node (i32.load offset=16 (i32.load offset=@SEARCH_ROOT@ (i32.const 0))))
  (loop $again
    (if (local.get $node)
      (then
        (local.set $count (i32.load offset=8 (local.get $node)))
        (local.set $total (i32.add (local.get $total) (local.get $count)))
        (i32.store
          (i32.add (i32.const @WEIGHTS@)
            (i32.shl (i32.sub (i32.wrap_i64 (i64.load (local.get $node))) (i32.const 1))
              (i32.const 2)))
          (local.get $count))
        (local.set $node (i32.load offset=20 (local.get $node)))
        (br $again))))
  (local.set $total (call $below (local.get $chance) (local.get $total)))
  (loop $again
    (local.set $count (i32.load offset=@WEIGHTS@ (i32.shl (local.get $i) (i32.const 2))))
    (if (i32.ge_s (local.get $total) (local.get $count))
      (then
        (local.set $total (i32.sub (local.get $total) (local.get $count)))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $again))))
  (local.get $i))
