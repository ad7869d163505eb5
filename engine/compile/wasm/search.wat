;; A tree search over positions that are sampled from what one seat knows (single-observer
;; information set search: Cowling, Powley and Whitehouse, 2012). Nodes are what has been chosen so
;; far, told apart by what the moves read as; each iteration walks down one sampled position, adds
;; a node, plays on and tells every seat on the way how it ended.
;;
;; At @SEARCH@, in bytes: 0 the samples, 4 how many, or 0 when a plan to sample from lies there (see
;; sample.wat); 8 the root, 12 the end of the tree's room, 16 the room that is free; 20 how many moves
;; the root has; 24 averages of moves, 28 the mask of their number; 32 a generator of seeds;
;; 40 decisions after the tree at most; 48 how many random moves a seat of a playout compares by their
;; averages, 52 how often of 1024 it doesn't; 56 exploration; 64 how much winning counts, against points;
;; 72 which sample is next; 76 how deep the tree may be; 80 how much less than others a move is worth
;; that hasn't been tried; 88 when what is tried most counts as settled, 96 iterations that are left;
;; 104 leads and 112 wins of the children that were last looked at; of a race between the root's moves
;; (see policy.wat) 120 how many are in it, 124 whose turn it is, 128 rounds that are done, 132 after how
;; many the worse half leaves it, 136 who decides at the root,
;; 144 how likely a move has to be for it, against the likeliest; 152 how much results far from the mean
;; are liked, 160 how much more the others' count than one's own; 168 where the numbers of samples stand
;; that what is remembered makes likely, 172 how many, a power of 2, or 0 where all are equally likely.
;;
;; A node, 40 bytes: 0 key, 8 visits, 12 of the root's children: how much they are preferred in the end,
;; 16 first child, 20 next sibling, 24 sum of leads, 32 sum of wins.

(func $seat_of (result i32) (i32.load offset=@ME@ (i32.const 0)))

;; The child of a node with a key, 0 when there is none yet.
(func $child (param $node i32) (param $key i64) (result i32)
  (local.set $node (i32.load offset=16 (local.get $node)))
  (loop $again
    (if (i32.eqz (local.get $node)) (then (return (i32.const 0))))
    (if (i64.eq (i64.load (local.get $node)) (local.get $key)) (then (return (local.get $node))))
    (local.set $node (i32.load offset=20 (local.get $node)))
    (br $again))
  (unreachable))

;; A new child of a node; 0 when there is no room.
(func $grow (param $node i32) (param $key i64) (result i32) (local $new i32)
  (local.set $new (i32.load offset=@SEARCH_FREE@ (i32.const 0)))
  (if (i32.gt_u (i32.add (local.get $new) (i32.const 40))
        (i32.load offset=@SEARCH_END@ (i32.const 0)))
    (then (return (i32.const 0))))
  (i32.store offset=@SEARCH_FREE@ (i32.const 0) (i32.add (local.get $new) (i32.const 40)))
  (memory.fill (local.get $new) (i32.const 0) (i32.const 40))
  (i64.store (local.get $new) (local.get $key))
  (i32.store offset=20 (local.get $new) (i32.load offset=16 (local.get $node)))
  (i32.store offset=16 (local.get $node) (local.get $new))
  (local.get $new))

