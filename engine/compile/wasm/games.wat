;; Games: from a seed to the first decision, move by move, and whole ones.

;; Wipe the state and seed its generator.
(func $fresh (param $number i64) (param $starter i32)
  (memory.fill (i32.const @STATE@) (i32.const 0) (i32.const @BYTES@))
  (call $seed (i32.const @RNG@) (local.get $number))
  (i32.store offset=@STARTER@ (i32.const 0) (i32.rem_u (local.get $starter) (i32.const @SEATS@))))

;; Run from a block to the next decision or the end; return its number, behind those of the blocks.
(func $run (param $next i32) (result i32)
  (call $until (local.get $next) (i32.const -1)))

;; The same, but stop before a block.
(func $until (param $next i32) (param $stop i32) (result i32) (local $left i32)
  (local.set $left (i32.const @STEPS@))
  (loop $go
    (if (i32.and (i32.lt_u (local.get $next) (i32.const @BLOCKS@))
          (i32.ne (local.get $next) (local.get $stop)))
      (then
        (local.set $left (i32.sub (local.get $left) (i32.const 1)))
        (if (i32.or (i32.eqz (local.get $left)) (i32.load offset=@STOP@ (i32.const 0)))
          (then (call $halt)))
        (local.set $next (call $step (local.get $next)))
        (br $go))))
  (local.get $next))

;; List the legal moves; return how many there are, 0 when the game is over.
(func $legal (result i32) (local $n i32)
  (if (i32.eq (i32.load offset=@PC@ (i32.const 0)) (i32.const @OVER@))
    (then (return (i32.const 0))))
  (local.set $n (call $list (i32.load offset=@PC@ (i32.const 0))))
  (if (i32.eqz (local.get $n)) (then (call $fail (i32.const @NOTHING@))))
  (local.get $n))

;; Make the move that lies at a place; return the next decision's number behind those of the blocks.
(func $make (param $move i32) (result i32)
  (i32.store offset=@DECISIONS@ (i32.const 0)
    (i32.add (i32.load offset=@DECISIONS@ (i32.const 0)) (i32.const 1)))
  (call $run (call $begin (i32.load offset=@PC@ (i32.const 0)) (local.get $move))))

;; Choose a legal move by chance and begin it.
(func $any (param $choice i32) (param $n i32) (param $chance i32) (result i32)
  (if (i32.eqz (local.get $n)) (then (call $fail (i32.const @NOTHING@))))
  (i32.store offset=@DECISIONS@ (i32.const 0)
    (i32.add (i32.load offset=@DECISIONS@ (i32.const 0)) (i32.const 1)))
  (call $begin (local.get $choice)
    (i32.add (i32.const @MOVES@)
      (i32.mul (call $below (local.get $chance) (local.get $n)) (i32.const @WIDTH@)))))

;; Seeds of a game and of a seat's agent in it; see engine/game/rng.py.
(func $game_seed (param $seed i64) (param $number i64) (result i64)
  (i64.shr_u (call $mix (i64.add (call $mix (local.get $seed)) (local.get $number)))
    (i64.const 16)))

(func $agent_seed (param $seed i64) (param $number i64) (param $seat i64) (result i64)
  (i64.shr_u
    (call $mix
      (i64.add (call $mix (i64.add (call $mix (local.get $seed)) (local.get $number)))
        (local.get $seat)))
    (i64.const 16)))

(func $seed_agents (param $seed i64) (param $number i64) (local $seat i32)
  (loop $again
    (call $seed
      (i32.add (i32.const @CHANCE@) (i32.shl (local.get $seat) (i32.const 3)))
      (call $agent_seed (local.get $seed) (local.get $number)
        (i64.extend_i32_u (i32.add (local.get $seat) (i32.const 1)))))
    (br_if $again
      (i32.lt_u (local.tee $seat (i32.add (local.get $seat) (i32.const 1))) (i32.const @SEATS@)))))

(func $state_over (result i32)
  (i32.eq (i32.load offset=@PC@ (i32.const 0)) (i32.const @OVER@)))

;; ---------------------------------------------------------------- exports
;; What stops with an error returns -1 (or, of many games, leaves it in their rows); what happened
;; then stands at FAILED, and the state is of no use.

;; Who begins the games of a simulation, from 0.
(global $first (mut i32) (i32.const 0))

