-- wide
SELECT toString('fairbits-statistics=1&layout=wide&sums=whole&cutoff=mml%3A500&tolerance=0.000001&table=shop.predictions&turn=0.5%200.3%200.2&class=home&class=draw&class=o%27neill') AS fairbits, toString('') AS status, toString('') AS truth, toString('') AS modal, toString('') AS impossible, toString('') AS above, toString('') AS n_n, toString('') AS n_ties, toString('') AS n_ones, toString('') AS n_outside, toString('') AS n_clamped, toString('') AS n_s0, toString('') AS n_s1, toString('') AS n_s2, toString('') AS n_s0_0, toString('') AS n_s0_1, toString('') AS n_s0_2, toString('') AS n_s1_1, toString('') AS n_s1_2, toString('') AS n_s2_2, toString('') AS n_b1, toString('') AS n_b2, toString('') AS n_y1, toString('') AS n_y2
UNION ALL
WITH
  CASE replaceRegexpAll(toString(`label`), '^[ \\t]+|[ \\t]+$', '') WHEN 'home' THEN toInt16(0) WHEN 'draw' THEN toInt16(1) WHEN 'o\'neill' THEN toInt16(2) ELSE toInt16(-1) END AS c,
  CASE WHEN `label` IS NULL THEN 1 ELSE 0 END AS v,
  CAST(`p_home` AS Nullable(Float64)) AS r0,
  CAST(`p_draw` AS Nullable(Float64)) AS r1,
  CAST(`p_o'neill` AS Nullable(Float64)) AS r2,
  CASE WHEN c >= 0 AND r0 >= 0 AND r0 <= 1 AND r1 >= 0 AND r1 <= 1 AND r2 >= 0 AND r2 <= 1 AND abs(r0 + r1 + r2 - 1) <= 1.0000000006661338e-6 THEN 0
      WHEN v = 1 THEN 1
      WHEN c < 0 THEN 2
      WHEN r0 IS NULL OR r1 IS NULL OR r2 IS NULL THEN 3
      WHEN NOT (r0 >= -1.0000000006661338e-6 AND r0 - 1 <= 1.0000000006661338e-6 AND r1 >= -1.0000000006661338e-6 AND r1 - 1 <= 1.0000000006661338e-6 AND r2 >= -1.0000000006661338e-6 AND r2 - 1 <= 1.0000000006661338e-6) THEN 4
      WHEN NOT (abs(CASE WHEN r0 < 0 THEN 0 WHEN r0 > 1 THEN 1 ELSE r0 END + CASE WHEN r1 < 0 THEN 0 WHEN r1 > 1 THEN 1 ELSE r1 END + CASE WHEN r2 < 0 THEN 0 WHEN r2 > 1 THEN 1 ELSE r2 END - 1) <= 1.0000000006661338e-6) THEN 5 ELSE -1 END AS z,
  greatest(z, 0) AS s,
  CASE WHEN z > 0 THEN toInt16(-1) ELSE c END AS cc,
  CASE WHEN z > 0 THEN 0 WHEN r0 < 9.970089730807576e-4 THEN 9.970089730807576e-4 WHEN r0 > 9.980059820538385e-1 THEN 9.980059820538385e-1 ELSE r0 END AS p0,
  CASE WHEN z > 0 THEN 0 WHEN r1 < 9.970089730807576e-4 THEN 9.970089730807576e-4 WHEN r1 > 9.980059820538385e-1 THEN 9.980059820538385e-1 ELSE r1 END AS p1,
  CASE WHEN z > 0 THEN 0 WHEN r2 < 9.970089730807576e-4 THEN 9.970089730807576e-4 WHEN r2 > 9.980059820538385e-1 THEN 9.980059820538385e-1 ELSE r2 END AS p2,
  CASE WHEN z >= 0 THEN 0 ELSE CASE WHEN r0 < 0 OR r0 > 1 THEN 1 ELSE 0 END + CASE WHEN r1 < 0 OR r1 > 1 THEN 1 ELSE 0 END + CASE WHEN r2 < 0 OR r2 > 1 THEN 1 ELSE 0 END END AS outside,
  CASE WHEN z > 0 THEN 0 ELSE CASE WHEN r0 < 9.970089730807576e-4 OR r0 > 9.980059820538385e-1 THEN 1 ELSE 0 END + CASE WHEN r1 < 9.970089730807576e-4 OR r1 > 9.980059820538385e-1 THEN 1 ELSE 0 END + CASE WHEN r2 < 9.970089730807576e-4 OR r2 > 9.980059820538385e-1 THEN 1 ELSE 0 END END AS clamped,
  CASE WHEN p0 >= p1 AND p0 >= p2 THEN 0 WHEN p1 >= p2 THEN 1 ELSE 2 END AS m,
  CASE WHEN p0 >= p1 AND p0 >= p2 THEN CASE WHEN p0 = p1 OR p0 = p2 THEN 1 ELSE 0 END WHEN p1 >= p2 THEN CASE WHEN p1 = p2 THEN 1 ELSE 0 END ELSE 0 END AS tie,
  CASE WHEN p0 < 1 AND p1 < 1 AND p2 < 1 THEN 0 ELSE CASE WHEN p0 > 0 THEN 1 ELSE 0 END + CASE WHEN p1 > 0 THEN 1 ELSE 0 END + CASE WHEN p2 > 0 THEN 1 ELSE 0 END END AS o,
  CASE WHEN cc = 0 THEN p0 WHEN cc = 1 THEN p1 ELSE p2 END AS pt,
  CASE WHEN cc = 0 THEN (1 - p0) * (1 - p0) ELSE p0 * p0 END + CASE WHEN cc = 1 THEN (1 - p1) * (1 - p1) ELSE p1 * p1 END + CASE WHEN cc = 2 THEN (1 - p2) * (1 - p2) ELSE p2 * p2 END AS b,
  CASE WHEN cc = 0 THEN 5e-1 WHEN cc = 1 THEN 3e-1 ELSE 2e-1 END AS q,
  CASE WHEN cc = 0 THEN p0 WHEN p0 = 1 THEN p1 + p2 ELSE 1 - p0 END AS f0,
  CASE WHEN cc = 1 THEN p1 WHEN p1 = 1 THEN p0 + p2 ELSE 1 - p1 END AS f1,
  CASE WHEN cc = 2 THEN p2 WHEN p2 = 1 THEN p0 + p1 ELSE 1 - p2 END AS f2,
  CASE WHEN pt > 0 OR s <> 0 THEN 0 WHEN o = 1 THEN 2 ELSE 1 END AS a,
  CASE WHEN pt >= q THEN 1 ELSE 0 END AS u,
  CASE WHEN pt >= q THEN 0 ELSE log(CASE WHEN pt < 1 THEN 1 - pt ELSE 1 END) END AS y,
  log(CASE WHEN f0 > 0 THEN f0 ELSE 1 END) AS x0,
  log(CASE WHEN f1 > 0 THEN f1 ELSE 1 END) AS x1,
  log(CASE WHEN f2 > 0 THEN f2 ELSE 1 END) AS x2
