;; Many games, stepped together: each has a record, from which it is taken up and into which it is put
;; down again. What Python writes is at the BATCH addresses (see engine/compile/wasm/batches.py); what
;; it reads is written where that says: rows, masks, rewards, seats, and a byte each for a game
;; that is over, that is cut short, and whose seat has chosen what isn't allowed.

;; A record: the state, the agents' generators, what each seat has got, the number of the next game,
;; a generator for `batch_sample`, how much of the state counts, whether it has ended, how many
;; numbers a move has begun with, those, and the legal moves with their number before them, which
;; is 0 where they are too many to be kept.

(func $take_up (param $game i32)
  (memory.copy (i32.const @STATE@) (local.get $game)
    (i32.load offset=@GAME_LIVE@ (local.get $game)))
  (memory.copy (i32.const @CHANCE@) (i32.add (local.get $game) (i32.const @GAME_CHANCE@))
    (i32.const @CHANCE_BYTES@)))

(func $put_down (param $game i32) (local $live i32)
  (local.set $live (i32.const @BYTES@))
  (if (i32.eqz (i32.load offset=@HIDING@ (i32.const 0)))
    (then
      (local.set $live
        (i32.shl (call $larger (i32.load offset=@TOP@ (i32.const 0)) (i32.const @STACK@))
          (i32.const 2)))))
  (i32.store offset=@GAME_LIVE@ (local.get $game) (local.get $live))
  (memory.copy (local.get $game) (i32.const @STATE@) (local.get $live))
  (memory.copy (i32.add (local.get $game) (i32.const @GAME_CHANCE@)) (i32.const @CHANCE@)
    (i32.const @CHANCE_BYTES@)))

;; Whether it isn't asked for any more decisions.
(func $done (result i32)
  (i32.or (call $state_over) (call $is_cut)))

(func $is_cut (result i32)
  (i32.and (i32.eqz (call $state_over))
    (i32.ge_s (i32.load offset=@DECISIONS@ (i32.const 0))
      (i32.load offset=@BATCH_MOST@ (i32.const 0)))))

;; Deal games until there is one in which something is to be chosen from outside.
(func $deal_game (param $game i32) (local $number i64) (local $tries i32)
  (loop $again
    (local.set $number (i64.load offset=@GAME_NUMBER@ (local.get $game)))
    (i64.store offset=@GAME_NUMBER@ (local.get $game)
      (i64.add (local.get $number) (i64.load32_u offset=@BATCH_TOTAL@ (i32.const 0))))
    (call $fresh
      (call $game_seed (i64.load offset=@BATCH_SEED@ (i32.const 0)) (local.get $number))
      (global.get $first))
    (call $seed_agents (i64.load offset=@BATCH_SEED@ (i32.const 0)) (local.get $number))
    (call $seed (i32.add (local.get $game) (i32.const @GAME_SAMPLED@))
      (call $agent_seed (i64.load offset=@BATCH_SEED@ (i32.const 0)) (local.get $number)
        (i64.const @SAMPLE_SEAT@)))
    (drop (call $run (i32.const @START@)))
    (call $agents_play)
    (if (call $done)
      (then
        (if (i32.ge_u (local.tee $tries (i32.add (local.get $tries) (i32.const 1)))
              (i32.const @TRIES@))
          (then (call $fail (i32.const @NOTHING@))))
        (br $again))))
  (memory.fill (i32.add (local.get $game) (i32.const @GAME_GIVEN@)) (i32.const 0)
    (i32.const @GIVEN_BYTES@))
  (i32.store offset=@GAME_DONE@ (local.get $game) (i32.const 0))
  (i32.store offset=@GAME_BEGUN@ (local.get $game) (i32.const 0)))

;; Let agents play until a seat is asked that is played from outside. Bits of BATCH_OWN are those.
(func $agents_play (local $n i32) (local $me i32)
  (loop $again
    (if (call $done) (then (return)))
    (local.set $me (i32.load offset=@ME@ (i32.const 0)))
    (if (i32.and (i32.const 1)
          (i32.shr_u (i32.load offset=@BATCH_OWN@ (i32.const 0)) (local.get $me)))
      (then (return)))
    (local.set $n (call $legal))
    (drop (call $make
      (i32.add (i32.const @MOVES@)
        (i32.mul (i32.const @WIDTH@)
          (call $chosen (i32.load offset=@PC@ (i32.const 0)) (local.get $n)
            (local.get $me))))))
    (br $again)))

