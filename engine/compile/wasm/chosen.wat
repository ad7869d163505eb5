;; What a seat takes that goes by what has been learned, number for number as in engine/agents/search.py.
(func $rated_choice (param $choice i32) (param $n i32) (param $chance i32) (param $level i32)
  (result i32)
  (call $sharpen (local.get $level))
  (call $priors (local.get $choice) (local.get $n))
  (call $by_rates (local.get $n) (local.get $chance)))