SELECT toString('') AS fairbits,
  toString(s) AS status,
  toString(cc) AS truth,
  toString(m) AS modal,
  toString(a) AS impossible,
  toString(u) AS above,
  toString(COUNT(*)) AS n_n,
  toString(SUM(tie)) AS n_ties,
  toString(SUM(CASE WHEN o > 1 THEN 1 ELSE 0 END)) AS n_ones,
  toString(SUM(outside)) AS n_outside,
  toString(SUM(clamped)) AS n_clamped,
  concat(toString(sum(bitShiftRight(toInt64(round((x0) * 8.796093022208e12)), 31))), '*', toString(sum(bitAnd(toInt64(round((x0) * 8.796093022208e12)), 2147483647)))) AS n_s0,
  concat(toString(sum(bitShiftRight(toInt64(round((x1) * 8.796093022208e12)), 31))), '*', toString(sum(bitAnd(toInt64(round((x1) * 8.796093022208e12)), 2147483647)))) AS n_s1,
  concat(toString(sum(bitShiftRight(toInt64(round((x2) * 8.796093022208e12)), 31))), '*', toString(sum(bitAnd(toInt64(round((x2) * 8.796093022208e12)), 2147483647)))) AS n_s2,
  concat(toString(sum(bitShiftRight(toInt64(round((x0 * x0) * 8.796093022208e12)), 31))), '*', toString(sum(bitAnd(toInt64(round((x0 * x0) * 8.796093022208e12)), 2147483647)))) AS n_s0_0,
  concat(toString(sum(bitShiftRight(toInt64(round((x0 * x1) * 8.796093022208e12)), 31))), '*', toString(sum(bitAnd(toInt64(round((x0 * x1) * 8.796093022208e12)), 2147483647)))) AS n_s0_1,
  concat(toString(sum(bitShiftRight(toInt64(round((x0 * x2) * 8.796093022208e12)), 31))), '*', toString(sum(bitAnd(toInt64(round((x0 * x2) * 8.796093022208e12)), 2147483647)))) AS n_s0_2,
  concat(toString(sum(bitShiftRight(toInt64(round((x1 * x1) * 8.796093022208e12)), 31))), '*', toString(sum(bitAnd(toInt64(round((x1 * x1) * 8.796093022208e12)), 2147483647)))) AS n_s1_1,
  concat(toString(sum(bitShiftRight(toInt64(round((x1 * x2) * 8.796093022208e12)), 31))), '*', toString(sum(bitAnd(toInt64(round((x1 * x2) * 8.796093022208e12)), 2147483647)))) AS n_s1_2,
  concat(toString(sum(bitShiftRight(toInt64(round((x2 * x2) * 8.796093022208e12)), 31))), '*', toString(sum(bitAnd(toInt64(round((x2 * x2) * 8.796093022208e12)), 2147483647)))) AS n_s2_2,
  concat(toString(sum(bitShiftRight(toInt64(round((b) * 8.796093022208e12)), 31))), '*', toString(sum(bitAnd(toInt64(round((b) * 8.796093022208e12)), 2147483647)))) AS n_b1,
  concat(toString(sum(bitShiftRight(toInt64(round((b * b) * 8.796093022208e12)), 31))), '*', toString(sum(bitAnd(toInt64(round((b * b) * 8.796093022208e12)), 2147483647)))) AS n_b2,
  concat(toString(sum(bitShiftRight(toInt64(round((y) * 8.796093022208e12)), 31))), '*', toString(sum(bitAnd(toInt64(round((y) * 8.796093022208e12)), 2147483647)))) AS n_y1,
  concat(toString(sum(bitShiftRight(toInt64(round((y * y) * 8.796093022208e12)), 31))), '*', toString(sum(bitAnd(toInt64(round((y * y) * 8.796093022208e12)), 2147483647)))) AS n_y2
