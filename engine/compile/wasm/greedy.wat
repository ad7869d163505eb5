;; Decisions guided by the ledger: what would give the best lead if the game ended right after, number
;; for number as in engine/agents/greedy.py and engine/agents/evaluation.py.

;; How many bytes of the position are ever looked at: see `$observe`. All of them where nothing was
;; observed.
(global $live (mut i32) (i32.const @BYTES@))

;; Add to @SUMS@, 8 bytes each, how far a seat is ahead after each of n listed moves. The position is of
;; no use afterwards; it is kept at @BEFORE@.
(func $add_leads (param $n i32) (param $seat i32) (local $i i32) (local $at i32)
  (memory.copy (i32.const @BEFORE@) (i32.const @STATE@) (global.get $live))
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

(func $forget_sums (param $n i32)
  (memory.fill (i32.const @SUMS@) (i32.const 0) (i32.shl (local.get $n) (i32.const 3))))

;; A seat's lead after a move; a move that meets an error is the worst. Where scores can't be paid, they
;; stay unpaid.
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
      (return (call $lead (local.get $seat)))))
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

;; ---------------------------------------------------------------- how a position stands

;; How far a seat's side is ahead of the best other one, in a position in which everything is paid.
(func $lead (param $seat i32) (result i64) (local $side i32) (local $own i32) (local $won i32)
  (local.set $side (i32.rem_u (local.get $seat) (i32.const @SIDES@)))
  (local.set $won (i32.load offset=@WON@ (i32.const 0)))
  (if (local.get $won)
    (then
      (if (i32.and (i32.eq (local.get $won) (i32.const @DRAWN@))
            (i32.gt_u (i32.const @SIDES@) (i32.const 1)))
        (then (return (i64.const 0))))
      (local.set $own (call $seats_of (local.get $side)))
      (if (i32.eqz (i32.and (local.get $won) (local.get $own)))
        (then (return (i64.const @LOSS@))))
      (return
        (select (i64.const 0) (i64.sub (i64.const 0) (i64.const @LOSS@))
          (i32.and (local.get $won) (i32.xor (local.get $own) (i32.const -1)))))))
  (call $ranks (i32.const @RANKS@))
  (call $lead_by_rank (local.get $side)))

;; The seats of a side, as bits.
(func $seats_of (param $side i32) (result i32) (local $found i32)
  (loop $again
    (local.set $found
      (i32.or (local.get $found) (i32.shl (i32.const 1) (local.get $side))))
    (br_if $again
      (i32.lt_u (local.tee $side (i32.add (local.get $side) (i32.const @SIDES@)))
        (i32.const @SEATS@))))
  (local.get $found))

;; How far a side is ahead of the best other one by the first ranking, which stands at @RANKS@; alone,
;; how high it stands. Sides are teams, or everybody alone, or all together where the rules rank nobody
;; apart.
(func $lead_by_rank (param $side i32) (result i64)
  (local $other i32) (local $best i64) (local $value i64)
  (if (i32.eq (i32.const @SIDES@) (i32.const 1))
    (then (return (call $first_of (i32.const 0)))))
  (local.set $best (i64.const -9223372036854775808))
  (loop $others
    (if (i32.ne (local.get $other) (local.get $side))
      (then
        (local.set $value (call $first_of (local.get $other)))
        (local.set $best
          (select (local.get $value) (local.get $best)
            (i64.gt_s (local.get $value) (local.get $best))))))
    (br_if $others
      (i32.lt_u (local.tee $other (i32.add (local.get $other) (i32.const 1))) (i32.const @SIDES@))))
  (i64.sub (call $first_of (local.get $side)) (local.get $best)))

;; What the seats of a side are ranked by first, added up.
(func $first_of (param $side i32) (result i64) (local $sum i64)
  (if (i32.eqz (i32.const @RANKINGS@)) (then (return (i64.const 0))))
  (loop $again
    (local.set $sum
      (i64.add (local.get $sum)
        (i64.load32_s offset=@RANKS@ (i32.mul (local.get $side) (i32.const @RANK_ROW@)))))
    (br_if $again
      (i32.lt_u (local.tee $side (i32.add (local.get $side) (i32.const @SIDES@)))
        (i32.const @SEATS@))))
  (local.get $sum))

;; ---------------------------------------------------------------- the best move