;; ---------------------------------------------------------------- numbers

;; Whether a move has the numbers that a game's move has begun with.
(func $goes_on (param $game i32) (param $choice i32) (param $move i32) (param $depth i32)
  (result i32) (local $step i32)
  (block $done
    (loop $next
      (br_if $done (i32.ge_u (local.get $step) (local.get $depth)))
      (if (i64.ne
            (call $number (local.get $choice) (local.get $move) (local.get $step))
            (i64.load32_u offset=@GAME_PATH@
              (i32.add (local.get $game) (i32.shl (local.get $step) (i32.const 2)))))
        (then (return (i32.const 0))))
      (local.set $step (i32.add (local.get $step) (i32.const 1)))
      (br $next)))
  (i32.const 1))

;; The address of the legal move that has a number after those it has begun with; 0 where none has, 1
;; where more is to be chosen.
(func $move_of (param $game i32) (param $given i32) (result i32)
  (local $n i32) (local $choice i32) (local $move i32) (local $depth i32) (local $found i32)
  (if (i32.lt_s (local.get $given) (i32.const 0)) (then (return (i32.const 0))))
  (local.set $n (i32.load offset=@GAME_KEPT@ (local.get $game)))
  (local.set $move (i32.add (local.get $game) (i32.const @GAME_MOVES@)))
  (if (i32.eqz (local.get $n))
    (then
      (local.set $n (call $legal))
      (local.set $move (i32.const @MOVES@))))
  (local.set $choice (i32.load offset=@PC@ (i32.const 0)))
  (local.set $depth (i32.load offset=@GAME_BEGUN@ (local.get $game)))
  (block $done
    (loop $next
      (br_if $done (i32.eqz (local.get $n)))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (if (i64.eq
            (call $number (local.get $choice) (local.get $move) (local.get $depth))
            (i64.extend_i32_s (local.get $given)))
        (then
          (if (call $goes_on (local.get $game) (local.get $choice) (local.get $move)
                (local.get $depth))
            (then
              (if (i64.lt_s
                    (call $number (local.get $choice) (local.get $move)
                      (i32.add (local.get $depth) (i32.const 1)))
                    (i64.const 0))
                (then (return (local.get $move))))
              (local.set $found (i32.const 1))))))
      (local.set $move (i32.add (local.get $move) (i32.const @WIDTH@)))
      (br $next)))
  (local.get $found))

;; Write the mask of what may be chosen next.
(func $legal_mask (param $game i32) (param $to i32)
  (local $n i32) (local $choice i32) (local $move i32) (local $depth i32) (local $number i64)
  (memory.fill (local.get $to) (i32.const 0) (i32.const @ACTIONS@))
  (if (i32.load offset=@GAME_DONE@ (local.get $game)) (then (return)))
  (local.set $n (call $legal))
  (local.set $choice (i32.load offset=@PC@ (i32.const 0)))
  (local.set $depth (i32.load offset=@GAME_BEGUN@ (local.get $game)))
  (local.set $move (i32.const @MOVES@))
  (i32.store offset=@GAME_KEPT@ (local.get $game) (i32.const 0))
  (if (i32.le_u (local.get $n) (i32.const @MOST_KEPT@))
    (then
      (i32.store offset=@GAME_KEPT@ (local.get $game) (local.get $n))
      (memory.copy (i32.add (local.get $game) (i32.const @GAME_MOVES@)) (i32.const @MOVES@)
        (i32.mul (local.get $n) (i32.const @WIDTH@)))))
  (loop $next
    (local.set $number
      (call $number (local.get $choice) (local.get $move) (local.get $depth)))
    (if (i32.and
          (i64.ge_s (local.get $number) (i64.const 0))
          (call $goes_on (local.get $game) (local.get $choice) (local.get $move)
            (local.get $depth)))
      (then
        (i32.store8 (i32.add (local.get $to) (i32.wrap_i64 (local.get $number)))
          (i32.const 1))))
    (local.set $move (i32.add (local.get $move) (i32.const @WIDTH@)))
    (br_if $next (local.tee $n (i32.sub (local.get $n) (i32.const 1))))))