FROM `shop`.`predictions`
WHERE (day >= 7
)
GROUP BY s, cc, m, a, u

-- column
SELECT toString('fairbits-statistics=1&layout=column&sums=float&positive=1&tolerance=0.000001&weights=n&table=predictions&turn=uniform&class=0&class=1') AS fairbits, toString('') AS status, toString('') AS truth, toString('') AS modal, toString('') AS impossible, toString('') AS above, toString('') AS n_n, toString('') AS n_ties, toString('') AS n_ones, toString('') AS n_outside, toString('') AS n_zero, toString('') AS n_w1, toString('') AS n_w2, toString('') AS n_s0, toString('') AS n_s0_0, toString('') AS n_b1, toString('') AS n_b2, toString('') AS n_y1, toString('') AS n_y2
UNION ALL
WITH
  CASE replaceRegexpAll(toString(`ill`), '^[ \\t]+|[ \\t]+$', '') WHEN '0' THEN toInt16(0) WHEN '1' THEN toInt16(1) ELSE CASE replaceRegexpOne(replaceRegexpAll(toString(`ill`), '^[ \\t]+|[ \\t]+$', ''), '^([^.]*)(\\.0*|(\\.[0-9]*[1-9])0*)$', '\\1\\3') WHEN '0' THEN toInt16(0) WHEN '1' THEN toInt16(1) ELSE CASE lower(replaceRegexpOne(replaceRegexpAll(toString(`ill`), '^[ \\t]+|[ \\t]+$', ''), '^([^.]*)(\\.0*|(\\.[0-9]*[1-9])0*)$', '\\1\\3')) WHEN '0' THEN toInt16(0) WHEN 'false' THEN toInt16(0) WHEN 'f' THEN toInt16(0) WHEN 'no' THEN toInt16(0) WHEN 'n' THEN toInt16(0) WHEN '1' THEN toInt16(1) WHEN 'true' THEN toInt16(1) WHEN 't' THEN toInt16(1) WHEN 'yes' THEN toInt16(1) WHEN 'y' THEN toInt16(1) ELSE toInt16(-1) END END END AS c,
  CASE WHEN `ill` IS NULL THEN 1 ELSE 0 END AS v,
  CAST(`n` AS Nullable(Float64)) AS w,
  CAST(`p` AS Nullable(Float64)) AS r0,
  CASE WHEN c >= 0 AND r0 >= 0 AND r0 <= 1 AND w >= 1e-15 AND w <= 1e15 THEN 0
      WHEN v = 1 THEN 1
      WHEN c < 0 THEN 2
      WHEN r0 IS NULL THEN 3
      WHEN NOT (r0 >= -1.0000000004440892e-6 AND r0 - 1 <= 1.0000000004440892e-6) THEN 4
      WHEN w IS NULL OR NOT (w = 0 OR (w >= 1e-15 AND w <= 1e15)) THEN 6 ELSE -1 END AS z,
  greatest(z, 0) AS s,
  CASE WHEN z > 0 THEN toInt16(-1) ELSE c END AS cc,
  CASE WHEN z > 0 THEN 0 ELSE w END AS ww,
  CASE WHEN z > 0 THEN 0 WHEN r0 < 0 THEN 0 WHEN r0 > 1 THEN 1 ELSE r0 END AS p0,
  CASE WHEN z >= 0 THEN 0 ELSE CASE WHEN r0 < 0 OR r0 > 1 THEN 1 ELSE 0 END END AS outside,
  CASE WHEN p0 > 0.5 THEN 1 WHEN p0 < 0.5 THEN 0 ELSE 2 END AS m,
  CASE WHEN p0 = 0.5 THEN 1 ELSE 0 END AS tie,
  CASE WHEN p0 > 0 AND p0 < 1 THEN 0 ELSE 1 END AS o,
  CASE WHEN cc = 1 THEN p0 ELSE 1 - p0 END AS pt,
  CASE WHEN cc = 1 THEN p0 ELSE 1 - p0 END AS f0,
  2 * (CASE WHEN cc = 1 THEN (1 - p0) * (1 - p0) ELSE p0 * p0 END) AS b,
  5e-1 AS q,
  CASE WHEN ww = 0 OR pt > 0 OR s <> 0 THEN 0 WHEN o = 1 THEN 2 ELSE 1 END AS a,
  CASE WHEN pt >= q THEN 1 ELSE 0 END AS u,
  CASE WHEN pt >= q THEN 0 ELSE log(CASE WHEN pt < 1 THEN 1 - pt ELSE 1 END) END AS y,
  log(CASE WHEN f0 > 0 THEN f0 ELSE 1 END) AS x0
SELECT toString('') AS fairbits,
  toString(s) AS status,
  toString(cc) AS truth,
  toString(m) AS modal,
  toString(a) AS impossible,
  toString(u) AS above,
  toString(COUNT(*)) AS n_n,
  toString(SUM(CASE WHEN ww > 0 AND tie = 1 THEN 1 ELSE 0 END)) AS n_ties,
  toString(SUM(CASE WHEN o > 1 THEN 1 ELSE 0 END)) AS n_ones,
  toString(SUM(outside)) AS n_outside,
  toString(SUM(CASE WHEN s = 0 AND ww = 0 THEN 1 ELSE 0 END)) AS n_zero,
  toString(SUM(ww)) AS n_w1,
  toString(SUM(ww * (ww))) AS n_w2,
  toString(SUM(ww * (x0))) AS n_s0,
  toString(SUM(ww * (x0 * x0))) AS n_s0_0,
  toString(SUM(ww * (b))) AS n_b1,
  toString(SUM(ww * (b * b))) AS n_b2,
  toString(SUM(ww * (y))) AS n_y1,
  toString(SUM(ww * (y * y))) AS n_y2
