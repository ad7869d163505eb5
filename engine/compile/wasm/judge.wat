;; How a game in mind went: how far each seat is ahead, its share of the win, and how good that is
;; compared with all that has been seen in this search.
;;
;; At @JUDGED@ for each seat, 48 bytes: 0 lead, 8 win, 16 mean lead, 24 sum of squared differences,
;; 32 factor that brings leads to a common size, 40 how many.

(func $judged (param $seat i32) (result i32)
  (i32.add (i32.const @JUDGED@) (i32.mul (local.get $seat) (i32.const 48))))

;; A seat's share of the win, given those who win as bits. Whoever wins shares it with the other
;; sides that do. If nobody does, it is shared by all; but to have won together is more than that.
(func $share_of (param $seat i32) (param $won i32) (result f64) (local $sides i32) (local $other i32)
  (if (i32.eqz (local.get $won))
    (then
      (return
        (select (f64.const 0) (f64.div (f64.const 1) (f64.convert_i32_u (i32.const @SIDES@)))
          (i32.eq (i32.const @SIDES@) (i32.const 1))))))
  (if (i32.and (i32.load offset=@WON@ (i32.const 0))
        (i32.eq (i32.popcnt (local.get $won)) (i32.const @SEATS@)))
    (then (return (f64.const 1))))
  (loop $others
    (if (i32.and (i32.shr_u (local.get $won) (local.get $other)) (i32.const 1))
      (then
        (local.set $sides
          (i32.or (local.get $sides)
            (i32.shl (i32.const 1) (i32.rem_u (local.get $other) (i32.const @SIDES@)))))))
    (br_if $others
      (i32.lt_u (local.tee $other (i32.add (local.get $other) (i32.const 1)))
        (i32.const @SEATS@))))
  (f64.div
    (f64.convert_i32_u
      (i32.and (i32.const 1)
        (i32.shr_u (local.get $sides) (i32.rem_u (local.get $seat) (i32.const @SIDES@)))))
    (f64.convert_i32_u (i32.popcnt (local.get $sides)))))

;; Tell for each seat how it stands, as if the game ended here, and its share of the win. The
;; position is of no use afterwards.
(func $judge (local $won i32) (local $seat i32) (local $at i32)
  (if (i32.eqz (call $state_over))
    (then
      (i32.store offset=@LAST@ (i32.const 0) (i32.const 1))
      (drop (call $until (i32.const @ROUND_END@) (i32.const -1)))))
  (call $ranks (i32.const @RANKS@))
  (local.set $won (call $winners (i32.const @RANKS@)))
  (loop $seats
    (local.set $at (call $judged (local.get $seat)))
    (f64.store (local.get $at)
      (call $liked (local.get $at) (i32.rem_u (local.get $seat) (i32.const @SIDES@))))
    (f64.store offset=8 (local.get $at) (call $share_of (local.get $seat) (local.get $won)))
    (call $spread (local.get $at))
    (br_if $seats
      (i32.lt_u (local.tee $seat (i32.add (local.get $seat) (i32.const 1))) (i32.const @SEATS@)))))

;; How far a side is ahead, as far as it likes it: by its character it takes chances or shuns them, and
;; minds more or less what the best other side has.
(func $liked (param $at i32) (param $side i32) (result f64) (local $lead f64)
  (local.set $lead (f64.convert_i64_s (call $lead_by_rank (local.get $side))))
  (if (f64.ne (f64.load offset=@SEARCH_OTHERS@ (i32.const 0)) (f64.const 0))
    (then
      (local.set $lead
        (f64.add (local.get $lead)
          (f64.mul (f64.load offset=@SEARCH_OTHERS@ (i32.const 0))
            (f64.sub (local.get $lead)
              (f64.convert_i64_s (call $first_of (local.get $side)))))))))
  (f64.add (local.get $lead)
    (f64.mul (f64.load offset=@SEARCH_RISK@ (i32.const 0))
      (f64.abs (f64.sub (local.get $lead) (f64.load offset=16 (local.get $at)))))))

;; Keep the mean and the spread of a seat's leads up to date (Welford, 1962).
(func $spread (param $at i32) (local $n f64) (local $off f64) (local $mean f64) (local $m2 f64)
  (local.set $n (f64.add (f64.load offset=40 (local.get $at)) (f64.const 1)))
  (f64.store offset=40 (local.get $at) (local.get $n))
  (local.set $off (f64.sub (f64.load (local.get $at)) (f64.load offset=16 (local.get $at))))
  (local.set $mean
    (f64.add (f64.load offset=16 (local.get $at)) (f64.div (local.get $off) (local.get $n))))
  (f64.store offset=16 (local.get $at) (local.get $mean))
  (local.set $m2
    (f64.add (f64.load offset=24 (local.get $at))
      (f64.mul (local.get $off) (f64.sub (f64.load (local.get $at)) (local.get $mean)))))
  (f64.store offset=24 (local.get $at) (local.get $m2))
  (f64.store offset=32 (local.get $at)
    (if (result f64) (f64.gt (local.get $m2) (f64.const 0))
      (then
        (f64.div (f64.const 0.25) (f64.sqrt (f64.div (local.get $m2) (local.get $n)))))
      (else (f64.const 0)))))

;; How good a number of results is for a seat, about 0 to 1.
(func $worth (param $seat i32) (param $leads f64) (param $wins f64) (param $n f64) (result f64)
  (local $at i32) (local $w f64)
  (local.set $at (call $judged (local.get $seat)))
  (local.set $w (f64.load offset=@SEARCH_WINS@ (i32.const 0)))
  (f64.add
    (f64.mul (local.get $w) (f64.div (local.get $wins) (local.get $n)))
    (f64.mul (f64.sub (f64.const 1) (local.get $w))
      (f64.add (f64.const 0.5)
        (f64.mul (f64.load offset=32 (local.get $at))
          (f64.sub (f64.div (local.get $leads) (local.get $n))
            (f64.load offset=16 (local.get $at))))))))