;; ---------------------------------------------------------------- rewards

;; Put what each seat has got since the deal, as in engine/adapters/stepping.py. BATCH_REWARD is 0
;; for winning, 1 for points, 2 for what these are above the average.
(func $standing (param $to i32)
  (local $seat i32) (local $kind i32) (local $over i32) (local $bits i32) (local $value f64)
  (local $sum f64)
  (local.set $kind (i32.load offset=@BATCH_REWARD@ (i32.const 0)))
  (local.set $over (call $state_over))
  (if (local.get $over)
    (then
      (call $ranks (i32.const @RANKS@))
      (local.set $bits (call $winners (i32.const @RANKS@)))))
  (loop $next
    (local.set $value
      (if (result f64) (local.get $kind)
        (then (call $points_of (local.get $seat) (local.get $over)))
        (else
          (if (result f64) (local.get $over)
            (then (call $won_by (local.get $seat) (local.get $bits)))
            (else (f64.const 0))))))
    (local.set $sum (f64.add (local.get $sum) (local.get $value)))
    (f64.store (i32.add (local.get $to) (i32.shl (local.get $seat) (i32.const 3)))
      (local.get $value))
    (br_if $next
      (i32.lt_u (local.tee $seat (i32.add (local.get $seat) (i32.const 1))) (i32.const @SEATS@))))
  (if (i32.ne (local.get $kind) (i32.const 2)) (then (return)))
  (local.set $sum (f64.div (local.get $sum) (f64.const @SEATS@)))
  (loop $next
    (local.set $seat (i32.sub (local.get $seat) (i32.const 1)))
    (f64.store (i32.add (local.get $to) (i32.shl (local.get $seat) (i32.const 3)))
      (f64.sub
        (f64.load (i32.add (local.get $to) (i32.shl (local.get $seat) (i32.const 3))))
        (local.get $sum)))
    (br_if $next (local.get $seat))))

(func $points_of (param $seat i32) (param $over i32) (result f64)
  (if (local.get $over)
    (then
      (if (i32.eqz (i32.const @RANKINGS@)) (then (return (f64.const 0))))
      (return
        (f64.convert_i32_s
          (i32.load offset=@RANKS@ (i32.mul (local.get $seat) (i32.const @RANK_ROW@)))))))
  (f64.mul (f64.const @SIGN@)
    (f64.convert_i32_s
      (i32.load offset=@TOTALS@ (i32.shl (local.get $seat) (i32.const 2))))))

(func $won_by (param $seat i32) (param $bits i32) (result f64)
  (local $won i32)
  (local.set $won (i32.load offset=@WON@ (i32.const 0)))
  (if (i32.eq (local.get $won) (i32.const @NOBODY@)) (then (return (f64.const -1))))
  (if (i32.eq (local.get $bits) (i32.const @EVERYBODY@))
    (then (return (select (f64.const 1) (f64.const 0) (local.get $won)))))
  (if (i32.eqz (local.get $bits)) (then (return (f64.const 0))))
  (select (f64.const 1) (f64.const -1)
    (i32.and (i32.const 1) (i32.shr_u (local.get $bits) (local.get $seat)))))

;; Write each seat's reward: what it has got since the last time.
(func $pay (param $game i32) (param $to i32) (local $left i32)
  (call $standing (i32.const @STANDING@))
  (local.set $game (i32.add (local.get $game) (i32.const @GAME_GIVEN@)))
  (local.set $left (i32.const @GIVEN_BYTES@))
  (loop $next
    (local.set $left (i32.sub (local.get $left) (i32.const 8)))
    (f64.store (i32.add (local.get $to) (local.get $left))
      (f64.sub
        (f64.load offset=@STANDING@ (local.get $left))
        (f64.load (i32.add (local.get $game) (local.get $left)))))
    (f64.store (i32.add (local.get $game) (local.get $left))
      (f64.load offset=@STANDING@ (local.get $left)))
    (br_if $next (local.get $left))))