FROM `predictions`
GROUP BY s, cc, m, a, u

-- array
SELECT toString('fairbits-statistics=1&layout=array&sums=float&positive=b&tolerance=0.000001&table=predictions&turn=uniform&class=a&class=b') AS fairbits, toString('') AS status, toString('') AS truth, toString('') AS modal, toString('') AS impossible, toString('') AS above, toString('') AS n_n, toString('') AS n_ties, toString('') AS n_ones, toString('') AS n_outside, toString('') AS n_s0, toString('') AS n_s1, toString('') AS n_s0_0, toString('') AS n_s0_1, toString('') AS n_s1_1, toString('') AS n_b1, toString('') AS n_b2, toString('') AS n_y1, toString('') AS n_y2
UNION ALL
WITH
  CASE replaceRegexpAll(toString(`label`), '^[ \\t]+|[ \\t]+$', '') WHEN 'a' THEN toInt16(0) WHEN 'b' THEN toInt16(1) ELSE toInt16(-1) END AS c,
  CASE WHEN `label` IS NULL THEN 1 ELSE 0 END AS v,
  `estimates` AS e,
  length(`estimates`) AS l,
  CAST(CASE WHEN l = 2 THEN e[1] END AS Nullable(Float64)) AS r0,
  CAST(CASE WHEN l = 2 THEN e[2] END AS Nullable(Float64)) AS r1,
  CASE WHEN c >= 0 AND r0 >= 0 AND r0 <= 1 AND r1 >= 0 AND r1 <= 1 AND abs(r0 + r1 - 1) <= 1.0000000004440892e-6 THEN 0
      WHEN v = 1 THEN 1
      WHEN c < 0 THEN 2
      WHEN r0 IS NULL OR r1 IS NULL THEN 3
      WHEN NOT (r0 >= -1.0000000004440892e-6 AND r0 - 1 <= 1.0000000004440892e-6 AND r1 >= -1.0000000004440892e-6 AND r1 - 1 <= 1.0000000004440892e-6) THEN 4
      WHEN NOT (abs(CASE WHEN r0 < 0 THEN 0 WHEN r0 > 1 THEN 1 ELSE r0 END + CASE WHEN r1 < 0 THEN 0 WHEN r1 > 1 THEN 1 ELSE r1 END - 1) <= 1.0000000004440892e-6) THEN 5 ELSE -1 END AS z,
  greatest(z, 0) AS s,
  CASE WHEN z > 0 THEN toInt16(-1) ELSE c END AS cc,
  CASE WHEN z > 0 THEN 0 WHEN r0 < 0 THEN 0 WHEN r0 > 1 THEN 1 ELSE r0 END AS p0,
  CASE WHEN z > 0 THEN 0 WHEN r1 < 0 THEN 0 WHEN r1 > 1 THEN 1 ELSE r1 END AS p1,
  CASE WHEN z >= 0 THEN 0 ELSE CASE WHEN r0 < 0 OR r0 > 1 THEN 1 ELSE 0 END + CASE WHEN r1 < 0 OR r1 > 1 THEN 1 ELSE 0 END END AS outside,
  CASE WHEN p0 >= 0.5 THEN CASE WHEN p1 < 0.5 THEN 0 WHEN p1 > p0 THEN 3 ELSE 2 END WHEN p1 >= 0.5 THEN 1 WHEN p1 > p0 THEN 5 ELSE 4 END AS m,
  CASE WHEN p0 = p1 THEN 1 ELSE 0 END AS tie,
  CASE WHEN p0 < 1 AND p1 < 1 THEN 0 ELSE CASE WHEN p0 > 0 THEN 1 ELSE 0 END + CASE WHEN p1 > 0 THEN 1 ELSE 0 END END AS o,
  CASE WHEN cc = 0 THEN p0 ELSE p1 END AS pt,
  CASE WHEN cc = 0 THEN (1 - p0) * (1 - p0) ELSE p0 * p0 END + CASE WHEN cc = 1 THEN (1 - p1) * (1 - p1) ELSE p1 * p1 END AS b,
  5e-1 AS q,
  CASE WHEN cc = 0 THEN p0 WHEN p0 = 1 THEN p1 ELSE 1 - p0 END AS f0,
  CASE WHEN cc = 1 THEN p1 WHEN p1 = 1 THEN p0 ELSE 1 - p1 END AS f1,
  CASE WHEN pt > 0 OR s <> 0 THEN 0 WHEN o = 1 THEN 2 ELSE 1 END AS a,
  CASE WHEN pt >= q THEN 1 ELSE 0 END AS u,
  CASE WHEN pt >= q THEN 0 ELSE log(CASE WHEN pt < 1 THEN 1 - pt ELSE 1 END) END AS y,
  log(CASE WHEN f0 > 0 THEN f0 ELSE 1 END) AS x0,
  log(CASE WHEN f1 > 0 THEN f1 ELSE 1 END) AS x1