;; Choose the best of n moves by @SUMS@; among equals, first the chance decides on the action, then on
;; its arguments.
(func $best_of (param $n i32) (param $chance i32) (result i32)
  (local $i i32) (local $best i64) (local $value i64) (local $actions i32) (local $last i32)
  (local $action i32) (local $same i32)
  (local.set $best (i64.const -9223372036854775808))
  (local.set $last (i32.const -2))
  (loop $again
    (local.set $value (i64.load offset=@SUMS@ (i32.shl (local.get $i) (i32.const 3))))
    (if (i64.gt_s (local.get $value) (local.get $best))
      (then
        (local.set $best (local.get $value))
        (local.set $actions (i32.const 0))
        (local.set $last (i32.const -2))))
    (if (i32.and (i64.eq (local.get $value) (local.get $best))
          (i32.ne (call $action_of (local.get $i)) (local.get $last)))
      (then
        (local.set $last (call $action_of (local.get $i)))
        (local.set $actions (i32.add (local.get $actions) (i32.const 1)))))
    (br_if $again
      (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
  (local.set $actions (call $below (local.get $chance) (local.get $actions)))
  (local.set $action (call $tied_action (local.get $n) (local.get $best) (local.get $actions)))
  (local.set $same (call $ties (local.get $n) (local.get $best) (local.get $action) (i32.const -1)))
  (call $ties (local.get $n) (local.get $best) (local.get $action)
    (call $below (local.get $chance) (local.get $same))))

(func $action_of (param $move i32) (result i32)
  (i32.load offset=@MOVES@ (i32.mul (local.get $move) (i32.const @WIDTH@))))

;; The action that comes at a place among those with a best move; they are listed together.
(func $tied_action (param $n i32) (param $best i64) (param $which i32) (result i32)
  (local $i i32) (local $last i32)
  (local.set $last (i32.const -2))
  (loop $again
    (if (i32.and
          (i64.eq (i64.load offset=@SUMS@ (i32.shl (local.get $i) (i32.const 3)))
            (local.get $best))
          (i32.ne (call $action_of (local.get $i)) (local.get $last)))
      (then
        (local.set $last (call $action_of (local.get $i)))
        (if (i32.eqz (local.get $which)) (then (return (local.get $last))))
        (local.set $which (i32.sub (local.get $which) (i32.const 1)))))
    (br_if $again
      (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
  (local.get $last))

;; How many best moves an action has; or, given which of them, that move's number.
(func $ties (param $n i32) (param $best i64) (param $action i32) (param $which i32) (result i32)
  (local $i i32) (local $count i32)
  (loop $again
    (if (i32.and
          (i64.eq (i64.load offset=@SUMS@ (i32.shl (local.get $i) (i32.const 3)))
            (local.get $best))
          (i32.eq (call $action_of (local.get $i)) (local.get $action)))
      (then
        (if (i32.eq (local.get $count) (local.get $which)) (then (return (local.get $i))))
        (local.set $count (i32.add (local.get $count) (i32.const 1)))))
    (br_if $again
      (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
  (local.get $count))

;; ---------------------------------------------------------------- exports

;; Put to @SUMS@ what the n listed moves are worth to whoever decides, on the position as it is, so only
;; good for one that was sampled from what a seat knows. Changes nothing else.
(func $worths (param $n i32)
  (global.set $live (i32.const @BYTES@))
  (call $forget_sums (local.get $n))
  (call $add_leads (local.get $n) (i32.load offset=@ME@ (i32.const 0)))
  (call $take_back))

(func $play_greedily (param $most i32) (result i32) (local $n i32)
  (block $over
    (loop $next
      (br_if $over (call $state_over))
      (if (i32.eqz (local.get $most)) (then (return (i32.const 1))))
      (local.set $most (i32.sub (local.get $most) (i32.const 1)))
      (local.set $n (call $legal))
      (if (i32.gt_u (local.get $n) (i32.const 1))
        (then
          (call $worths (local.get $n))
          (local.set $n (call $best_of (local.get $n) (i32.const @PLAYOUTS@))))
        (else (local.set $n (i32.const 0))))
      (drop (call $make
        (i32.add (i32.const @MOVES@) (i32.mul (local.get $n) (i32.const @WIDTH@)))))
      (br $next)))
  (i32.const 0))

;; Play on from a state, every seat greedily, for at most some decisions: 0 when the game is over.
(func (export "greedy_playout") (param $most i32) (result i32)
  (block $stopped
    (try_table (catch $stop $stopped) (return (call $play_greedily (local.get $most)))))
  (i32.const -1))

;; List the legal moves and put to @SUMS@ how far whoever decides would be ahead after each.
(func (export "values") (result i32) (local $n i32)
  (block $stopped
    (try_table (catch $stop $stopped)
      (local.set $n (call $legal))
      (if (local.get $n) (then (call $worths (local.get $n))))
      (return (local.get $n))))
  (i32.const -1))