;; Go down from a node by one decision of n legal moves: choose the one that is most promising by what
;; has been found of it and by how likely it is to be good beforehand (PUCT: Rosin, 2011; Silver et al.,
;; 2017). All moves compete from the beginning: what hasn't been tried counts as what has, on average,
;; less a little. Make it and return its node; 0 when there was no room for it.
(func $descend (param $node i32) (param $n i32) (param $root i32) (result i32)
  (local $i i32) (local $at i32) (local $move i32) (local $seat i32) (local $choice i32) (local $next i32)
  (local $visits i32) (local $best f64) (local $bound f64) (local $unknown f64) (local $wide f64)
  (local $picked i32) (local $alike i32)
  (local.set $seat (call $seat_of))
  (local.set $choice (i32.load offset=@PC@ (i32.const 0)))
  (if (local.get $root)
    (then
      (local.set $i (call $next_racer (local.get $seat) (local.get $n)))
      (if (i32.ge_s (local.get $i) (i32.const 0))
        (then
          (local.set $next
            (call $child (local.get $node)
              (i64.extend_i32_u (i32.add (local.get $i) (i32.const 1)))))
          (if (i32.eqz (local.get $next))
            (then
              (local.set $next
                (call $grow (local.get $node)
                  (i64.extend_i32_u (i32.add (local.get $i) (i32.const 1)))))))
          (drop (call $make
            (i32.add (i32.const @MOVES@) (i32.mul (local.get $i) (i32.const @WIDTH@)))))
          (return (local.get $next))))
      (local.set $i (i32.const 0))))
  (call $priors (local.get $choice) (local.get $n))
  (local.set $visits
    (call $children (local.get $node) (local.get $n) (local.get $root) (local.get $seat)
      (local.get $choice)))
  (local.set $wide
    (f64.mul (f64.load offset=@SEARCH_EXPLORE@ (i32.const 0))
      (f64.sqrt (f64.convert_i32_u (i32.add (local.get $visits) (i32.const 1))))))
  (local.set $unknown
    (if (result f64) (local.get $visits)
      (then
        (f64.sub
          (call $worth (local.get $seat) (f64.load offset=@SEARCH_LEADS@ (i32.const 0))
            (f64.load offset=@SEARCH_SHARES@ (i32.const 0))
            (f64.convert_i32_u (local.get $visits)))
          (f64.load offset=@SEARCH_LESS@ (i32.const 0))))
      (else (f64.const 0.5))))
  (local.set $best (f64.const -inf))
  (loop $again
    (local.set $at (i32.shl (local.get $i) (i32.const 2)))
    (local.set $next (i32.load offset=@CHILDREN@ (local.get $at)))
    (local.set $bound
      (f64.add
        (if (result f64) (local.get $next)
          (then
            (if (result f64) (i32.load offset=8 (local.get $next))
              (then
                (call $worth (local.get $seat) (f64.load offset=24 (local.get $next))
                  (f64.load offset=32 (local.get $next))
                  (f64.convert_i32_u (i32.load offset=8 (local.get $next)))))
              ;; one whose every trial has stopped with an error is the last resort
              (else (f64.const -1e9))))
          (else (local.get $unknown)))
        (f64.div
          (f64.mul (local.get $wide)
            (f64.promote_f32 (f32.load offset=@PRIORS@ (local.get $at))))
          (f64.convert_i32_u
            (if (result i32) (local.get $next)
              (then (i32.add (i32.load offset=8 (local.get $next)) (i32.const 1)))
              (else (i32.const 1)))))))
    (if (f64.gt (local.get $bound) (local.get $best))
      (then
        (local.set $best (local.get $bound))
        (local.set $picked (local.get $i))
        (local.set $alike (i32.const 1)))
      (else
        (if (f64.eq (local.get $bound) (local.get $best))
          (then
            (local.set $alike (i32.add (local.get $alike) (i32.const 1)))
            (if (i32.eqz (call $below (i32.const @PLAYOUTS@) (local.get $alike)))
              (then (local.set $picked (local.get $i))))))))
    (br_if $again
      (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
  (local.set $move
    (i32.add (i32.const @MOVES@) (i32.mul (local.get $picked) (i32.const @WIDTH@))))
  (local.set $next
    (i32.load offset=@CHILDREN@ (i32.shl (local.get $picked) (i32.const 2))))
  (if (i32.eqz (local.get $next))
    (then
      (local.set $next
        (call $grow (local.get $node)
          (call $child_key (local.get $picked) (local.get $root) (local.get $seat)
            (local.get $choice))))))
  (drop (call $make (local.get $move)))
  (local.get $next))

;; The key of the child to which the listed move of a number leads.
(func $child_key (param $i i32) (param $root i32) (param $seat i32) (param $choice i32) (result i64)
  (if (local.get $root)
    (then (return (i64.extend_i32_u (i32.add (local.get $i) (i32.const 1))))))
  (call $mix
    (i64.xor
      (call $key (local.get $choice)
        (i32.add (i32.const @MOVES@) (i32.mul (local.get $i) (i32.const @WIDTH@))))
      (i64.shl (i64.extend_i32_u (local.get $seat)) (i64.const 48)))))

;; Put the children that n listed moves lead to into @CHILDREN@, 0 for one that there isn't yet. Return
;; how often they were visited together; with what leads and wins stands in the search's fields.
(func $children (param $node i32) (param $n i32) (param $root i32) (param $seat i32)
  (param $choice i32) (result i32)
  (local $i i32) (local $found i32) (local $visits i32) (local $leads f64) (local $wins f64)
  (loop $again
    (local.set $found
      (call $child (local.get $node)
        (call $child_key (local.get $i) (local.get $root) (local.get $seat) (local.get $choice))))
    (i32.store offset=@CHILDREN@ (i32.shl (local.get $i) (i32.const 2)) (local.get $found))
    (if (local.get $found)
      (then
        (local.set $visits (i32.add (local.get $visits) (i32.load offset=8 (local.get $found))))
        (local.set $leads (f64.add (local.get $leads) (f64.load offset=24 (local.get $found))))
        (local.set $wins (f64.add (local.get $wins) (f64.load offset=32 (local.get $found))))))
    (br_if $again
      (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
  (f64.store offset=@SEARCH_LEADS@ (i32.const 0) (local.get $leads))
  (f64.store offset=@SEARCH_SHARES@ (i32.const 0) (local.get $wins))
  (local.get $visits))

;; ---------------------------------------------------------------- playing on

;; Whether an iteration has worked so long that it is judged where it is.
(func $tired (result i32)
  (i32.gt_u (i32.load offset=@WORK@ (i32.const 0)) (i32.const @MOST_WORK@)))

;; Play on. What was chosen and is to be learned from stands in @PLAYED@, 8 bytes each: its average and
;; its seat. Return how many there are.
(func $play_on (result i32)
  (local $left i32) (local $n i32) (local $count i32) (local $move i32)
  (local.set $left (i32.load offset=@SEARCH_MOST@ (i32.const 0)))
  (loop $again
    (if (call $state_over) (then (return (local.get $count))))
    (if (i32.or (i32.eqz (local.get $left)) (call $tired)) (then (return (local.get $count))))
    (local.set $left (i32.sub (local.get $left) (i32.const 1)))
    (local.set $n (call $legal))
    (if (i32.eq (local.get $n) (i32.const 1))
      (then (drop (call $make (i32.const @MOVES@))) (br $again)))
    (local.set $move (call $pick (local.get $n) (local.get $count)))
    (local.set $count
      (select (i32.add (local.get $count) (i32.const 1)) (local.get $count)
        (i32.lt_u (local.get $count) (i32.const @MOST_PLAYED@))))
    (drop (call $make (local.get $move)))
    (br $again))
  (unreachable))

;; Add up the weights of n moves; 0 where the rules advise nothing, or nothing but against them.
(func $weighed (param $choice i32) (param $n i32) (result i32)
  (local $total i32) (local $i i32) (local $move i32)
  (if (i32.eqz (call $advised (local.get $choice))) (then (return (i32.const 0))))
  (local.set $move (i32.const @MOVES@))
  (loop $again
    (local.set $total
      (i32.add (local.get $total) (call $weight (local.get $choice) (local.get $move))))
    (i32.store offset=@WEIGHTS@ (i32.shl (local.get $i) (i32.const 2)) (local.get $total))
    (local.set $move (i32.add (local.get $move) (i32.const @WIDTH@)))
    (br_if $again
      (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
  (local.get $total))

;; ---------------------------------------------------------------- beginning

;; Begin a search of so many iterations in which the root has some moves; all that is random in it
;; comes from the seed.
(func $begin_search (param $moves i32) (param $seed i64) (param $iterations i32) (local $mask i32)
  (local.set $mask
    (i32.shr_u (i32.const -1) (i32.clz (i32.shl (local.get $iterations) (i32.const 4)))))
  (local.set $mask
    (select (local.get $mask) (i32.const @FEWEST_AVERAGES@)
      (i32.gt_u (local.get $mask) (i32.const @FEWEST_AVERAGES@))))
  (local.set $mask
    (select (local.get $mask) (i32.const @MOST_AVERAGES@)
      (i32.lt_u (local.get $mask) (i32.const @MOST_AVERAGES@))))
  (i32.store offset=@SEARCH_MASK@ (i32.const 0) (local.get $mask))
  (memory.fill (i32.load offset=@SEARCH_AVERAGES@ (i32.const 0)) (i32.const 0)
    (i32.shl (i32.add (local.get $mask) (i32.const 1)) (i32.const 4)))
  (memory.fill (i32.load offset=@SEARCH_ROOT@ (i32.const 0)) (i32.const 0) (i32.const 40))
  (memory.fill (i32.const @JUDGED@) (i32.const 0) (i32.mul (i32.const 48) (i32.const @SEATS@)))
  (i32.store offset=@SEARCH_FREE@ (i32.const 0)
    (i32.add (i32.load offset=@SEARCH_ROOT@ (i32.const 0)) (i32.const 40)))
  (i32.store offset=@SEARCH_MOVES@ (i32.const 0) (local.get $moves))
  (i32.store offset=@SEARCH_LEFT@ (i32.const 0) (local.get $iterations))
  (i32.store offset=@SEARCH_NEXT@ (i32.const 0) (i32.const 0))
  (memory.fill (i32.const @SEARCH_RACING@) (i32.const 0) (i32.const 20))
  (call $seed (i32.const @PLAYOUTS@) (local.get $seed))
  (i64.store offset=@SEARCH_SEED@ (i32.const 0) (call $two_words))
  (i64.store offset=@PLAYOUTS@ (i32.const 0) (call $two_words)))

(func $two_words (result i64)
  (i64.or
    (i64.extend_i32_u (call $below (i32.const @PLAYOUTS@) (i32.const 0x80000000)))
    (i64.shl
      (i64.extend_i32_u (call $below (i32.const @PLAYOUTS@) (i32.const 0x80000000)))
      (i64.const 32))))

(func (export "begin_search") (param $moves i32) (param $seed i32) (param $iterations i32)
  (result i32)
  (call $begin_search (local.get $moves) (i64.extend_i32_u (local.get $seed))
    (local.get $iterations))
  (i32.const 0))

;; ---------------------------------------------------------------- iterations

;; Go on from the next position, with fresh randomness; in a round of a race from the same, with the same.
(func $sampled (local $number i32) (local $seed i64) (local $again i32)
  (local.set $again (i32.load offset=@SEARCH_TURN@ (i32.const 0)))
  (local.set $seed
    (i64.add (i64.load offset=@SEARCH_SEED@ (i32.const 0))
      (i64.extend_i32_u (i32.eqz (local.get $again)))))
  (i64.store offset=@SEARCH_SEED@ (i32.const 0) (local.get $seed))
  (local.set $number (i32.wrap_i64 (local.get $seed)))
  (local.set $seed (call $mix (local.get $seed)))
  (if (i32.load offset=@SEARCH_RACING@ (i32.const 0))
    (then (i64.store offset=@PLAYOUTS@ (i32.const 0) (call $mix (local.get $seed)))))
  (if (i32.load offset=@SEARCH_MANY@ (i32.const 0))
    (then
      (call $likely_sample (local.get $number) (local.get $seed))
      (return)))
  (if (i32.eqz (i32.load offset=@SEARCH_COUNT@ (i32.const 0)))
    (then
      (call $sample (i32.load offset=@SEARCH@ (i32.const 0)) (local.get $seed))
      (return)))
  (local.set $number (i32.load offset=@SEARCH_NEXT@ (i32.const 0)))
  (if (local.get $again)
    (then
      (local.set $number
        (i32.sub
          (select (local.get $number) (i32.load offset=@SEARCH_COUNT@ (i32.const 0))
            (local.get $number))
          (i32.const 1)))))
  (memory.copy (i32.const @STATE@)
    (i32.add (i32.load offset=@SEARCH@ (i32.const 0))
      (i32.mul (local.get $number) (i32.const @BYTES@)))
    (i32.const @BYTES@))
  (local.set $number (i32.add (local.get $number) (i32.const 1)))
  (i32.store offset=@SEARCH_NEXT@ (i32.const 0)
    (select (i32.const 0) (local.get $number)
      (i32.ge_u (local.get $number) (i32.load offset=@SEARCH_COUNT@ (i32.const 0)))))
  (call $seed (i32.const @RNG@) (local.get $seed)))

;; Sample one of the positions that are likely, the next for each number, in leaps, so that few numbers
;; see something of them all; what nobody knows is as chance will have it.
(func $likely_sample (param $number i32) (param $seed i64)
  (call $sample (i32.load offset=@SEARCH@ (i32.const 0))
    (i64.extend_i32_u
      (i32.load
        (i32.add (i32.load offset=@SEARCH_NUMBERS@ (i32.const 0))
          (i32.shl
            (i32.and (i32.mul (local.get $number) (i32.const 159))
              (i32.sub (i32.load offset=@SEARCH_MANY@ (i32.const 0)) (i32.const 1)))
            (i32.const 2))))))
  (call $seed (i32.const @RNG@) (local.get $seed))
  (call $stirred))

(func $iterate
  (local $node i32) (local $next i32) (local $depth i32) (local $n i32) (local $place i32)
  (local $forced i32) (local $root i32)
  (call $sampled)
  (i32.store offset=@WORK@ (i32.const 0) (i32.const 0))
  (local.set $root (i32.load offset=@SEARCH_ROOT@ (i32.const 0)))
  (local.set $node (local.get $root))
  (block $leaf
    (loop $down
      (br_if $leaf (call $state_over))
      (br_if $leaf (i32.ge_u (local.get $depth) (i32.load offset=@SEARCH_DEEP@ (i32.const 0))))
      (local.set $n (call $legal))
      (if (i32.eq (local.get $node) (local.get $root))
        (then
          (if (i32.ne (local.get $n) (i32.load offset=@SEARCH_MOVES@ (i32.const 0)))
            (then (call $fail (i32.const @UNLIKE@)))))
        (else
          (if (i32.eq (local.get $n) (i32.const 1))
            (then
              (br_if $leaf
                (i32.or (call $tired)
                  (i32.ge_u (local.tee $forced (i32.add (local.get $forced) (i32.const 1)))
                    (i32.load offset=@SEARCH_MOST@ (i32.const 0)))))
              (drop (call $make (i32.const @MOVES@)))
              (br $down)))))
      (local.set $place (i32.shl (local.get $depth) (i32.const 3)))
      (i32.store offset=@PATH_SEAT@ (local.get $place) (call $seat_of))
      (local.set $next
        (call $descend (local.get $node) (local.get $n)
          (i32.eq (local.get $node) (local.get $root))))
      (br_if $leaf (i32.eqz (local.get $next)))
      (i32.store offset=@PATH@ (local.get $place) (local.get $next))
      (local.set $depth (i32.add (local.get $depth) (i32.const 1)))
      (local.set $node (local.get $next))
      (br_if $down (i32.load offset=8 (local.get $next)))))
  (local.set $n (call $play_on))
  (call $judge)
  (call $learn (local.get $n))
  (loop $up
    (if (local.get $depth)
      (then
        (local.set $depth (i32.sub (local.get $depth) (i32.const 1)))
        (local.set $place (i32.shl (local.get $depth) (i32.const 3)))
        (call $credit (i32.load offset=@PATH@ (local.get $place))
          (i32.load offset=@PATH_SEAT@ (local.get $place)))
        (br $up)))))

(func $credit (param $node i32) (param $seat i32) (local $at i32)
  (local.set $at (call $judged (local.get $seat)))
  (i32.store offset=8 (local.get $node)
    (i32.add (i32.load offset=8 (local.get $node)) (i32.const 1)))
  (f64.store offset=24 (local.get $node)
    (f64.add (f64.load offset=24 (local.get $node)) (f64.load (local.get $at))))
  (f64.store offset=32 (local.get $node)
    (f64.add (f64.load offset=32 (local.get $node)) (f64.load offset=8 (local.get $at)))))

;; How good one of the moves that were listed is by the rules' advice; -1 where that is an error.
(func (export "weight") (param $number i32) (result i32)
  (block $stopped
    (try_table (catch $stop $stopped)
      (return
        (call $weight (i32.load offset=@PC@ (i32.const 0))
          (i32.add (i32.const @MOVES@) (i32.mul (local.get $number) (i32.const @WIDTH@)))))))
  (i32.const -1))

;; Do some iterations, each apart: what stops with an error is counted and left. Return how many
;; didn't. It is looked now and then whether what is left can still change what is tried most.
(func $search (export "search") (param $count i32) (result i32) (local $fine i32) (local $left i32)
  (local.set $left (i32.load offset=@SEARCH_LEFT@ (i32.const 0)))
  (loop $again
    (if (i32.and (i32.ne (local.get $count) (i32.const 0))
          (i32.ne (local.get $left) (i32.const 0)))
      (then
        (local.set $fine (i32.add (local.get $fine) (call $tried)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (local.set $left (i32.sub (local.get $left) (i32.const 1)))
        (if (i32.load offset=@STOP@ (i32.const 0)) (then (local.set $count (i32.const 0))))
        (if (i32.eqz (i32.and (local.get $left) (i32.const 63)))
          (then
            (if (call $settled (local.get $left)) (then (local.set $left (i32.const 0))))))
        (br $again))))
  (i32.store offset=@SEARCH_LEFT@ (i32.const 0) (local.get $left))
  (call $prefer)
  (local.get $fine))

;; Write to each child of the root how much it is preferred.
(func $prefer (local $node i32)
  (local.set $node (i32.load offset=16 (i32.load offset=@SEARCH_ROOT@ (i32.const 0))))
  (loop $again
    (if (local.get $node)
      (then
        (f32.store offset=12 (local.get $node) (call $preferred (local.get $node)))
        (local.set $node (i32.load offset=20 (local.get $node)))
        (br $again)))))

(func $tried (result i32)
  (block $stopped
    (try_table (catch $stop $stopped) (call $iterate) (return (i32.const 1))))
  (i32.const 0))