SELECT toString('') AS fairbits,
  toString(s) AS status,
  toString(cc) AS truth,
  toString(m) AS modal,
  toString(a) AS impossible,
  toString(u) AS above,
  toString(COUNT(*)) AS n_n,
  toString(SUM(tie)) AS n_ties,
  toString(SUM(CASE WHEN o > 1 THEN 1 ELSE 0 END)) AS n_ones,
  toString(SUM(outside)) AS n_outside,
  toString(SUM(x0)) AS n_s0,
  toString(SUM(x1)) AS n_s1,
  toString(SUM(x0 * x0)) AS n_s0_0,
  toString(SUM(x0 * x1)) AS n_s0_1,
  toString(SUM(x1 * x1)) AS n_s1_1,
  toString(SUM(b)) AS n_b1,
  toString(SUM(b * b)) AS n_b2,
  toString(SUM(y)) AS n_y1,
  toString(SUM(y * y)) AS n_y2
FROM `predictions`
GROUP BY s, cc, m, a, u

-- long
SELECT toString('fairbits-statistics=1&layout=long&sums=whole&positive=b&tolerance=0.000001&table=predictions&turn=uniform&class=a&class=b') AS fairbits, toString('') AS status, toString('') AS truth, toString('') AS modal, toString('') AS impossible, toString('') AS above, toString('') AS n_n, toString('') AS n_ties, toString('') AS n_ones, toString('') AS n_outside, toString('') AS n_s0, toString('') AS n_s1, toString('') AS n_s0_0, toString('') AS n_s0_1, toString('') AS n_s1_1, toString('') AS n_b1, toString('') AS n_b2, toString('') AS n_y1, toString('') AS n_y2
UNION ALL
SELECT toString('') AS fairbits,
  toString(s) AS status,
  toString(cc) AS truth,
  toString(m) AS modal,
  toString(a) AS impossible,
  toString(u) AS above,
  toString(COUNT(*)) AS n_n,
  toString(SUM(tie)) AS n_ties,
  toString(SUM(CASE WHEN o > 1 THEN 1 ELSE 0 END)) AS n_ones,
  toString(SUM(outside)) AS n_outside,
  concat(toString(sum(bitShiftRight(toInt64(round((x0) * 8.796093022208e12)), 31))), '*', toString(sum(bitAnd(toInt64(round((x0) * 8.796093022208e12)), 2147483647)))) AS n_s0,
  concat(toString(sum(bitShiftRight(toInt64(round((x1) * 8.796093022208e12)), 31))), '*', toString(sum(bitAnd(toInt64(round((x1) * 8.796093022208e12)), 2147483647)))) AS n_s1,
  concat(toString(sum(bitShiftRight(toInt64(round((x0 * x0) * 8.796093022208e12)), 31))), '*', toString(sum(bitAnd(toInt64(round((x0 * x0) * 8.796093022208e12)), 2147483647)))) AS n_s0_0,
  concat(toString(sum(bitShiftRight(toInt64(round((x0 * x1) * 8.796093022208e12)), 31))), '*', toString(sum(bitAnd(toInt64(round((x0 * x1) * 8.796093022208e12)), 2147483647)))) AS n_s0_1,
  concat(toString(sum(bitShiftRight(toInt64(round((x1 * x1) * 8.796093022208e12)), 31))), '*', toString(sum(bitAnd(toInt64(round((x1 * x1) * 8.796093022208e12)), 2147483647)))) AS n_s1_1,
  concat(toString(sum(bitShiftRight(toInt64(round((b) * 8.796093022208e12)), 31))), '*', toString(sum(bitAnd(toInt64(round((b) * 8.796093022208e12)), 2147483647)))) AS n_b1,
  concat(toString(sum(bitShiftRight(toInt64(round((b * b) * 8.796093022208e12)), 31))), '*', toString(sum(bitAnd(toInt64(round((b * b) * 8.796093022208e12)), 2147483647)))) AS n_b2,
  concat(toString(sum(bitShiftRight(toInt64(round((y) * 8.796093022208e12)), 31))), '*', toString(sum(bitAnd(toInt64(round((y) * 8.796093022208e12)), 2147483647)))) AS n_y1,
  concat(toString(sum(bitShiftRight(toInt64(round((y * y) * 8.796093022208e12)), 31))), '*', toString(sum(bitAnd(toInt64(round((y * y) * 8.796093022208e12)), 2147483647)))) AS n_y2