;; ---------------------------------------------------------------- steps

;; Write what a seat knows, with what its move has begun with, 1 added to each number.
(func $row_of (param $game i32) (param $seat i32) (param $to i32) (local $step i32)
  (call $row (local.get $seat) (local.get $to))
  (if (i32.eqz (i32.const @LATER@)) (then (return)))
  (local.set $to (i32.add (local.get $to) (i32.const @TENSOR_BYTES@)))
  (memory.fill (local.get $to) (i32.const 0) (i32.const @LATER_BYTES@))
  (block $done
    (loop $next
      (br_if $done
        (i32.ge_u (local.get $step) (i32.load offset=@GAME_BEGUN@ (local.get $game))))
      (f32.store (i32.add (local.get $to) (i32.shl (local.get $step) (i32.const 2)))
        (f32.convert_i32_s
          (i32.add (i32.const 1)
            (i32.load offset=@GAME_PATH@
              (i32.add (local.get $game) (i32.shl (local.get $step) (i32.const 2)))))))
      (local.set $step (i32.add (local.get $step) (i32.const 1)))
      (br $next))))

;; The address of something of a game: `at` is an address of BATCH, `width` bytes a game.
(func $of_game (param $at i32) (param $index i32) (param $width i32) (result i32)
  (i32.add (i32.load (local.get $at)) (i32.mul (local.get $index) (local.get $width))))

;; Write what a game shows to the seat that decides, or has decided last, and put it down.
(func $show (param $game i32) (param $index i32) (param $seat i32)
  (if (i32.eqz (i32.load offset=@GAME_DONE@ (local.get $game)))
    (then (local.set $seat (i32.load offset=@ME@ (i32.const 0)))))
  (i32.store (call $of_game (i32.const @BATCH_SEATS@) (local.get $index) (i32.const 4))
    (local.get $seat))
  (call $row_of (local.get $game) (local.get $seat)
    (call $of_game (i32.const @BATCH_ROWS@) (local.get $index) (i32.const @ROW_BYTES@)))
  (call $legal_mask (local.get $game)
    (call $of_game (i32.const @BATCH_MASKS@) (local.get $index) (i32.const @ACTIONS@)))
  (call $put_down (local.get $game)))

(func $flag (param $at i32) (param $index i32) (param $value i32)
  (i32.store8 (call $of_game (local.get $at) (local.get $index) (i32.const 1))
    (local.get $value)))

