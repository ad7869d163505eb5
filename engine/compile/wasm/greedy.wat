;; Decisions guided by the ledger: what would give the best lead if the game ended right after.
;; They are made on the position itself, so only on one that was sampled from what a seat knows.

;; How far a seat's side is ahead of the best other one by the first ranking if the game ended here,
;; as in engine/agents/standing.py; the state is of no use afterwards.
(func $lead (param $seat i32) (result i32)
  (local $other i32) (local $best i32) (local $won i32) (local $side i32)
  (call $end_here)
  (local.set $side (i32.rem_u (local.get $seat) (i32.const @SIDES@)))
  (local.set $won (i32.load offset=@WON@ (i32.const 0)))
  (if (local.get $won)
    (then
      (local.set $best (call $seats_of (local.get $side)))
      (if (i32.eqz (i32.and (local.get $won) (local.get $best)))
        (then (return (i32.const @LOSS@))))
      (return
        (select (i32.const 0) (i32.sub (i32.const 0) (i32.const @LOSS@))
          (i32.and (local.get $won) (i32.xor (local.get $best) (i32.const -1)))))))
  (call $ranks (i32.const @RANKS@))
  (local.set $best (i32.const -2147483648))
  (loop $others
    (if (i32.ne (local.get $other) (local.get $side))
      (then
        (local.set $won (call $first_of (local.get $other)))
        (local.set $best
          (select (local.get $won) (local.get $best)
            (i32.gt_s (local.get $won) (local.get $best))))))
    (br_if $others
      (i32.lt_u (local.tee $other (i32.add (local.get $other) (i32.const 1))) (i32.const @SIDES@))))
  (i32.sub (call $first_of (local.get $side))
    (select (i32.const 0) (local.get $best) (i32.eq (local.get $best) (i32.const -2147483648)))))

;; The seats of a side, as bits.
(func $seats_of (param $side i32) (result i32) (local $found i32)
  (loop $again
    (local.set $found
      (i32.or (local.get $found) (i32.shl (i32.const 1) (local.get $side))))
    (br_if $again
      (i32.lt_u (local.tee $side (i32.add (local.get $side) (i32.const @SIDES@)))
        (i32.const @SEATS@))))
  (local.get $found))

;; What the seats of a side are ranked by first, added up.
(func $first_of (param $side i32) (result i32) (local $sum i32)
  (if (result i32) (i32.const @RANKINGS@)
    (then
      (loop $again
        (local.set $sum
          (i32.add (local.get $sum)
            (i32.load offset=@RANKS@ (i32.mul (local.get $side) (i32.const @RANK_ROW@)))))
        (br_if $again
          (i32.lt_u (local.tee $side (i32.add (local.get $side) (i32.const @SIDES@)))
            (i32.const @SEATS@))))
      (local.get $sum))
    (else (i32.const 0))))

;; Let the game end with every score paid; where the rules can't do that here, leave it as it is.
(func $end_here
  (if (call $state_over) (then (return)))
  (memory.copy (i32.const @ASIDE@) (i32.const @STATE@) (i32.const @BYTES@))
  (block $stopped
    (try_table (catch $stop $stopped)
      (i32.store offset=@LAST@ (i32.const 0) (i32.const 1))
      (drop (call $run (i32.const @ROUND_END@)))
      (return)))
  (memory.copy (i32.const @STATE@) (i32.const @ASIDE@) (i32.const @BYTES@)))

;; What the n moves that were listed are worth, each at its place of VALUES.
(func $worths (param $n i32) (local $i i32) (local $seat i32)
  (local.set $seat (i32.load offset=@ME@ (i32.const 0)))
  (memory.copy (i32.const @BEFORE@) (i32.const @STATE@) (i32.const @BYTES@))
  (loop $next
    (i32.store offset=@VALUES@ (i32.shl (local.get $i) (i32.const 2))
      (call $worth_of (local.get $i) (local.get $seat)))
    (memory.copy (i32.const @STATE@) (i32.const @BEFORE@) (i32.const @BYTES@))
    (br_if $next
      (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))

(func $worth_of (param $move i32) (param $seat i32) (result i32)
  (block $stopped
    (try_table (catch $stop $stopped)
      (drop (call $make
        (i32.add (i32.const @MOVES@) (i32.mul (local.get $move) (i32.const @WIDTH@)))))
      (return (call $lead (local.get $seat)))))
  (i32.const @WORST@))

;; Choose the best of n moves; among equals, first the chance decides on the action, then on its
;; arguments, as the agent `greedy` does.
(func $best_of (param $n i32) (param $chance i32) (result i32)
  (local $i i32) (local $best i32) (local $value i32) (local $actions i32) (local $last i32)
  (local $action i32) (local $same i32)
  (local.set $best (i32.const -2147483648))
  (local.set $last (i32.const -2))
  (loop $again
    (local.set $value (i32.load offset=@VALUES@ (i32.shl (local.get $i) (i32.const 2))))
    (if (i32.gt_s (local.get $value) (local.get $best))
      (then
        (local.set $best (local.get $value))
        (local.set $actions (i32.const 0))
        (local.set $last (i32.const -2))))
    (if (i32.and (i32.eq (local.get $value) (local.get $best))
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
(func $tied_action (param $n i32) (param $best i32) (param $which i32) (result i32)
  (local $i i32) (local $last i32)
  (local.set $last (i32.const -2))
  (loop $again
    (if (i32.and
          (i32.eq (i32.load offset=@VALUES@ (i32.shl (local.get $i) (i32.const 2)))
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
(func $ties (param $n i32) (param $best i32) (param $action i32) (param $which i32) (result i32)
  (local $i i32) (local $count i32)
  (loop $again
    (if (i32.and
          (i32.eq (i32.load offset=@VALUES@ (i32.shl (local.get $i) (i32.const 2)))
            (local.get $best))
          (i32.eq (call $action_of (local.get $i)) (local.get $action)))
      (then
        (if (i32.eq (local.get $count) (local.get $which)) (then (return (local.get $i))))
        (local.set $count (i32.add (local.get $count) (i32.const 1)))))
    (br_if $again
      (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
  (local.get $count))

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

;; List the legal moves and put to VALUES how far whoever decides would be ahead after each.
(func (export "values") (result i32) (local $n i32)
  (block $stopped
    (try_table (catch $stop $stopped)
      (local.set $n (call $legal))
      (if (local.get $n) (then (call $worths (local.get $n))))
      (return (local.get $n))))
  (i32.const -1))