FROM (SELECT s,
    cc,
    outside,
    m,
    tie,
    o,
    b,
    CASE WHEN pt > 0 OR s <> 0 THEN 0 WHEN o = 1 THEN 2 ELSE 1 END AS a,
    CASE WHEN pt >= q THEN 1 ELSE 0 END AS u,
    CASE WHEN pt >= q THEN 0 ELSE log(CASE WHEN pt < 1 THEN 1 - pt ELSE 1 END) END AS y,
    log(CASE WHEN f0 > 0 THEN f0 ELSE 1 END) AS x0,
    log(CASE WHEN f1 > 0 THEN f1 ELSE 1 END) AS x1
  FROM (SELECT s,
    cc,
    outside,
    CASE WHEN p0 >= 0.5 THEN CASE WHEN p1 < 0.5 THEN 0 WHEN p1 > p0 THEN 3 ELSE 2 END WHEN p1 >= 0.5 THEN 1 WHEN p1 > p0 THEN 5 ELSE 4 END AS m,
    CASE WHEN p0 = p1 THEN 1 ELSE 0 END AS tie,
    CASE WHEN p0 < 1 AND p1 < 1 THEN 0 ELSE CASE WHEN p0 > 0 THEN 1 ELSE 0 END + CASE WHEN p1 > 0 THEN 1 ELSE 0 END END AS o,
    CASE WHEN cc = 0 THEN p0 ELSE p1 END AS pt,
    CASE WHEN cc = 0 THEN (1 - p0) * (1 - p0) ELSE p0 * p0 END + CASE WHEN cc = 1 THEN (1 - p1) * (1 - p1) ELSE p1 * p1 END AS b,
    5e-1 AS q,
    CASE WHEN cc = 0 THEN p0 WHEN p0 = 1 THEN p1 ELSE 1 - p0 END AS f0,
    CASE WHEN cc = 1 THEN p1 WHEN p1 = 1 THEN p0 ELSE 1 - p1 END AS f1
  FROM (SELECT greatest(z, 0) AS s,
    CASE WHEN z > 0 THEN toInt16(-1) ELSE c END AS cc,
    CASE WHEN z > 0 THEN 0 WHEN r0 < 0 THEN 0 WHEN r0 > 1 THEN 1 ELSE r0 END AS p0,
    CASE WHEN z > 0 THEN 0 WHEN r1 < 0 THEN 0 WHEN r1 > 1 THEN 1 ELSE r1 END AS p1,
    CASE WHEN z >= 0 THEN 0 ELSE CASE WHEN r0 < 0 OR r0 > 1 THEN 1 ELSE 0 END + CASE WHEN r1 < 0 OR r1 > 1 THEN 1 ELSE 0 END END AS outside
  FROM (SELECT c,
    r0,
    r1,
    CASE WHEN c >= 0 AND r0 >= 0 AND r0 <= 1 AND r1 >= 0 AND r1 <= 1 AND abs(r0 + r1 - 1) <= 1.0000000004440892e-6 THEN 0
      WHEN v = 1 THEN 1
      WHEN c < 0 THEN 2
      WHEN r0 IS NULL OR r1 IS NULL THEN 3
      WHEN NOT (r0 >= -1.0000000004440892e-6 AND r0 - 1 <= 1.0000000004440892e-6 AND r1 >= -1.0000000004440892e-6 AND r1 - 1 <= 1.0000000004440892e-6) THEN 4
      WHEN NOT (abs(CASE WHEN r0 < 0 THEN 0 WHEN r0 > 1 THEN 1 ELSE r0 END + CASE WHEN r1 < 0 THEN 0 WHEN r1 > 1 THEN 1 ELSE r1 END - 1) <= 1.0000000004440892e-6) THEN 5 ELSE -1 END AS z
  FROM (SELECT CASE replaceRegexpAll(toString(g), '^[ \\t]+|[ \\t]+$', '') WHEN 'a' THEN toInt16(0) WHEN 'b' THEN toInt16(1) ELSE toInt16(-1) END AS c,
    CASE WHEN g IS NULL THEN 1 ELSE 0 END AS v,
    CAST(h0 AS Nullable(Float64)) AS r0,
    CAST(h1 AS Nullable(Float64)) AS r1
  FROM (SELECT CASE WHEN MIN(t) = MAX(t) THEN MIN(t) END AS g,
    CASE WHEN COUNT(*) = 2 AND MIN(i) >= 0 AND COUNT(DISTINCT i) = 2 AND COUNT(p) = 2 THEN MAX(CASE WHEN i = 0 THEN p END) END AS h0,
    CASE WHEN COUNT(*) = 2 AND MIN(i) >= 0 AND COUNT(DISTINCT i) = 2 AND COUNT(p) = 2 THEN MAX(CASE WHEN i = 1 THEN p END) END AS h1
  FROM (SELECT `case` AS k, replaceRegexpAll(toString(`label`), '^[ \\t]+|[ \\t]+$', '') AS t, CAST(`p` AS Nullable(Float64)) AS p, CASE replaceRegexpAll(toString(`class`), '^[ \\t]+|[ \\t]+$', '') WHEN 'a' THEN toInt16(0) WHEN 'b' THEN toInt16(1) ELSE toInt16(-1) END AS i
  FROM `predictions`) l
  GROUP BY k) q0) q1) q2) q3) q4) x
GROUP BY s, cc, m, a, u