(func $step_game (param $game i32) (param $index i32) (param $given i32)
  (local $rewards i32) (local $seat i32) (local $move i32) (local $begun i32)
  (local.set $rewards
    (call $of_game (i32.const @BATCH_REWARDS@) (local.get $index) (i32.const @GIVEN_BYTES@)))
  (memory.fill (local.get $rewards) (i32.const 0) (i32.const @GIVEN_BYTES@))
  (if (i32.load offset=@GAME_DONE@ (local.get $game))
    (then
      (if (i32.eq (i32.load offset=@BATCH_RESETS@ (i32.const 0)) (i32.const @DISABLED@))
        (then (return)))
      (call $flag (i32.const @BATCH_OVER@) (local.get $index) (i32.const 0))
      (call $flag (i32.const @BATCH_CUT@) (local.get $index) (i32.const 0))
      (call $flag (i32.const @BATCH_ILLEGAL@) (local.get $index) (i32.const 0))
      (call $deal_game (local.get $game))
      (call $show (local.get $game) (local.get $index) (i32.const 0))
      (return)))
  (call $flag (i32.const @BATCH_OVER@) (local.get $index) (i32.const 0))
  (call $flag (i32.const @BATCH_CUT@) (local.get $index) (i32.const 0))
  (call $flag (i32.const @BATCH_ILLEGAL@) (local.get $index) (i32.const 0))
  (call $take_up (local.get $game))
  (local.set $seat (i32.load offset=@ME@ (i32.const 0)))
  (local.set $move (call $move_of (local.get $game) (local.get $given)))
  (if (i32.eq (local.get $move) (i32.const 1))
    (then
      (local.set $begun (i32.load offset=@GAME_BEGUN@ (local.get $game)))
      (i32.store offset=@GAME_PATH@
        (i32.add (local.get $game) (i32.shl (local.get $begun) (i32.const 2)))
        (local.get $given))
      (i32.store offset=@GAME_BEGUN@ (local.get $game)
        (i32.add (local.get $begun) (i32.const 1))))
    (else
      (i32.store offset=@GAME_BEGUN@ (local.get $game) (i32.const 0))
      (if (local.get $move)
        (then
          (drop (call $make (local.get $move)))
          (call $agents_play)
          (call $pay (local.get $game) (local.get $rewards))
          (call $flag (i32.const @BATCH_OVER@) (local.get $index) (call $state_over))
          (call $flag (i32.const @BATCH_CUT@) (local.get $index) (call $is_cut))
          (i32.store offset=@GAME_DONE@ (local.get $game) (call $done)))
        (else
          (f64.store (i32.add (local.get $rewards) (i32.shl (local.get $seat) (i32.const 3)))
            (f64.const -1))
          (call $flag (i32.const @BATCH_OVER@) (local.get $index) (i32.const 1))
          (call $flag (i32.const @BATCH_ILLEGAL@) (local.get $index) (i32.const 1))
          (i32.store offset=@GAME_DONE@ (local.get $game) (i32.const 1))))))
  (if (i32.and (i32.load offset=@GAME_DONE@ (local.get $game))
        (i32.eq (i32.load offset=@BATCH_RESETS@ (i32.const 0)) (i32.const @SAME_STEP@)))
    (then
      (call $put_down (local.get $game))
      (if (i32.const @BY_HAND@)
        (then
          (memory.copy
            (call $of_game (i32.const @BATCH_ENDS@) (local.get $index) (i32.const @BYTES@))
            (i32.const @STATE@) (i32.const @BYTES@))))
      (call $row_of (local.get $game) (local.get $seat)
        (call $of_game (i32.const @BATCH_FINALS@) (local.get $index) (i32.const @ROW_BYTES@)))
      (call $deal_game (local.get $game))))
  (call $show (local.get $game) (local.get $index) (local.get $seat)))

;; Choose a number in each game; return 0, or the number of the game that stopped with an error,
;; from 1.
(func (export "batch_step") (result i32) (local $index i32)
  (block $stopped
    (try_table (catch $stop $stopped)
      (loop $next
        (call $step_game
          (call $of_game (i32.const @BATCH_GAMES@) (local.get $index) (i32.const @GAME@))
          (local.get $index)
          (i32.load (call $of_game (i32.const @BATCH_CHOSEN@) (local.get $index)
            (i32.const 4))))
        (br_if $next
          (i32.lt_u (local.tee $index (i32.add (local.get $index) (i32.const 1)))
            (i32.load offset=@BATCH_COUNT@ (i32.const 0)))))
      (return (i32.const 0))))
  (i32.add (local.get $index) (i32.const 1)))

;; Deal the games whose integer at BATCH_CHOSEN isn't 0, with 2 those of the first numbers again; the
;; same result.
(func (export "batch_reset") (result i32) (local $index i32) (local $game i32) (local $how i32)
  (block $stopped
    (try_table (catch $stop $stopped)
      (loop $next
        (local.set $how
          (i32.load (call $of_game (i32.const @BATCH_CHOSEN@) (local.get $index)
            (i32.const 4))))
        (if (local.get $how)
          (then
            (local.set $game
              (call $of_game (i32.const @BATCH_GAMES@) (local.get $index)
                (i32.const @GAME@)))
            (if (i32.eq (local.get $how) (i32.const 2))
              (then
                (i64.store offset=@GAME_NUMBER@ (local.get $game)
                  (i64.add (i64.const 1)
                    (i64.extend_i32_u
                      (i32.add (i32.load offset=@BATCH_FIRST@ (i32.const 0))
                        (local.get $index)))))))
            (memory.fill
              (call $of_game (i32.const @BATCH_REWARDS@) (local.get $index)
                (i32.const @GIVEN_BYTES@))
              (i32.const 0) (i32.const @GIVEN_BYTES@))
            (call $flag (i32.const @BATCH_OVER@) (local.get $index) (i32.const 0))
            (call $flag (i32.const @BATCH_CUT@) (local.get $index) (i32.const 0))
            (call $flag (i32.const @BATCH_ILLEGAL@) (local.get $index) (i32.const 0))
            (call $deal_game (local.get $game))
            (call $show (local.get $game) (local.get $index) (i32.const 0))))
        (br_if $next
          (i32.lt_u (local.tee $index (i32.add (local.get $index) (i32.const 1)))
            (i32.load offset=@BATCH_COUNT@ (i32.const 0)))))
      (return (i32.const 0))))
  (i32.add (local.get $index) (i32.const 1)))

