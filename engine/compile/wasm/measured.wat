;; Games of a study: what engine/study/game_record.py writes down of a game, integer for integer. `$chosen`
;; says what a seat takes: by chance, or by its policy, see policies.wat. A row is a word for how the game ended, then the columns,
;; which `$row` points at. The first ten: starter, decisions, rounds, ending, winners, legal moves,
;; decisions with one only, the most at once, lead changes, decisions when the lead changed last.

(func $more (param $at i32)
  (i32.store (local.get $at) (i32.add (i32.load (local.get $at)) (i32.const 1))))

;; Where a count of what was chosen, or could be, stands; `kind` is where those counts begin.
(func $slot (param $kind i32) (param $choice i32) (param $action i32) (result i32)
  (i32.add (local.get $kind)
    (i32.shl
      (if (result i32) (i32.lt_s (local.get $action) (i32.const 0))
        (then (call $pass_slot (local.get $choice)))
        (else (i32.add (call $first_slot (local.get $choice)) (local.get $action))))
      (i32.const 2))))

;; Count the moves that are listed. Those of an action stand together.
(func $count_moves (param $row i32) (param $choice i32) (param $n i32)
  (local $at i32) (local $end i32) (local $action i32) (local $last i32)
  (i32.store offset=20 (local.get $row)
    (i32.add (i32.load offset=20 (local.get $row)) (local.get $n)))
  (i32.store offset=24 (local.get $row)
    (i32.add (i32.load offset=24 (local.get $row)) (i32.eq (local.get $n) (i32.const 1))))
  (if (i32.gt_s (local.get $n) (i32.load offset=28 (local.get $row)))
    (then (i32.store offset=28 (local.get $row) (local.get $n))))
  (local.set $at (i32.const @MOVES@))
  (local.set $end (i32.add (local.get $at) (i32.mul (local.get $n) (i32.const @WIDTH@))))
  (local.set $last (i32.const -2))
  (loop $again
    (local.set $action (i32.load (local.get $at)))
    (if (i32.ne (local.get $action) (local.get $last))
      (then
        (call $more
          (call $slot (i32.add (local.get $row) (i32.const @OFFERED@))
            (local.get $choice) (local.get $action)))
        (local.set $last (local.get $action))))
    (br_if $again
      (i32.ne (local.tee $at (i32.add (local.get $at) (i32.const @WIDTH@))) (local.get $end)))))

;; The seat that alone would be first if the game ended here, else -1. Changes nothing.
(func $ahead (result i32) (local $found i32)
  (memory.copy (i32.const @ASIDE@) (i32.const @STATE@) (i32.const @BYTES@))
  (i32.store offset=@LISTENING@ (i32.const 0) (i32.const 0))
  (if (i32.eqz (call $state_over))
    (then
      (block $fine
        (block $stopped
          (try_table (catch $stop $stopped)
            (i32.store offset=@LAST@ (i32.const 0) (i32.const 1))
            (drop (call $until (i32.const @ROUND_END@) (i32.const -1)))
            (br $fine)))
        (memory.copy (i32.const @STATE@) (i32.const @ASIDE@) (i32.const @BYTES@)))))
  (local.set $found (call $first_alone))
  (memory.copy (i32.const @STATE@) (i32.const @ASIDE@) (i32.const @BYTES@))
  (i32.store offset=@LISTENING@ (i32.const 0) (i32.const 1))
  (local.get $found))

;; The seat that alone has won, or alone is ranked first by the first ranking, else -1.
(func $first_alone (result i32)
  (local $won i32) (local $seat i32) (local $best i32) (local $found i32) (local $value i32)
  (local.set $won (i32.load offset=@WON@ (i32.const 0)))
  (if (local.get $won)
    (then
      (return
        (select (i32.ctz (local.get $won)) (i32.const -1)
          (i32.eq (i32.popcnt (local.get $won)) (i32.const 1))))))
  (if (i32.eqz (i32.const @RANKINGS@)) (then (return (i32.const -1))))
  (call $ranks (i32.const @RANKS@))
  (local.set $best (i32.load (i32.const @RANKS@)))
  (loop $again
    (local.set $seat (i32.add (local.get $seat) (i32.const 1)))
    (if (i32.lt_u (local.get $seat) (i32.const @SEATS@))
      (then
        (local.set $value
          (i32.load offset=@RANKS@ (i32.mul (local.get $seat) (i32.const @RANK_ROW@))))
        (if (i32.eq (local.get $value) (local.get $best))
          (then (local.set $found (i32.const -1))))
        (if (i32.gt_s (local.get $value) (local.get $best))
          (then
            (local.set $best (local.get $value))
            (local.set $found (local.get $seat))))
        (br $again))))
  (local.get $found))