-- histograms
SELECT toString('fairbits-histograms=1&layout=wide&sums=whole&cutoff=mml%3A500&tolerance=0.000001&table=shop.predictions&turn=0.5%200.3%200.2&class=home&class=draw&class=o%27neill') AS fairbits, toString('') AS estimate, toString('') AS truth, toString('') AS modal, toString('') AS bin, toString('') AS n_n, toString('') AS n_p, toString('') AS n_q, toString('') AS n_v, toString('') AS n_l, toString('') AS n_l2, toString('') AS n_y, toString('') AS n_y2, toString('') AS lowest, toString('') AS highest
UNION ALL
WITH
  arrayJoin([0, 1, 2]) AS ei,
  CASE replaceRegexpAll(toString(`label`), '^[ \\t]+|[ \\t]+$', '') WHEN 'home' THEN toInt16(0) WHEN 'draw' THEN toInt16(1) WHEN 'o\'neill' THEN toInt16(2) ELSE toInt16(-1) END AS c,
  CASE WHEN `label` IS NULL THEN 1 ELSE 0 END AS v,
  CAST(`p_home` AS Nullable(Float64)) AS r0,
  CAST(`p_draw` AS Nullable(Float64)) AS r1,
  CAST(`p_o'neill` AS Nullable(Float64)) AS r2,
  CASE WHEN c >= 0 AND r0 >= 0 AND r0 <= 1 AND r1 >= 0 AND r1 <= 1 AND r2 >= 0 AND r2 <= 1 AND abs(r0 + r1 + r2 - 1) <= 1.0000000006661338e-6 THEN 0
      WHEN v = 1 THEN 1
      WHEN c < 0 THEN 2
      WHEN r0 IS NULL OR r1 IS NULL OR r2 IS NULL THEN 3
      WHEN NOT (r0 >= -1.0000000006661338e-6 AND r0 - 1 <= 1.0000000006661338e-6 AND r1 >= -1.0000000006661338e-6 AND r1 - 1 <= 1.0000000006661338e-6 AND r2 >= -1.0000000006661338e-6 AND r2 - 1 <= 1.0000000006661338e-6) THEN 4
      WHEN NOT (abs(CASE WHEN r0 < 0 THEN 0 WHEN r0 > 1 THEN 1 ELSE r0 END + CASE WHEN r1 < 0 THEN 0 WHEN r1 > 1 THEN 1 ELSE r1 END + CASE WHEN r2 < 0 THEN 0 WHEN r2 > 1 THEN 1 ELSE r2 END - 1) <= 1.0000000006661338e-6) THEN 5 ELSE -1 END AS z,
  greatest(z, 0) AS s,
  CASE WHEN z > 0 THEN toInt16(-1) ELSE c END AS cc,
  CASE WHEN z > 0 THEN 0 WHEN r0 < 9.970089730807576e-4 THEN 9.970089730807576e-4 WHEN r0 > 9.980059820538385e-1 THEN 9.980059820538385e-1 ELSE r0 END AS p0,
  CASE WHEN z > 0 THEN 0 WHEN r1 < 9.970089730807576e-4 THEN 9.970089730807576e-4 WHEN r1 > 9.980059820538385e-1 THEN 9.980059820538385e-1 ELSE r1 END AS p1,
  CASE WHEN z > 0 THEN 0 WHEN r2 < 9.970089730807576e-4 THEN 9.970089730807576e-4 WHEN r2 > 9.980059820538385e-1 THEN 9.980059820538385e-1 ELSE r2 END AS p2,
  greatest(greatest(p0, p1), p2) AS mx,
  CASE WHEN p0 = mx THEN 0 WHEN p1 = mx THEN 1 ELSE 2 END AS mc,
  CASE WHEN ei = 0 THEN p0 WHEN ei = 1 THEN p1 ELSE p2 END AS pe,
  CASE WHEN ei = cc THEN 1 ELSE 0 END AS eh,
  cc AS et,
  CASE WHEN ei = mc THEN 1 ELSE 0 END AS mo,
  toInt64(round(floor(sqrt(sqrt(pe)) * 256) - floor(sqrt(sqrt(1 - pe)) * 256) - floor(0 - pe * 1024) - floor(0 - pe * 10))) AS fb,
  abs(eh - pe) * abs(eh - pe) AS qd,
  pe * (1 - pe) AS vr,
  log(CASE WHEN eh = 1 AND pe > 0 THEN pe WHEN eh = 0 AND pe < 1 THEN 1 - pe ELSE 1 END) AS lg,
  log(CASE WHEN eh = 1 AND pe < 1 THEN 1 - pe ELSE 1 END) AS lr
SELECT toString('') AS fairbits,
  toString(ei) AS estimate,
  toString(et) AS truth,
  toString(mo) AS modal,
  toString(fb) AS bin,
  toString(COUNT(*)) AS n_n,
  concat(toString(sum(bitShiftRight(toInt64(round((pe) * 8.796093022208e12)), 31))), '*', toString(sum(bitAnd(toInt64(round((pe) * 8.796093022208e12)), 2147483647)))) AS n_p,
  concat(toString(sum(bitShiftRight(toInt64(round((qd) * 8.796093022208e12)), 31))), '*', toString(sum(bitAnd(toInt64(round((qd) * 8.796093022208e12)), 2147483647)))) AS n_q,
  concat(toString(sum(bitShiftRight(toInt64(round((vr * (1 - 4 * vr)) * 8.796093022208e12)), 31))), '*', toString(sum(bitAnd(toInt64(round((vr * (1 - 4 * vr)) * 8.796093022208e12)), 2147483647)))) AS n_v,
  concat(toString(sum(bitShiftRight(toInt64(round((lg) * 8.796093022208e12)), 31))), '*', toString(sum(bitAnd(toInt64(round((lg) * 8.796093022208e12)), 2147483647)))) AS n_l,
  concat(toString(sum(bitShiftRight(toInt64(round((CASE WHEN eh = 1 THEN lg * lg ELSE 0 END) * 8.796093022208e12)), 31))), '*', toString(sum(bitAnd(toInt64(round((CASE WHEN eh = 1 THEN lg * lg ELSE 0 END) * 8.796093022208e12)), 2147483647)))) AS n_l2,
  concat(toString(sum(bitShiftRight(toInt64(round((lr) * 8.796093022208e12)), 31))), '*', toString(sum(bitAnd(toInt64(round((lr) * 8.796093022208e12)), 2147483647)))) AS n_y,
  concat(toString(sum(bitShiftRight(toInt64(round((lr * lr) * 8.796093022208e12)), 31))), '*', toString(sum(bitAnd(toInt64(round((lr * lr) * 8.796093022208e12)), 2147483647)))) AS n_y2,
  toString(MIN(pe)) AS lowest,
  toString(MAX(pe)) AS highest
