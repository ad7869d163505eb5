;; Games whose seats choose by chance, greedily or by a search, each as its agent would, integer for
;; integer: see engine/agents/random_agent.py, engine/agents/greedy.py and engine/agents/search.py.
;; At @POLICIES@ stands for each seat 0 for chance, 1 for greed, 2 for a search or 3 for what has been
;; learned; the level of these then stands at @LEVELS@; behind them whether the seats change after
;; each game, how many games in a row have the same deal, and how far the seats have changed in this
;; game.

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
  (if (i32.eq (local.get $policy) (i32.const 3))
    (then
      (return
        (call $rated_choice (local.get $choice) (local.get $n) (local.get $chance)
          (i32.add (i32.const @LEVELS@) (i32.mul (local.get $who) (i32.const @LEVEL@)))))))
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
  (call $forget_sums (local.get $n))
  (call $observe (local.get $seat))
  (local.set $left (i32.const @SAMPLES@))
  (loop $next
    (call $resample
      (i64.extend_i32_u (call $below (local.get $chance) (i32.const 0x80000000))))
    (if (i32.ne (call $list (local.get $choice)) (local.get $n))
      (then (call $fail (i32.const @UNLIKE@))))
    (call $add_leads (local.get $n) (local.get $seat))
    (br_if $next (local.tee $left (i32.sub (local.get $left) (i32.const 1)))))
  (memory.copy (i32.const @STATE@) (i32.const @TRUTH@) (i32.const @BYTES@))
  (memory.copy (i32.const @MOVES@) (i32.const @OWN_MOVES@) (local.get $size))
  (call $best_of (local.get $n) (local.get $chance)))

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
        (global.get $first))
      (call $seed_agents (local.get $seed) (local.get $number))
      (if (call $play_seated (i32.const @START@) (i32.const @STALL@))
        (then (return (i32.const 1))))
      (call $ranks (i32.add (local.get $row) (i32.const 12)))
      (i32.store offset=4 (local.get $row) (i32.load offset=@DECISIONS@ (i32.const 0)))
      (i32.store offset=8 (local.get $row)
        (call $winners (i32.add (local.get $row) (i32.const 12))))
      (return (i32.const 0))))
  (i32.const -1))