;; Put at BATCH_CHOSEN one of the numbers that may be chosen in each game, each equally likely; 0
;; where none may be. Each game has a generator for it.
(func (export "batch_sample") (result i32)
  (local $index i32) (local $at i32) (local $end i32) (local $start i32) (local $count i32)
  (loop $next
    (local.set $start
      (call $of_game (i32.const @BATCH_MASKS@) (local.get $index) (i32.const @ACTIONS@)))
    (local.set $end (i32.add (local.get $start) (i32.const @ACTIONS@)))
    (local.set $at (local.get $start))
    (local.set $count (i32.const 0))
    (loop $counting
      (local.set $count (i32.add (local.get $count) (i32.load8_u (local.get $at))))
      (br_if $counting
        (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 1)))
          (local.get $end))))
    (local.set $at (local.get $start))
    (if (local.get $count)
      (then
        (local.set $count
          (i32.add (i32.const 1)
            (call $below
              (i32.add (i32.const @GAME_SAMPLED@)
                (call $of_game (i32.const @BATCH_GAMES@) (local.get $index)
                  (i32.const @GAME@)))
              (local.get $count))))
        (loop $choosing
          (local.set $count (i32.sub (local.get $count) (i32.load8_u (local.get $at))))
          (local.set $at (i32.add (local.get $at) (i32.const 1)))
          (br_if $choosing (local.get $count)))
        (local.set $at (i32.sub (local.get $at) (i32.const 1)))))
    (i32.store (call $of_game (i32.const @BATCH_CHOSEN@) (local.get $index) (i32.const 4))
      (i32.sub (local.get $at) (local.get $start)))
    (br_if $next
      (i32.lt_u (local.tee $index (i32.add (local.get $index) (i32.const 1)))
        (i32.load offset=@BATCH_COUNT@ (i32.const 0)))))
  (i32.const 0))

;; ---------------------------------------------------------------- single positions

;; List the legal moves; write to a place all numbers of each, 4 bytes a number, −1 behind the last
;; one; return how many moves there are.
(func (export "numbered") (param $to i32) (result i32)
  (block $stopped
    (try_table (catch $stop $stopped) (return (call $numbered (local.get $to)))))
  (i32.const -1))

(func $numbered (param $to i32) (result i32)
  (local $n i32) (local $left i32) (local $move i32) (local $step i32)
  (local.set $n (call $legal))
  (if (i32.eqz (local.get $n)) (then (return (i32.const 0))))
  (local.set $left (local.get $n))
  (local.set $move (i32.const @MOVES@))
  (loop $next
    (local.set $step (i32.const 0))
    (loop $steps
      (i32.store (local.get $to)
        (i32.wrap_i64
          (call $number (i32.load offset=@PC@ (i32.const 0)) (local.get $move)
            (local.get $step))))
      (local.set $to (i32.add (local.get $to) (i32.const 4)))
      (br_if $steps
        (i32.le_u (local.tee $step (i32.add (local.get $step) (i32.const 1)))
          (i32.const @LATER@))))
    (local.set $move (i32.add (local.get $move) (i32.const @WIDTH@)))
    (br_if $next (local.tee $left (i32.sub (local.get $left) (i32.const 1)))))
  (local.get $n))