(func (export "first") (param $seat i32) (result i32)
  (global.set $first (local.get $seat))
  (i32.const 0))

(func (export "start") (param $number i64) (param $starter i32) (result i32)
  (block $stopped
    (try_table (catch $stop $stopped)
      (call $fresh (local.get $number) (local.get $starter))
      (drop (call $run (i32.const @START@)))
      (return (i32.const 0))))
  (i32.const -1))

;; A game that is set up and waits before its first turn.
(func (export "deal") (param $number i64) (result i32)
  (block $stopped
    (try_table (catch $stop $stopped)
      (call $fresh (local.get $number) (i32.const 0))
      (return (call $until (i32.const @START@) (i32.const @TURN@)))))
  (i32.const -1))

;; The legal moves, from MOVES on; how many there are.
(func (export "legal") (result i32)
  (block $stopped
    (try_table (catch $stop $stopped) (return (call $legal))))
  (i32.const -1))

;; Make one of the moves that were listed, by its number.
(func (export "apply") (param $number i32) (result i32)
  (block $stopped
    (try_table (catch $stop $stopped)
      (drop (call $make
        (i32.add (i32.const @MOVES@) (i32.mul (local.get $number) (i32.const @WIDTH@)))))
      (return (i32.const 0))))
  (i32.const -1))

(func (export "points") (param $score i32) (param $seat i32) (result i32)
  (block $stopped
    (try_table (catch $stop $stopped)
      (i32.store offset=@FAILED@ (i32.const 0) (i32.const @FINE@))
      (return (call $points (local.get $score) (local.get $seat)))))
  (i32.const 0))

;; Put what the seats are ranked by to RANKS; return the seats that win as bits.
(func (export "ranks") (result i32)
  (block $stopped
    (try_table (catch $stop $stopped)
      (call $ranks (i32.const @RANKS@))
      (return (call $winners (i32.const @RANKS@)))))
  (i32.const -1))

;; Play on by chance from a state, with the generator of playouts, for at most some decisions.
(func (export "playout") (param $most i32) (result i32)
  (block $stopped
    (try_table (catch $stop $stopped) (return (call $playout (local.get $most)))))
  (i32.const -1))

(func $playout (param $most i32) (result i32)
  (if (call $state_over) (then (return (i32.const 0))))
  (call $random
    (i32.add (i32.const @BLOCKS@) (i32.load offset=@PC@ (i32.const 0)))
    (local.get $most) (i32.const @PLAYOUTS@) (i32.const 0)))

;; Play games from `first` (counted from 1) on, every seat by chance. Each leaves a row at `rows`:
;; 0, 1 when it goes round in circles or -1 after an error; its decisions; who won, as bits; what
;; the seats are ranked by. Stops after a game that doesn't end; returns how many rows there are.
(func (export "random_games") (param $seed i64) (param $first i64) (param $count i32)
  (param $rows i32) (result i32) (local $done i32)
  (loop $again
    (i32.store (local.get $rows)
      (call $random_game (local.get $seed) (local.get $first) (local.get $rows)))
    (local.set $done (i32.add (local.get $done) (i32.const 1)))
    (if (i32.load (local.get $rows)) (then (return (local.get $done))))
    (local.set $rows (i32.add (local.get $rows) (i32.const @ROW@)))
    (local.set $first (i64.add (local.get $first) (i64.const 1)))
    (br_if $again (i32.lt_u (local.get $done) (local.get $count))))
  (local.get $done))

(func $random_game (param $seed i64) (param $number i64) (param $row i32) (result i32)
  (block $stopped
    (try_table (catch $stop $stopped)
      (call $fresh (call $game_seed (local.get $seed) (local.get $number)) (global.get $first))
      (call $seed_agents (local.get $seed) (local.get $number))
      (if (call $random (i32.const @START@) (i32.const @STALL@) (i32.const @CHANCE@) (i32.const 8))
        (then (return (i32.const 1))))
      (call $ranks (i32.add (local.get $row) (i32.const 12)))
      (i32.store offset=4 (local.get $row) (i32.load offset=@DECISIONS@ (i32.const 0)))
      (i32.store offset=8 (local.get $row)
        (call $winners (i32.add (local.get $row) (i32.const 12))))
      (return (i32.const 0))))
  (i32.const -1))