;; Make a seat's move of a decision and count it; return where the game stands then.
(func $counted_move (param $row i32) (param $choice i32) (result i32)
  (local $n i32) (local $seat i32) (local $move i32)
  (local.set $n (call $list (local.get $choice)))
  (if (i32.eqz (local.get $n)) (then (call $fail (i32.const @NOTHING@))))
  (if (i32.const @WATCHED@) (then (call $look (local.get $choice))))
  (call $count_moves (local.get $row) (local.get $choice) (local.get $n))
  (local.set $seat (i32.load offset=@ME@ (i32.const 0)))
  (call $more
    (i32.add (i32.add (local.get $row) (i32.const @TURNS@))
      (i32.shl (local.get $seat) (i32.const 2))))
  (i32.store offset=@LISTENING@ (i32.const 0) (i32.const 0))
  (local.set $move
    (i32.add (i32.const @MOVES@)
      (i32.mul (i32.const @WIDTH@)
        (call $chosen (local.get $choice) (local.get $n) (local.get $seat)))))
  (i32.store offset=@LISTENING@ (i32.const 0) (i32.const 1))
  (call $more
    (call $slot (i32.add (local.get $row) (i32.const @TAKEN@))
      (local.get $choice) (i32.load (local.get $move))))
  (call $more (i32.const @DECISIONS@))
  (call $run (call $begin (local.get $choice) (local.get $move))))

;; Play a game to its end; return 1 when it goes round in circles.
(func $counted_game (param $row i32) (param $next i32) (result i32)
  (local $left i32) (local $active i32) (local $now i32) (local $ahead i32) (local $last i32)
  (local.set $ahead (i32.const -1))
  (local.set $last (i32.const -1))
  (local.set $left (i32.const @STALL@))
  (loop $go
    (if (i32.eq (local.get $next) (i32.const @END@)) (then (return (i32.const 0))))
    (if (i32.eqz (local.get $left)) (then (return (i32.const 1))))
    (local.set $left (i32.sub (local.get $left) (i32.const 1)))
    (local.set $active (i32.load offset=@ACTIVE@ (i32.const 0)))
    (local.set $next
      (call $counted_move (local.get $row)
        (i32.sub (local.get $next) (i32.const @BLOCKS@))))
    (br_if $go (i32.eq (i32.const @SEATS@) (i32.const 1)))
    (br_if $go
      (i32.and
        (i32.eq (local.get $active) (i32.load offset=@ACTIVE@ (i32.const 0)))
        (i32.ne (local.get $next) (i32.const @END@))))
    (local.set $now (call $ahead))
    (br_if $go (i32.eq (local.get $now) (local.get $ahead)))
    (local.set $ahead (local.get $now))
    (i32.store offset=36 (local.get $row) (i32.load offset=@DECISIONS@ (i32.const 0)))
    (br_if $go (i32.lt_s (local.get $now) (i32.const 0)))
    (if (i32.and (i32.ge_s (local.get $last) (i32.const 0))
          (i32.ne (local.get $last) (local.get $now)))
      (then (call $more (i32.add (local.get $row) (i32.const 32)))))
    (local.set $last (local.get $now))
    (br $go))
  (unreachable))

(func $measured_game (param $seed i64) (param $number i64) (param $row i32) (result i32)
  (local $next i32)
  (block $stopped
    (try_table (catch $stop $stopped)
      (memory.fill (local.get $row) (i32.const 0) (i32.const @COLUMNS@))
      (call $sit_down (local.get $number))
      (i32.store offset=@ROW_AT@ (i32.const 0) (local.get $row))
      (if (i32.const @WATCHED@)
        (then (i32.store offset=@CLOSE@ (local.get $row) (i32.const 1))))
      (i32.store offset=@LISTENING@ (i32.const 0) (i32.const 1))
      (call $fresh (call $game_seed (local.get $seed) (call $deal_of (local.get $number)))
        (i32.const 0))
      (call $seed_agents (local.get $seed) (local.get $number))
      (local.set $next (call $run (i32.const @START@)))
      (i32.store (local.get $row) (i32.load offset=@STARTER@ (i32.const 0)))
      (if (call $counted_game (local.get $row) (local.get $next))
        (then (return (i32.const 1))))
      (i32.store offset=4 (local.get $row) (i32.load offset=@DECISIONS@ (i32.const 0)))
      (i32.store offset=8 (local.get $row) (i32.load offset=@ROUND@ (i32.const 0)))
      (i32.store offset=12 (local.get $row) (i32.load offset=@ENDED@ (i32.const 0)))
      (call $ranks (i32.const @RANKS@))
      ;; The interpreter asks for ranks once more to find the winners: count what that asks, too.
      (if (i32.and (i32.const @WATCHED@) (i32.eqz (i32.load offset=@WON@ (i32.const 0))))
        (then (call $ranks (i32.const @RANKS@))))
      (i32.store offset=16 (local.get $row) (call $winners (i32.const @RANKS@)))
      (call $results (local.get $row) (i32.const @RANKS@))
      (return (i32.const 0))))
  (i32.const -1))

;; Play games from `first` (counted from 1) on. Each leaves a row at `rows`: 0, 1 when it goes round
;; in circles or -1 after an error; then its columns. Returns how many rows there are.
(func (export "measured_games") (param $seed i64) (param $first i64) (param $count i32)
  (param $rows i32) (result i32) (local $done i32)
  (loop $again
    (i32.store (local.get $rows)
      (call $measured_game (local.get $seed) (local.get $first)
        (i32.add (local.get $rows) (i32.const 4))))
    (local.set $done (i32.add (local.get $done) (i32.const 1)))
    (local.set $rows (i32.add (local.get $rows) (i32.const @MEASURED@)))
    (local.set $first (i64.add (local.get $first) (i64.const 1)))
    (br_if $again (i32.lt_u (local.get $done) (local.get $count))))
  (local.get $done))
