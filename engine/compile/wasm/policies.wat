;; Games whose seats choose by chance, greedily or by a search, each as its agent would, integer for
;; integer: see engine/agents/uniform.py, greedy.py and search.py. At @POLICIES@ stands for each seat 0
;; for chance, 1 for greed or 2 for a search, whose level then stands at @LEVELS@; behind them whether
;; the seats change after each game, how many games in a row have the same deal, and how far the seats
;; have changed in this game.

;; The number of a game's deal.
(func $deal_of (param $number i64) (result i64)
  (i64.add (i64.const 1)
    (i64.div_u (i64.sub (local.get $number) (i64.const 1))
      (i64.load32_u offset=@DEALS@ (i32.const 0)))))

(func $sit_down (param $number i64)
  (i32.store offset=@SHIFT@ (i32.const 0)
    (if (result i32) (i32.load offset=@TURNING@ (i32.const 0))
      (then
        (i32.wrap_i64
          (i64.rem_u (i64.sub (local.get $number) (i64.const 1)) (i64.const @SEATS@))))
      (else (i32.const 0)))))

;; The number of the move that a seat takes; the n legal ones are listed.
(func $chosen (param $choice i32) (param $n i32) (param $seat i32) (result i32)
  (local $policy i32) (local $chance i32) (local $who i32)
  (local.set $chance
    (i32.add (i32.const @CHANCE@) (i32.shl (local.get $seat) (i32.const 3))))
  (local.set $who
    (i32.rem_u (i32.add (local.get $seat) (i32.load offset=@SHIFT@ (i32.const 0)))
      (i32.const @SEATS@)))
  (local.set $policy
    (i32.load offset=@POLICIES@ (i32.shl (local.get $who) (i32.const 2))))
  (if (i32.eqz (local.get $policy))
    (then (return (call $below (local.get $chance) (local.get $n)))))
  (if (i32.eq (local.get $n) (i32.const 1)) (then (return (i32.const 0))))
  (if (i32.gt_u (local.get $policy) (i32.const 1))
    (then
      (return
        (call $sought (local.get $n) (local.get $seat) (local.get $chance)
          (i32.add (i32.const @LEVELS@) (i32.mul (local.get $who) (i32.const @LEVEL@)))))))
  (call $greedy (local.get $choice) (local.get $n) (local.get $seat) (local.get $chance)))

;; What the agent `greedy` chooses: the best lead right after, added up over samples.
(func $greedy (param $choice i32) (param $n i32) (param $seat i32) (param $chance i32) (result i32)
  (local $left i32) (local $size i32)
  (local.set $size (i32.mul (local.get $n) (i32.const @WIDTH@)))
  (memory.copy (i32.const @TRUTH@) (i32.const @STATE@) (i32.const @BYTES@))
  (memory.copy (i32.const @OWN_MOVES@) (i32.const @MOVES@) (local.get $size))
  (memory.fill (i32.const @SUMS@) (i32.const 0) (i32.shl (local.get $n) (i32.const 3)))
  (call $observe (local.get $seat))
  (local.set $left (i32.const @SAMPLES@))
  (loop $next
    (call $resample
      (i64.extend_i32_u (call $below (local.get $chance) (i32.const 0x80000000))))
    (if (i32.ne (call $list (local.get $choice)) (local.get $n))
      (then (call $fail (i32.const @UNLIKE@))))
    (memory.copy (i32.const @BEFORE@) (i32.const @STATE@) (global.get $live))
    (call $add_leads (local.get $n) (local.get $seat))
    (br_if $next (local.tee $left (i32.sub (local.get $left) (i32.const 1)))))
  (memory.copy (i32.const @STATE@) (i32.const @TRUTH@) (i32.const @BYTES@))
  (memory.copy (i32.const @MOVES@) (i32.const @OWN_MOVES@) (local.get $size))
  (call $mark_best (local.get $n))
  (call $best_of (local.get $n) (local.get $chance)))

;; Add to @SUMS@ what each of n moves leads to in the position, which is kept at @BEFORE@ and of no use
;; afterwards.
(func $add_leads (param $n i32) (param $seat i32) (local $i i32) (local $at i32)
  (loop $next
    (i64.store offset=@SUMS@ (local.get $at)
      (i64.add (i64.load offset=@SUMS@ (local.get $at))
        (call $lead_after (local.get $i) (local.get $seat))))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (local.set $at (i32.add (local.get $at) (i32.const 8)))
    (if (i32.lt_u (local.get $i) (local.get $n))
      (then (call $take_back) (br $next)))))