FROM `shop`.`predictions`
WHERE (day >= 7
) AND s = 0
GROUP BY ei, et, mo, fb

-- histograms of a column
SELECT toString('fairbits-histograms=1&layout=column&sums=float&positive=1&tolerance=0.000001&weights=n&table=predictions&turn=uniform&class=0&class=1') AS fairbits, toString('') AS estimate, toString('') AS truth, toString('') AS modal, toString('') AS bin, toString('') AS n_n, toString('') AS n_w1, toString('') AS n_p, toString('') AS n_q, toString('') AS n_v, toString('') AS n_l, toString('') AS n_l2, toString('') AS n_y, toString('') AS n_y2, toString('') AS lowest, toString('') AS highest
UNION ALL
WITH
  arrayJoin([0, 1]) AS ei,
  CASE replaceRegexpAll(toString(`ill`), '^[ \\t]+|[ \\t]+$', '') WHEN '0' THEN toInt16(0) WHEN '1' THEN toInt16(1) ELSE CASE replaceRegexpOne(replaceRegexpAll(toString(`ill`), '^[ \\t]+|[ \\t]+$', ''), '^([^.]*)(\\.0*|(\\.[0-9]*[1-9])0*)$', '\\1\\3') WHEN '0' THEN toInt16(0) WHEN '1' THEN toInt16(1) ELSE CASE lower(replaceRegexpOne(replaceRegexpAll(toString(`ill`), '^[ \\t]+|[ \\t]+$', ''), '^([^.]*)(\\.0*|(\\.[0-9]*[1-9])0*)$', '\\1\\3')) WHEN '0' THEN toInt16(0) WHEN 'false' THEN toInt16(0) WHEN 'f' THEN toInt16(0) WHEN 'no' THEN toInt16(0) WHEN 'n' THEN toInt16(0) WHEN '1' THEN toInt16(1) WHEN 'true' THEN toInt16(1) WHEN 't' THEN toInt16(1) WHEN 'yes' THEN toInt16(1) WHEN 'y' THEN toInt16(1) ELSE toInt16(-1) END END END AS c,
  CASE WHEN `ill` IS NULL THEN 1 ELSE 0 END AS v,
  CAST(`n` AS Nullable(Float64)) AS w,
  CAST(`p` AS Nullable(Float64)) AS r0,
  CASE WHEN c >= 0 AND r0 >= 0 AND r0 <= 1 AND w >= 1e-15 AND w <= 1e15 THEN 0
      WHEN v = 1 THEN 1
      WHEN c < 0 THEN 2
      WHEN r0 IS NULL THEN 3
      WHEN NOT (r0 >= -1.0000000004440892e-6 AND r0 - 1 <= 1.0000000004440892e-6) THEN 4
      WHEN w IS NULL OR NOT (w = 0 OR (w >= 1e-15 AND w <= 1e15)) THEN 6 ELSE -1 END AS z,
  greatest(z, 0) AS s,
  CASE WHEN z > 0 THEN toInt16(-1) ELSE c END AS cc,
  CASE WHEN z > 0 THEN 0 ELSE w END AS ww,
  CASE WHEN z > 0 THEN 0 WHEN r0 < 0 THEN 0 WHEN r0 > 1 THEN 1 ELSE r0 END AS p0,
  CASE WHEN p0 > 0.5 THEN p0 ELSE 1 - p0 END AS mx,
  CASE WHEN p0 > 0.5 THEN 1 ELSE 0 END AS mc,
  CASE WHEN ei = 0 THEN 1 - p0 ELSE p0 END AS pe,
  CASE WHEN ei = cc THEN 1 ELSE 0 END AS eh,
  cc AS et,
  CASE WHEN ei = mc THEN 1 ELSE 0 END AS mo,
  toInt64(round(floor(sqrt(sqrt(pe)) * 1024) - floor(sqrt(sqrt(1 - pe)) * 1024) - floor(0 - pe * 4096) - floor(0 - pe * 10))) AS fb,
  abs(eh - pe) * abs(eh - pe) AS qd,
  pe * (1 - pe) AS vr,
  log(CASE WHEN eh = 1 AND pe > 0 THEN pe WHEN eh = 0 AND pe < 1 THEN 1 - pe ELSE 1 END) AS lg,
  log(CASE WHEN eh = 1 AND pe < 1 THEN 1 - pe ELSE 1 END) AS lr
SELECT toString('') AS fairbits,
  toString(ei) AS estimate,
  toString(et) AS truth,
  toString(mo) AS modal,
  toString(fb) AS bin,
  toString(COUNT(*)) AS n_n,
  toString(SUM(ww)) AS n_w1,
  toString(SUM(ww * (pe))) AS n_p,
  toString(SUM(ww * (qd))) AS n_q,
  toString(SUM(ww * (vr * (1 - 4 * vr)))) AS n_v,
  toString(SUM(ww * (lg))) AS n_l,
  toString(SUM(ww * (CASE WHEN eh = 1 THEN lg * lg ELSE 0 END))) AS n_l2,
  toString(SUM(ww * (lr))) AS n_y,
  toString(SUM(ww * (lr * lr))) AS n_y2,
  toString(MIN(pe)) AS lowest,
  toString(MAX(pe)) AS highest
FROM `predictions`
WHERE s = 0 AND ww > 0
GROUP BY ei, et, mo, fb