;; Go back to the position at @BEFORE@. Beyond its stack nothing is kept, so nothing is to be restored.
(func $take_back
  (memory.copy (i32.const @STATE@) (i32.const @BEFORE@) (global.get $live)))

;; Put 1 to VALUES where the sum is the greatest, else 0.
(func $mark_best (param $n i32) (local $i i32) (local $best i64)
  (local.set $best (i64.const -9223372036854775808))
  (loop $next
    (local.set $best
      (select (i64.load offset=@SUMS@ (i32.shl (local.get $i) (i32.const 3))) (local.get $best)
        (i64.gt_s (i64.load offset=@SUMS@ (i32.shl (local.get $i) (i32.const 3)))
          (local.get $best))))
    (br_if $next
      (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
  (local.set $i (i32.const 0))
  (loop $next
    (i32.store offset=@VALUES@ (i32.shl (local.get $i) (i32.const 2))
      (i64.eq (i64.load offset=@SUMS@ (i32.shl (local.get $i) (i32.const 3))) (local.get $best)))
    (br_if $next
      (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))

;; A seat's lead after a move; a move that meets an error is the worst.
(func $lead_after (param $move i32) (param $seat i32) (result i64)
  (local.set $move
    (i32.add (i32.const @MOVES@) (i32.mul (local.get $move) (i32.const @WIDTH@))))
  (block $stopped
    (try_table (catch $stop $stopped)
      (drop (call $make (local.get $move)))
      (if (i32.eqz (call $paid))
        (then
          (call $take_back)
          (drop (call $make (local.get $move)))))
      (return (call $wide_lead (local.get $seat)))))
  (call $only_errors)
  (i64.const @FAULT@))

;; Let the game end with every score paid; 0 where the rules can't do that here.
(func $paid (result i32)
  (if (call $state_over) (then (return (i32.const 1))))
  (block $stopped
    (try_table (catch $stop $stopped)
      (i32.store offset=@LAST@ (i32.const 0) (i32.const 1))
      (drop (call $run (i32.const @ROUND_END@)))
      (return (i32.const 1))))
  (call $only_errors)
  (i32.const 0))

;; Go on stopping unless it was the rules that have stopped: of the rest the interpreter judges.
(func $only_errors
  (if (i32.lt_s (i32.load offset=@FAILED@ (i32.const 0)) (i32.const 0)) (then (throw $stop))))

;; `$lead` in 64 bits, of a position in which everything is paid.
(func $wide_lead (param $seat i32) (result i64)
  (local $other i32) (local $side i32) (local $own i32) (local $won i32) (local $best i64)
  (local $value i64)
  (local.set $side (i32.rem_u (local.get $seat) (i32.const @SIDES@)))
  (local.set $won (i32.load offset=@WON@ (i32.const 0)))
  (if (local.get $won)
    (then
      (local.set $own (call $seats_of (local.get $side)))
      (if (i32.eqz (i32.and (local.get $won) (local.get $own)))
        (then (return (i64.const @LOSS@))))
      (return
        (select (i64.const 0) (i64.sub (i64.const 0) (i64.const @LOSS@))
          (i32.and (local.get $won) (i32.xor (local.get $own) (i32.const -1)))))))
  (call $ranks (i32.const @RANKS@))
  (if (i32.eq (i32.const @SIDES@) (i32.const 1))
    (then (return (call $wide_first (i32.const 0)))))
  (local.set $best (i64.const -9223372036854775808))
  (loop $others
    (if (i32.ne (local.get $other) (local.get $side))
      (then
        (local.set $value (call $wide_first (local.get $other)))
        (local.set $best
          (select (local.get $value) (local.get $best)
            (i64.gt_s (local.get $value) (local.get $best))))))
    (br_if $others
      (i32.lt_u (local.tee $other (i32.add (local.get $other) (i32.const 1))) (i32.const @SIDES@))))
  (i64.sub (call $wide_first (local.get $side)) (local.get $best)))

;; What the seats of a side are ranked by first, added up.
(func $wide_first (param $side i32) (result i64) (local $sum i64)
  (if (i32.eqz (i32.const @RANKINGS@)) (then (return (i64.const 0))))
  (loop $again
    (local.set $sum
      (i64.add (local.get $sum)
        (i64.load32_s offset=@RANKS@ (i32.mul (local.get $side) (i32.const @RANK_ROW@)))))
    (br_if $again
      (i32.lt_u (local.tee $side (i32.add (local.get $side) (i32.const @SIDES@)))
        (i32.const @SEATS@))))
  (local.get $sum))

;; ---------------------------------------------------------------- whole games

;; Play on until the game is over (0) or some decisions have been made (1).
(func $play_seated (param $next i32) (param $left i32) (result i32)
  (local $choice i32) (local $n i32) (local $move i32)
  (loop $go
    (local.set $next (call $run (local.get $next)))
    (if (i32.eq (local.get $next) (i32.const @END@)) (then (return (i32.const 0))))
    (if (i32.eqz (local.get $left)) (then (return (i32.const 1))))
    (local.set $left (i32.sub (local.get $left) (i32.const 1)))
    (local.set $choice (i32.sub (local.get $next) (i32.const @BLOCKS@)))
    (local.set $n (call $list (local.get $choice)))
    (if (i32.eqz (local.get $n)) (then (call $fail (i32.const @NOTHING@))))
    (local.set $move
      (call $chosen (local.get $choice) (local.get $n) (i32.load offset=@ME@ (i32.const 0))))
    (i32.store offset=@DECISIONS@ (i32.const 0)
      (i32.add (i32.load offset=@DECISIONS@ (i32.const 0)) (i32.const 1)))
    (local.set $next
      (call $begin (local.get $choice)
        (i32.add (i32.const @MOVES@) (i32.mul (local.get $move) (i32.const @WIDTH@)))))
    (br $go))
  (unreachable))

;; Let the seats sit down for a game, so that `chosen` can be asked in it.
(func (export "sit") (param $seed i64) (param $number i64) (result i32)
  (call $sit_down (local.get $number))
  (call $seed_agents (local.get $seed) (local.get $number))
  (i32.const 0))

;; List the legal moves of a position; return the number of the one that whoever decides takes.
(func (export "chosen") (result i32) (local $n i32)
  (block $stopped
    (try_table (catch $stop $stopped)
      (local.set $n (call $legal))
      (if (local.get $n)
        (then
          (return
            (call $chosen (i32.load offset=@PC@ (i32.const 0)) (local.get $n)
              (i32.load offset=@ME@ (i32.const 0))))))
      (return (i32.const 0))))
  (i32.const -1))

;; As `random_games`, every seat by its policy.
(func (export "seated_games") (param $seed i64) (param $first i64) (param $count i32)
  (param $rows i32) (result i32) (local $done i32)
  (loop $again
    (i32.store (local.get $rows)
      (call $seated_game (local.get $seed) (local.get $first) (local.get $rows)))
    (local.set $done (i32.add (local.get $done) (i32.const 1)))
    (if (i32.load (local.get $rows)) (then (return (local.get $done))))
    (local.set $rows (i32.add (local.get $rows) (i32.const @ROW@)))
    (local.set $first (i64.add (local.get $first) (i64.const 1)))
    (br_if $again (i32.lt_u (local.get $done) (local.get $count))))
  (local.get $done))

(func $seated_game (param $seed i64) (param $number i64) (param $row i32) (result i32)
  (block $stopped
    (try_table (catch $stop $stopped)
      (call $sit_down (local.get $number))
      (call $fresh (call $game_seed (local.get $seed) (call $deal_of (local.get $number)))
        (i32.const 0))
      (call $seed_agents (local.get $seed) (local.get $number))
      (if (call $play_seated (i32.const @START@) (i32.const @STALL@))
        (then (return (i32.const 1))))
      (call $ranks (i32.add (local.get $row) (i32.const 12)))
      (i32.store offset=4 (local.get $row) (i32.load offset=@DECISIONS@ (i32.const 0)))
      (i32.store offset=8 (local.get $row)
        (call $winners (i32.add (local.get $row) (i32.const 12))))
      (return (i32.const 0))))
  (i32.const -1))
