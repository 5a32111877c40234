-- wide
SELECT CAST('fairbits-statistics=1&layout=wide&sums=whole&cutoff=mml%3A500&tolerance=0.000001&table=shop.predictions&turn=0.5%200.3%200.2&class=home&class=draw&class=o%27neill' AS text) AS fairbits, CAST('' AS text) AS status, CAST('' AS text) AS truth, CAST('' AS text) AS modal, CAST('' AS text) AS impossible, CAST('' AS text) AS above, CAST('' AS text) AS n_n, CAST('' AS text) AS n_ties, CAST('' AS text) AS n_ones, CAST('' AS text) AS n_outside, CAST('' AS text) AS n_clamped, CAST('' AS text) AS n_s0, CAST('' AS text) AS n_s1, CAST('' AS text) AS n_s2, CAST('' AS text) AS n_s0_0, CAST('' AS text) AS n_s0_1, CAST('' AS text) AS n_s0_2, CAST('' AS text) AS n_s1_1, CAST('' AS text) AS n_s1_2, CAST('' AS text) AS n_s2_2, CAST('' AS text) AS n_b1, CAST('' AS text) AS n_b2, CAST('' AS text) AS n_y1, CAST('' AS text) AS n_y2
UNION ALL
SELECT CAST('' AS text) AS fairbits,
  CAST(g / 144 % 7 AS text) AS status,
  CAST(g / 36 % 4 - 1 AS text) AS truth,
  CAST(g / 6 % 6 AS text) AS modal,
  CAST(g / 2 % 3 AS text) AS impossible,
  CAST(g / 1 % 2 AS text) AS above,
  CAST(COUNT(*) AS text) AS n_n,
  CAST(SUM(tie) AS text) AS n_ties,
  CAST(SUM(CASE WHEN o > 1 THEN 1 ELSE 0 END) AS text) AS n_ones,
  CAST(SUM(outside) AS text) AS n_outside,
  CAST(SUM(clamped) AS text) AS n_clamped,
  CAST(SUM(CAST((x0) * 8.796093022208e12::float8 AS bigint)) AS text) AS n_s0,
  CAST(SUM(CAST((x1) * 8.796093022208e12::float8 AS bigint)) AS text) AS n_s1,
  CAST(SUM(CAST((x2) * 8.796093022208e12::float8 AS bigint)) AS text) AS n_s2,
  CAST(SUM(CAST((x0 * x0) * 8.796093022208e12::float8 AS bigint)) AS text) AS n_s0_0,
  CAST(SUM(CAST((x0 * x1) * 8.796093022208e12::float8 AS bigint)) AS text) AS n_s0_1,
  CAST(SUM(CAST((x0 * x2) * 8.796093022208e12::float8 AS bigint)) AS text) AS n_s0_2,
  CAST(SUM(CAST((x1 * x1) * 8.796093022208e12::float8 AS bigint)) AS text) AS n_s1_1,
  CAST(SUM(CAST((x1 * x2) * 8.796093022208e12::float8 AS bigint)) AS text) AS n_s1_2,
  CAST(SUM(CAST((x2 * x2) * 8.796093022208e12::float8 AS bigint)) AS text) AS n_s2_2,
  CAST(SUM(CAST((b) * 8.796093022208e12::float8 AS bigint)) AS text) AS n_b1,
  CAST(SUM(CAST((b * b) * 8.796093022208e12::float8 AS bigint)) AS text) AS n_b2,
  CAST(SUM(CAST((y) * 8.796093022208e12::float8 AS bigint)) AS text) AS n_y1,
  CAST(SUM(CAST((y * y) * 8.796093022208e12::float8 AS bigint)) AS text) AS n_y2
FROM (SELECT s,
    cc,
    outside,
    clamped,
    m,
    tie,
    o,
    b,
    ((((CAST(s AS bigint)) * 4 + cc + 1) * 6 + m) * 3 + CASE WHEN pt > 0 OR s <> 0 THEN 0 WHEN o = 1 THEN 2 ELSE 1 END) * 2 + CASE WHEN pt >= q THEN 1 ELSE 0 END AS g,
    CASE WHEN pt > 0 OR s <> 0 THEN 0 WHEN o = 1 THEN 2 ELSE 1 END AS a,
    CASE WHEN pt >= q THEN 1 ELSE 0 END AS u,
    CASE WHEN pt >= q THEN 0 ELSE LN(CASE WHEN pt < 1 THEN 1 - pt ELSE 1 END) END AS y,
    LN(CASE WHEN f0 > 0 THEN f0 ELSE 1 END) AS x0,
    LN(CASE WHEN f1 > 0 THEN f1 ELSE 1 END) AS x1,
    LN(CASE WHEN f2 > 0 THEN f2 ELSE 1 END) AS x2
  FROM (SELECT s,
    cc,
    outside,
    clamped,
    CASE WHEN p0 >= p1 AND p0 >= p2 THEN 0 WHEN p1 >= p2 THEN 1 ELSE 2 END AS m,
    CASE WHEN p0 <> p1 AND p0 <> p2 AND p1 <> p2 THEN 0 WHEN p0 >= p1 AND p0 >= p2 THEN CASE WHEN p0 = p1 OR p0 = p2 THEN 1 ELSE 0 END WHEN p1 >= p2 THEN CASE WHEN p1 = p2 THEN 1 ELSE 0 END ELSE 0 END AS tie,
    CASE WHEN p0 < 1 AND p1 < 1 AND p2 < 1 THEN 0 ELSE CASE WHEN p0 > 0 THEN 1 ELSE 0 END + CASE WHEN p1 > 0 THEN 1 ELSE 0 END + CASE WHEN p2 > 0 THEN 1 ELSE 0 END END AS o,
    CASE WHEN cc = 0 THEN p0 WHEN cc = 1 THEN p1 ELSE p2 END AS pt,
    CASE WHEN cc = 0 THEN CASE WHEN (1 - p0) > 1e-150 THEN (1 - p0) * (1 - p0) ELSE 0 END ELSE CASE WHEN p0 > 1e-150 THEN p0 * p0 ELSE 0 END END + CASE WHEN cc = 1 THEN CASE WHEN (1 - p1) > 1e-150 THEN (1 - p1) * (1 - p1) ELSE 0 END ELSE CASE WHEN p1 > 1e-150 THEN p1 * p1 ELSE 0 END END + CASE WHEN cc = 2 THEN CASE WHEN (1 - p2) > 1e-150 THEN (1 - p2) * (1 - p2) ELSE 0 END ELSE CASE WHEN p2 > 1e-150 THEN p2 * p2 ELSE 0 END END AS b,
    CASE WHEN cc = 0 THEN 5e-1::float8 WHEN cc = 1 THEN 3e-1::float8 ELSE 2e-1::float8 END AS q,
    CASE WHEN cc = 0 THEN p0 WHEN p0 = 1 THEN p1 + p2 ELSE 1 - p0 END AS f0,
    CASE WHEN cc = 1 THEN p1 WHEN p1 = 1 THEN p0 + p2 ELSE 1 - p1 END AS f1,
    CASE WHEN cc = 2 THEN p2 WHEN p2 = 1 THEN p0 + p1 ELSE 1 - p2 END AS f2
  FROM (SELECT GREATEST(z, 0) AS s,
    CASE WHEN z > 0 THEN -1 ELSE c END AS cc,
    CASE WHEN z > 0 THEN 0 WHEN r0 < 9.970089730807576e-4::float8 THEN 9.970089730807576e-4::float8 WHEN r0 > 9.980059820538385e-1::float8 THEN 9.980059820538385e-1::float8 ELSE r0 END AS p0,
    CASE WHEN z > 0 THEN 0 WHEN r1 < 9.970089730807576e-4::float8 THEN 9.970089730807576e-4::float8 WHEN r1 > 9.980059820538385e-1::float8 THEN 9.980059820538385e-1::float8 ELSE r1 END AS p1,
    CASE WHEN z > 0 THEN 0 WHEN r2 < 9.970089730807576e-4::float8 THEN 9.970089730807576e-4::float8 WHEN r2 > 9.980059820538385e-1::float8 THEN 9.980059820538385e-1::float8 ELSE r2 END AS p2,
    CASE WHEN z >= 0 THEN 0 ELSE CASE WHEN r0 < 0 OR r0 > 1 THEN 1 ELSE 0 END + CASE WHEN r1 < 0 OR r1 > 1 THEN 1 ELSE 0 END + CASE WHEN r2 < 0 OR r2 > 1 THEN 1 ELSE 0 END END AS outside,
    CASE WHEN z > 0 THEN 0 ELSE CASE WHEN r0 < 9.970089730807576e-4::float8 OR r0 > 9.980059820538385e-1::float8 THEN 1 ELSE 0 END + CASE WHEN r1 < 9.970089730807576e-4::float8 OR r1 > 9.980059820538385e-1::float8 THEN 1 ELSE 0 END + CASE WHEN r2 < 9.970089730807576e-4::float8 OR r2 > 9.980059820538385e-1::float8 THEN 1 ELSE 0 END END AS clamped
  FROM (SELECT c,
    r0,
    r1,
    r2,
    CASE WHEN c >= 0 AND r0 >= 0 AND r0 <= 1 AND r1 >= 0 AND r1 <= 1 AND r2 >= 0 AND r2 <= 1 AND abs(r0 + r1 + r2 - 1) <= 1.0000000006661338e-6::float8 THEN 0
      WHEN v = 1 THEN 1
      WHEN c < 0 THEN 2
      WHEN r0 IS NULL OR r1 IS NULL OR r2 IS NULL THEN 3
      WHEN NOT (r0 >= -1.0000000006661338e-6::float8 AND r0 - 1 <= 1.0000000006661338e-6::float8 AND r1 >= -1.0000000006661338e-6::float8 AND r1 - 1 <= 1.0000000006661338e-6::float8 AND r2 >= -1.0000000006661338e-6::float8 AND r2 - 1 <= 1.0000000006661338e-6::float8) THEN 4
      WHEN NOT (abs(CASE WHEN r0 < 0 THEN 0 WHEN r0 > 1 THEN 1 ELSE r0 END + CASE WHEN r1 < 0 THEN 0 WHEN r1 > 1 THEN 1 ELSE r1 END + CASE WHEN r2 < 0 THEN 0 WHEN r2 > 1 THEN 1 ELSE r2 END - 1) <= 1.0000000006661338e-6::float8) THEN 5 ELSE -1 END AS z
  FROM (SELECT CASE CAST("label" AS text) WHEN 'home' THEN 0 WHEN 'draw' THEN 1 WHEN 'o''neill' THEN 2 ELSE CASE BTRIM(CAST("label" AS text), ' ' || CHR(9)) WHEN 'home' THEN 0 WHEN 'draw' THEN 1 WHEN 'o''neill' THEN 2 ELSE -1 END END AS c,
    CASE WHEN "label" IS NULL THEN 1 ELSE 0 END AS v,
    CAST("p_home" AS double precision) AS r0,
    CAST("p_draw" AS double precision) AS r1,
    CAST("p_o'neill" AS double precision) AS r2
  FROM "shop"."predictions"
  WHERE (day >= 7
) OFFSET '0') q0 OFFSET '0') q1 OFFSET '0') q2 OFFSET '0') q3 OFFSET '0') x
GROUP BY g

-- column
SELECT CAST('fairbits-statistics=1&layout=column&sums=whole&positive=1&tolerance=0.000001&weights=n&table=predictions&turn=uniform&class=0&class=1' AS text) AS fairbits, CAST('' AS text) AS status, CAST('' AS text) AS truth, CAST('' AS text) AS modal, CAST('' AS text) AS impossible, CAST('' AS text) AS above, CAST('' AS text) AS n_n, CAST('' AS text) AS n_ties, CAST('' AS text) AS n_ones, CAST('' AS text) AS n_outside, CAST('' AS text) AS n_zero, CAST('' AS text) AS n_w1, CAST('' AS text) AS n_w2, CAST('' AS text) AS n_s0, CAST('' AS text) AS n_s0_0, CAST('' AS text) AS n_b1, CAST('' AS text) AS n_b2, CAST('' AS text) AS n_y1, CAST('' AS text) AS n_y2
UNION ALL
SELECT CAST('' AS text) AS fairbits,
  CAST(g / 108 % 7 AS text) AS status,
  CAST(g / 36 % 3 - 1 AS text) AS truth,
  CAST(g / 6 % 6 AS text) AS modal,
  CAST(g / 2 % 3 AS text) AS impossible,
  CAST(g / 1 % 2 AS text) AS above,
  CAST(COUNT(*) AS text) AS n_n,
  CAST(SUM(CASE WHEN ww > 0 AND tie = 1 THEN 1 ELSE 0 END) AS text) AS n_ties,
  CAST(SUM(CASE WHEN o > 1 THEN 1 ELSE 0 END) AS text) AS n_ones,
  CAST(SUM(outside) AS text) AS n_outside,
  CAST(SUM(CASE WHEN s = 0 AND ww = 0 THEN 1 ELSE 0 END) AS text) AS n_zero,
  CAST(SUM(CASE WHEN abs((ww) * 8.796093022208e12::float8) < 9e18::float8 THEN CAST(CAST((ww) * 8.796093022208e12::float8 AS bigint) AS numeric) ELSE CAST(CAST((ww) * 8.796093022208e12::float8 AS text) AS numeric) END) AS text) AS n_w1,
  CAST(SUM(CASE WHEN abs((ww * (ww)) * 8.796093022208e12::float8) < 9e18::float8 THEN CAST(CAST((ww * (ww)) * 8.796093022208e12::float8 AS bigint) AS numeric) ELSE CAST(CAST((ww * (ww)) * 8.796093022208e12::float8 AS text) AS numeric) END) AS text) AS n_w2,
  CAST(SUM(CASE WHEN abs((ww * (x0)) * 8.796093022208e12::float8) < 9e18::float8 THEN CAST(CAST((ww * (x0)) * 8.796093022208e12::float8 AS bigint) AS numeric) ELSE CAST(CAST((ww * (x0)) * 8.796093022208e12::float8 AS text) AS numeric) END) AS text) AS n_s0,
  CAST(SUM(CASE WHEN abs((ww * (x0 * x0)) * 8.796093022208e12::float8) < 9e18::float8 THEN CAST(CAST((ww * (x0 * x0)) * 8.796093022208e12::float8 AS bigint) AS numeric) ELSE CAST(CAST((ww * (x0 * x0)) * 8.796093022208e12::float8 AS text) AS numeric) END) AS text) AS n_s0_0,
  CAST(SUM(CASE WHEN abs((ww * (b)) * 8.796093022208e12::float8) < 9e18::float8 THEN CAST(CAST((ww * (b)) * 8.796093022208e12::float8 AS bigint) AS numeric) ELSE CAST(CAST((ww * (b)) * 8.796093022208e12::float8 AS text) AS numeric) END) AS text) AS n_b1,
  CAST(SUM(CASE WHEN abs((ww * (b * b)) * 8.796093022208e12::float8) < 9e18::float8 THEN CAST(CAST((ww * (b * b)) * 8.796093022208e12::float8 AS bigint) AS numeric) ELSE CAST(CAST((ww * (b * b)) * 8.796093022208e12::float8 AS text) AS numeric) END) AS text) AS n_b2,
  CAST(SUM(CASE WHEN abs((ww * (y)) * 8.796093022208e12::float8) < 9e18::float8 THEN CAST(CAST((ww * (y)) * 8.796093022208e12::float8 AS bigint) AS numeric) ELSE CAST(CAST((ww * (y)) * 8.796093022208e12::float8 AS text) AS numeric) END) AS text) AS n_y1,
  CAST(SUM(CASE WHEN abs((ww * (y * y)) * 8.796093022208e12::float8) < 9e18::float8 THEN CAST(CAST((ww * (y * y)) * 8.796093022208e12::float8 AS bigint) AS numeric) ELSE CAST(CAST((ww * (y * y)) * 8.796093022208e12::float8 AS text) AS numeric) END) AS text) AS n_y2
FROM (SELECT s,
    cc,
    ww,
    outside,
    m,
    tie,
    o,
    b,
    ((((CAST(s AS bigint)) * 3 + cc + 1) * 6 + m) * 3 + CASE WHEN ww = 0 OR pt > 0 OR s <> 0 THEN 0 WHEN o = 1 THEN 2 ELSE 1 END) * 2 + CASE WHEN pt >= q THEN 1 ELSE 0 END AS g,
    CASE WHEN ww = 0 OR pt > 0 OR s <> 0 THEN 0 WHEN o = 1 THEN 2 ELSE 1 END AS a,
    CASE WHEN pt >= q THEN 1 ELSE 0 END AS u,
    CASE WHEN pt >= q THEN 0 ELSE LN(CASE WHEN pt < 1 THEN 1 - pt ELSE 1 END) END AS y,
    LN(CASE WHEN f0 > 0 THEN f0 ELSE 1 END) AS x0
  FROM (SELECT s,
    cc,
    ww,
    outside,
    CASE WHEN p0 > 0.5 THEN 1 WHEN p0 < 0.5 THEN 0 ELSE 2 END AS m,
    CASE WHEN p0 = 0.5 THEN 1 ELSE 0 END AS tie,
    CASE WHEN p0 > 0 AND p0 < 1 THEN 0 ELSE 1 END AS o,
    CASE WHEN cc = 1 THEN p0 ELSE 1 - p0 END AS pt,
    CASE WHEN cc = 1 THEN p0 ELSE 1 - p0 END AS f0,
    2 * (CASE WHEN cc = 1 THEN CASE WHEN (1 - p0) > 1e-150 THEN (1 - p0) * (1 - p0) ELSE 0 END ELSE CASE WHEN p0 > 1e-150 THEN p0 * p0 ELSE 0 END END) AS b,
    5e-1::float8 AS q
  FROM (SELECT GREATEST(z, 0) AS s,
    CASE WHEN z > 0 THEN -1 ELSE c END AS cc,
    CASE WHEN z > 0 THEN 0 ELSE w END AS ww,
    CASE WHEN z = 0 THEN r0 WHEN z > 0 THEN 0 WHEN r0 < 0 THEN 0 WHEN r0 > 1 THEN 1 ELSE r0 END AS p0,
    CASE WHEN z >= 0 THEN 0 ELSE CASE WHEN r0 < 0 OR r0 > 1 THEN 1 ELSE 0 END END AS outside
  FROM (SELECT w,
    c,
    r0,
    CASE WHEN c >= 0 AND r0 >= 0 AND r0 <= 1 AND w >= 1e-15::float8 AND w <= 1e15::float8 THEN 0
      WHEN v = 1 THEN 1
      WHEN c < 0 THEN 2
      WHEN r0 IS NULL THEN 3
      WHEN NOT (r0 >= -1.0000000004440892e-6::float8 AND r0 - 1 <= 1.0000000004440892e-6::float8) THEN 4
      WHEN w IS NULL OR NOT (w = 0 OR (w >= 1e-15::float8 AND w <= 1e15::float8)) THEN 6 ELSE -1 END AS z
  FROM (SELECT CASE CAST("ill" AS text) WHEN '0' THEN 0 WHEN '1' THEN 1 ELSE CASE BTRIM(CAST("ill" AS text), ' ' || CHR(9)) WHEN '0' THEN 0 WHEN '1' THEN 1 ELSE CASE CASE WHEN BTRIM(CAST("ill" AS text), ' ' || CHR(9)) LIKE '%.%' THEN RTRIM(RTRIM(BTRIM(CAST("ill" AS text), ' ' || CHR(9)), '0'), '.') ELSE BTRIM(CAST("ill" AS text), ' ' || CHR(9)) END WHEN '0' THEN 0 WHEN '1' THEN 1 ELSE CASE LOWER(CASE WHEN BTRIM(CAST("ill" AS text), ' ' || CHR(9)) LIKE '%.%' THEN RTRIM(RTRIM(BTRIM(CAST("ill" AS text), ' ' || CHR(9)), '0'), '.') ELSE BTRIM(CAST("ill" AS text), ' ' || CHR(9)) END) WHEN '0' THEN 0 WHEN 'false' THEN 0 WHEN 'f' THEN 0 WHEN 'no' THEN 0 WHEN 'n' THEN 0 WHEN '1' THEN 1 WHEN 'true' THEN 1 WHEN 't' THEN 1 WHEN 'yes' THEN 1 WHEN 'y' THEN 1 ELSE -1 END END END END AS c,
    CASE WHEN "ill" IS NULL THEN 1 ELSE 0 END AS v,
    CAST("n" AS double precision) AS w,
    CAST("p" AS double precision) AS r0
  FROM "predictions" OFFSET '0') q0 OFFSET '0') q1 OFFSET '0') q2 OFFSET '0') q3 OFFSET '0') x
GROUP BY g

-- array
SELECT CAST('fairbits-statistics=1&layout=array&sums=float&positive=b&tolerance=0.000001&table=predictions&turn=uniform&class=a&class=b' AS text) AS fairbits, CAST('' AS text) AS status, CAST('' AS text) AS truth, CAST('' AS text) AS modal, CAST('' AS text) AS impossible, CAST('' AS text) AS above, CAST('' AS text) AS n_n, CAST('' AS text) AS n_ties, CAST('' AS text) AS n_ones, CAST('' AS text) AS n_outside, CAST('' AS text) AS n_s0, CAST('' AS text) AS n_s1, CAST('' AS text) AS n_s0_0, CAST('' AS text) AS n_s0_1, CAST('' AS text) AS n_s1_1, CAST('' AS text) AS n_b1, CAST('' AS text) AS n_b2, CAST('' AS text) AS n_y1, CAST('' AS text) AS n_y2
UNION ALL
SELECT CAST('' AS text) AS fairbits,
  CAST(g / 108 % 7 AS text) AS status,
  CAST(g / 36 % 3 - 1 AS text) AS truth,
  CAST(g / 6 % 6 AS text) AS modal,
  CAST(g / 2 % 3 AS text) AS impossible,
  CAST(g / 1 % 2 AS text) AS above,
  CAST(COUNT(*) AS text) AS n_n,
  CAST(SUM(tie) AS text) AS n_ties,
  CAST(SUM(CASE WHEN o > 1 THEN 1 ELSE 0 END) AS text) AS n_ones,
  CAST(SUM(outside) AS text) AS n_outside,
  CAST(SUM(x0) AS text) AS n_s0,
  CAST(SUM(x1) AS text) AS n_s1,
  CAST(SUM(x0 * x0) AS text) AS n_s0_0,
  CAST(SUM(x0 * x1) AS text) AS n_s0_1,
  CAST(SUM(x1 * x1) AS text) AS n_s1_1,
  CAST(SUM(b) AS text) AS n_b1,
  CAST(SUM(b * b) AS text) AS n_b2,
  CAST(SUM(y) AS text) AS n_y1,
  CAST(SUM(y * y) AS text) AS n_y2
FROM (SELECT s,
    cc,
    outside,
    m,
    tie,
    o,
    b,
    ((((CAST(s AS bigint)) * 3 + cc + 1) * 6 + m) * 3 + CASE WHEN pt > 0 OR s <> 0 THEN 0 WHEN o = 1 THEN 2 ELSE 1 END) * 2 + CASE WHEN pt >= q THEN 1 ELSE 0 END AS g,
    CASE WHEN pt > 0 OR s <> 0 THEN 0 WHEN o = 1 THEN 2 ELSE 1 END AS a,
    CASE WHEN pt >= q THEN 1 ELSE 0 END AS u,
    CASE WHEN pt >= q THEN 0 ELSE LN(CASE WHEN pt < 1 THEN 1 - pt ELSE 1 END) END AS y,
    LN(CASE WHEN f0 > 0 THEN f0 ELSE 1 END) AS x0,
    LN(CASE WHEN f1 > 0 THEN f1 ELSE 1 END) AS x1
  FROM (SELECT s,
    cc,
    outside,
    CASE WHEN p0 >= 0.5 THEN CASE WHEN p1 < 0.5 THEN 0 WHEN p1 > p0 THEN 3 ELSE 2 END WHEN p1 >= 0.5 THEN 1 WHEN p1 > p0 THEN 5 ELSE 4 END AS m,
    CASE WHEN p0 = p1 THEN 1 ELSE 0 END AS tie,
    CASE WHEN p0 < 1 AND p1 < 1 THEN 0 ELSE CASE WHEN p0 > 0 THEN 1 ELSE 0 END + CASE WHEN p1 > 0 THEN 1 ELSE 0 END END AS o,
    CASE WHEN cc = 0 THEN p0 ELSE p1 END AS pt,
    CASE WHEN cc = 0 THEN CASE WHEN (1 - p0) > 1e-150 THEN (1 - p0) * (1 - p0) ELSE 0 END ELSE CASE WHEN p0 > 1e-150 THEN p0 * p0 ELSE 0 END END + CASE WHEN cc = 1 THEN CASE WHEN (1 - p1) > 1e-150 THEN (1 - p1) * (1 - p1) ELSE 0 END ELSE CASE WHEN p1 > 1e-150 THEN p1 * p1 ELSE 0 END END AS b,
    5e-1::float8 AS q,
    CASE WHEN cc = 0 THEN p0 WHEN p0 = 1 THEN p1 ELSE 1 - p0 END AS f0,
    CASE WHEN cc = 1 THEN p1 WHEN p1 = 1 THEN p0 ELSE 1 - p1 END AS f1
  FROM (SELECT GREATEST(z, 0) AS s,
    CASE WHEN z > 0 THEN -1 ELSE c END AS cc,
    CASE WHEN z = 0 THEN r0 WHEN z > 0 THEN 0 WHEN r0 < 0 THEN 0 WHEN r0 > 1 THEN 1 ELSE r0 END AS p0,
    CASE WHEN z = 0 THEN r1 WHEN z > 0 THEN 0 WHEN r1 < 0 THEN 0 WHEN r1 > 1 THEN 1 ELSE r1 END AS p1,
    CASE WHEN z >= 0 THEN 0 ELSE CASE WHEN r0 < 0 OR r0 > 1 THEN 1 ELSE 0 END + CASE WHEN r1 < 0 OR r1 > 1 THEN 1 ELSE 0 END END AS outside
  FROM (SELECT c,
    r0,
    r1,
    CASE WHEN c >= 0 AND r0 >= 0 AND r0 <= 1 AND r1 >= 0 AND r1 <= 1 AND abs(r0 + r1 - 1) <= 1.0000000004440892e-6::float8 THEN 0
      WHEN v = 1 THEN 1
      WHEN c < 0 THEN 2
      WHEN r0 IS NULL OR r1 IS NULL THEN 3
      WHEN NOT (r0 >= -1.0000000004440892e-6::float8 AND r0 - 1 <= 1.0000000004440892e-6::float8 AND r1 >= -1.0000000004440892e-6::float8 AND r1 - 1 <= 1.0000000004440892e-6::float8) THEN 4
      WHEN NOT (abs(CASE WHEN r0 < 0 THEN 0 WHEN r0 > 1 THEN 1 ELSE r0 END + CASE WHEN r1 < 0 THEN 0 WHEN r1 > 1 THEN 1 ELSE r1 END - 1) <= 1.0000000004440892e-6::float8) THEN 5 ELSE -1 END AS z
  FROM (SELECT c,
    v,
    CAST(CASE WHEN l = 2 THEN e[1] END AS double precision) AS r0,
    CAST(CASE WHEN l = 2 THEN e[2] END AS double precision) AS r1
  FROM (SELECT CASE CAST("label" AS text) WHEN 'a' THEN 0 WHEN 'b' THEN 1 ELSE CASE BTRIM(CAST("label" AS text), ' ' || CHR(9)) WHEN 'a' THEN 0 WHEN 'b' THEN 1 ELSE -1 END END AS c,
    CASE WHEN "label" IS NULL THEN 1 ELSE 0 END AS v,
    "estimates" || '{}' AS e,
    CARDINALITY("estimates") AS l
  FROM "predictions" OFFSET '0') q0 OFFSET '0') q1 OFFSET '0') q2 OFFSET '0') q3 OFFSET '0') q4 OFFSET '0') x
GROUP BY g

-- long
SELECT CAST('fairbits-statistics=1&layout=long&sums=whole&positive=b&tolerance=0.000001&table=predictions&turn=uniform&class=a&class=b' AS text) AS fairbits, CAST('' AS text) AS status, CAST('' AS text) AS truth, CAST('' AS text) AS modal, CAST('' AS text) AS impossible, CAST('' AS text) AS above, CAST('' AS text) AS n_n, CAST('' AS text) AS n_ties, CAST('' AS text) AS n_ones, CAST('' AS text) AS n_outside, CAST('' AS text) AS n_s0, CAST('' AS text) AS n_s1, CAST('' AS text) AS n_s0_0, CAST('' AS text) AS n_s0_1, CAST('' AS text) AS n_s1_1, CAST('' AS text) AS n_b1, CAST('' AS text) AS n_b2, CAST('' AS text) AS n_y1, CAST('' AS text) AS n_y2
UNION ALL
SELECT CAST('' AS text) AS fairbits,
  CAST(g / 108 % 7 AS text) AS status,
  CAST(g / 36 % 3 - 1 AS text) AS truth,
  CAST(g / 6 % 6 AS text) AS modal,
  CAST(g / 2 % 3 AS text) AS impossible,
  CAST(g / 1 % 2 AS text) AS above,
  CAST(COUNT(*) AS text) AS n_n,
  CAST(SUM(tie) AS text) AS n_ties,
  CAST(SUM(CASE WHEN o > 1 THEN 1 ELSE 0 END) AS text) AS n_ones,
  CAST(SUM(outside) AS text) AS n_outside,
  CAST(SUM(CAST((x0) * 8.796093022208e12::float8 AS bigint)) AS text) AS n_s0,
  CAST(SUM(CAST((x1) * 8.796093022208e12::float8 AS bigint)) AS text) AS n_s1,
  CAST(SUM(CAST((x0 * x0) * 8.796093022208e12::float8 AS bigint)) AS text) AS n_s0_0,
  CAST(SUM(CAST((x0 * x1) * 8.796093022208e12::float8 AS bigint)) AS text) AS n_s0_1,
  CAST(SUM(CAST((x1 * x1) * 8.796093022208e12::float8 AS bigint)) AS text) AS n_s1_1,
  CAST(SUM(CAST((b) * 8.796093022208e12::float8 AS bigint)) AS text) AS n_b1,
  CAST(SUM(CAST((b * b) * 8.796093022208e12::float8 AS bigint)) AS text) AS n_b2,
  CAST(SUM(CAST((y) * 8.796093022208e12::float8 AS bigint)) AS text) AS n_y1,
  CAST(SUM(CAST((y * y) * 8.796093022208e12::float8 AS bigint)) AS text) AS n_y2
FROM (SELECT s,
    cc,
    outside,
    m,
    tie,
    o,
    b,
    ((((CAST(s AS bigint)) * 3 + cc + 1) * 6 + m) * 3 + CASE WHEN pt > 0 OR s <> 0 THEN 0 WHEN o = 1 THEN 2 ELSE 1 END) * 2 + CASE WHEN pt >= q THEN 1 ELSE 0 END AS g,
    CASE WHEN pt > 0 OR s <> 0 THEN 0 WHEN o = 1 THEN 2 ELSE 1 END AS a,
    CASE WHEN pt >= q THEN 1 ELSE 0 END AS u,
    CASE WHEN pt >= q THEN 0 ELSE LN(CASE WHEN pt < 1 THEN 1 - pt ELSE 1 END) END AS y,
    LN(CASE WHEN f0 > 0 THEN f0 ELSE 1 END) AS x0,
    LN(CASE WHEN f1 > 0 THEN f1 ELSE 1 END) AS x1
  FROM (SELECT s,
    cc,
    outside,
    CASE WHEN p0 >= 0.5 THEN CASE WHEN p1 < 0.5 THEN 0 WHEN p1 > p0 THEN 3 ELSE 2 END WHEN p1 >= 0.5 THEN 1 WHEN p1 > p0 THEN 5 ELSE 4 END AS m,
    CASE WHEN p0 = p1 THEN 1 ELSE 0 END AS tie,
    CASE WHEN p0 < 1 AND p1 < 1 THEN 0 ELSE CASE WHEN p0 > 0 THEN 1 ELSE 0 END + CASE WHEN p1 > 0 THEN 1 ELSE 0 END END AS o,
    CASE WHEN cc = 0 THEN p0 ELSE p1 END AS pt,
    CASE WHEN cc = 0 THEN CASE WHEN (1 - p0) > 1e-150 THEN (1 - p0) * (1 - p0) ELSE 0 END ELSE CASE WHEN p0 > 1e-150 THEN p0 * p0 ELSE 0 END END + CASE WHEN cc = 1 THEN CASE WHEN (1 - p1) > 1e-150 THEN (1 - p1) * (1 - p1) ELSE 0 END ELSE CASE WHEN p1 > 1e-150 THEN p1 * p1 ELSE 0 END END AS b,
    5e-1::float8 AS q,
    CASE WHEN cc = 0 THEN p0 WHEN p0 = 1 THEN p1 ELSE 1 - p0 END AS f0,
    CASE WHEN cc = 1 THEN p1 WHEN p1 = 1 THEN p0 ELSE 1 - p1 END AS f1
  FROM (SELECT GREATEST(z, 0) AS s,
    CASE WHEN z > 0 THEN -1 ELSE c END AS cc,
    CASE WHEN z = 0 THEN r0 WHEN z > 0 THEN 0 WHEN r0 < 0 THEN 0 WHEN r0 > 1 THEN 1 ELSE r0 END AS p0,
    CASE WHEN z = 0 THEN r1 WHEN z > 0 THEN 0 WHEN r1 < 0 THEN 0 WHEN r1 > 1 THEN 1 ELSE r1 END AS p1,
    CASE WHEN z >= 0 THEN 0 ELSE CASE WHEN r0 < 0 OR r0 > 1 THEN 1 ELSE 0 END + CASE WHEN r1 < 0 OR r1 > 1 THEN 1 ELSE 0 END END AS outside
  FROM (SELECT c,
    r0,
    r1,
    CASE WHEN c >= 0 AND r0 >= 0 AND r0 <= 1 AND r1 >= 0 AND r1 <= 1 AND abs(r0 + r1 - 1) <= 1.0000000004440892e-6::float8 THEN 0
      WHEN v = 1 THEN 1
      WHEN c < 0 THEN 2
      WHEN r0 IS NULL OR r1 IS NULL THEN 3
      WHEN NOT (r0 >= -1.0000000004440892e-6::float8 AND r0 - 1 <= 1.0000000004440892e-6::float8 AND r1 >= -1.0000000004440892e-6::float8 AND r1 - 1 <= 1.0000000004440892e-6::float8) THEN 4
      WHEN NOT (abs(CASE WHEN r0 < 0 THEN 0 WHEN r0 > 1 THEN 1 ELSE r0 END + CASE WHEN r1 < 0 THEN 0 WHEN r1 > 1 THEN 1 ELSE r1 END - 1) <= 1.0000000004440892e-6::float8) THEN 5 ELSE -1 END AS z
  FROM (SELECT CASE CAST(g AS text) WHEN 'a' THEN 0 WHEN 'b' THEN 1 ELSE CASE BTRIM(CAST(g AS text), ' ' || CHR(9)) WHEN 'a' THEN 0 WHEN 'b' THEN 1 ELSE -1 END END AS c,
    CASE WHEN g IS NULL THEN 1 ELSE 0 END AS v,
    CAST(h0 AS double precision) AS r0,
    CAST(h1 AS double precision) AS r1
  FROM (SELECT CASE WHEN MIN(t) = MAX(t) THEN MIN(t) END AS g,
    CASE WHEN COUNT(*) = 2 AND MIN(i) >= 0 AND COUNT(DISTINCT i) = 2 AND COUNT(p) = 2 THEN MAX(CASE WHEN i = 0 THEN p END) END AS h0,
    CASE WHEN COUNT(*) = 2 AND MIN(i) >= 0 AND COUNT(DISTINCT i) = 2 AND COUNT(p) = 2 THEN MAX(CASE WHEN i = 1 THEN p END) END AS h1
  FROM (SELECT "case" AS k, BTRIM(CAST("label" AS text), ' ' || CHR(9)) AS t, CAST("p" AS double precision) AS p, CASE CAST("class" AS text) WHEN 'a' THEN 0 WHEN 'b' THEN 1 ELSE CASE BTRIM(CAST("class" AS text), ' ' || CHR(9)) WHEN 'a' THEN 0 WHEN 'b' THEN 1 ELSE -1 END END AS i
  FROM "predictions") l
  GROUP BY k OFFSET '0') q0 OFFSET '0') q1 OFFSET '0') q2 OFFSET '0') q3 OFFSET '0') q4 OFFSET '0') x
GROUP BY g

-- histograms
SELECT CAST('fairbits-histograms=1&layout=wide&sums=whole&cutoff=mml%3A500&tolerance=0.000001&table=shop.predictions&turn=0.5%200.3%200.2&class=home&class=draw&class=o%27neill' AS text) AS fairbits, CAST('' AS text) AS estimate, CAST('' AS text) AS truth, CAST('' AS text) AS modal, CAST('' AS text) AS bin, CAST('' AS text) AS n_n, CAST('' AS text) AS n_p, CAST('' AS text) AS n_q, CAST('' AS text) AS n_v, CAST('' AS text) AS n_l, CAST('' AS text) AS n_l2, CAST('' AS text) AS n_y, CAST('' AS text) AS n_y2, CAST('' AS text) AS lowest, CAST('' AS text) AS highest
UNION ALL
SELECT CAST('' AS text) AS fairbits,
  CAST(g / 12582918 % 4 AS text) AS estimate,
  CAST(g / 4194306 % 3 AS text) AS truth,
  CAST(g / 2097153 % 2 AS text) AS modal,
  CAST(g / 1 % 2097153 - 1048576 AS text) AS bin,
  CAST(COUNT(*) AS text) AS n_n,
  CAST(SUM(CAST((pe) * 8.796093022208e12::float8 AS bigint)) AS text) AS n_p,
  CAST(SUM(CAST((qd) * 8.796093022208e12::float8 AS bigint)) AS text) AS n_q,
  CAST(SUM(CAST((vr * (1 - 4 * vr)) * 8.796093022208e12::float8 AS bigint)) AS text) AS n_v,
  CAST(SUM(CAST((lg) * 8.796093022208e12::float8 AS bigint)) AS text) AS n_l,
  CAST(SUM(CAST((CASE WHEN eh = 1 THEN lg * lg ELSE 0 END) * 8.796093022208e12::float8 AS bigint)) AS text) AS n_l2,
  CAST(SUM(CAST((lr) * 8.796093022208e12::float8 AS bigint)) AS text) AS n_y,
  CAST(SUM(CAST((lr * lr) * 8.796093022208e12::float8 AS bigint)) AS text) AS n_y2,
  CAST(MIN(pe) AS text) AS lowest,
  CAST(MAX(pe) AS text) AS highest
FROM (SELECT ei,
    et,
    eh,
    mo,
    pe,
    (((CAST(ei AS bigint)) * 3 + et) * 2 + mo) * 2097153 + CAST(floor(sqrt(sqrt(pe)) * 256) - floor(sqrt(sqrt(1 - pe)) * 256) - floor(0 - pe * 1024) - floor(0 - pe * 10) AS bigint) + 1048576 AS g,
    CAST(floor(sqrt(sqrt(pe)) * 256) - floor(sqrt(sqrt(1 - pe)) * 256) - floor(0 - pe * 1024) - floor(0 - pe * 10) AS bigint) AS fb,
    CASE WHEN abs(eh - pe) > 1e-150 THEN abs(eh - pe) * abs(eh - pe) ELSE 0 END AS qd,
    pe * (1 - pe) AS vr,
    LN(CASE WHEN eh = 1 AND pe > 0 THEN pe WHEN eh = 0 AND pe < 1 THEN 1 - pe ELSE 1 END) AS lg,
    LN(CASE WHEN eh = 1 AND pe < 1 THEN 1 - pe ELSE 1 END) AS lr
  FROM (SELECT ei,
    CASE WHEN ei = 0 THEN p0 WHEN ei = 1 THEN p1 ELSE p2 END AS pe,
    CASE WHEN ei = cc THEN 1 ELSE 0 END AS eh,
    cc AS et,
    CASE WHEN ei = mc THEN 1 ELSE 0 END AS mo
  FROM (SELECT s,
    cc,
    p0,
    p1,
    p2,
    mx,
    CASE WHEN p0 = mx THEN 0 WHEN p1 = mx THEN 1 ELSE 2 END AS mc
  FROM (SELECT s,
    cc,
    p0,
    p1,
    p2,
    GREATEST(GREATEST(p0, p1), p2) AS mx
  FROM (SELECT GREATEST(z, 0) AS s,
    CASE WHEN z > 0 THEN -1 ELSE c END AS cc,
    CASE WHEN z > 0 THEN 0 WHEN r0 < 9.970089730807576e-4::float8 THEN 9.970089730807576e-4::float8 WHEN r0 > 9.980059820538385e-1::float8 THEN 9.980059820538385e-1::float8 ELSE r0 END AS p0,
    CASE WHEN z > 0 THEN 0 WHEN r1 < 9.970089730807576e-4::float8 THEN 9.970089730807576e-4::float8 WHEN r1 > 9.980059820538385e-1::float8 THEN 9.980059820538385e-1::float8 ELSE r1 END AS p1,
    CASE WHEN z > 0 THEN 0 WHEN r2 < 9.970089730807576e-4::float8 THEN 9.970089730807576e-4::float8 WHEN r2 > 9.980059820538385e-1::float8 THEN 9.980059820538385e-1::float8 ELSE r2 END AS p2
  FROM (SELECT c,
    r0,
    r1,
    r2,
    CASE WHEN c >= 0 AND r0 >= 0 AND r0 <= 1 AND r1 >= 0 AND r1 <= 1 AND r2 >= 0 AND r2 <= 1 AND abs(r0 + r1 + r2 - 1) <= 1.0000000006661338e-6::float8 THEN 0
      WHEN v = 1 THEN 1
      WHEN c < 0 THEN 2
      WHEN r0 IS NULL OR r1 IS NULL OR r2 IS NULL THEN 3
      WHEN NOT (r0 >= -1.0000000006661338e-6::float8 AND r0 - 1 <= 1.0000000006661338e-6::float8 AND r1 >= -1.0000000006661338e-6::float8 AND r1 - 1 <= 1.0000000006661338e-6::float8 AND r2 >= -1.0000000006661338e-6::float8 AND r2 - 1 <= 1.0000000006661338e-6::float8) THEN 4
      WHEN NOT (abs(CASE WHEN r0 < 0 THEN 0 WHEN r0 > 1 THEN 1 ELSE r0 END + CASE WHEN r1 < 0 THEN 0 WHEN r1 > 1 THEN 1 ELSE r1 END + CASE WHEN r2 < 0 THEN 0 WHEN r2 > 1 THEN 1 ELSE r2 END - 1) <= 1.0000000006661338e-6::float8) THEN 5 ELSE -1 END AS z
  FROM (SELECT CASE CAST("label" AS text) WHEN 'home' THEN 0 WHEN 'draw' THEN 1 WHEN 'o''neill' THEN 2 ELSE CASE BTRIM(CAST("label" AS text), ' ' || CHR(9)) WHEN 'home' THEN 0 WHEN 'draw' THEN 1 WHEN 'o''neill' THEN 2 ELSE -1 END END AS c,
    CASE WHEN "label" IS NULL THEN 1 ELSE 0 END AS v,
    CAST("p_home" AS double precision) AS r0,
    CAST("p_draw" AS double precision) AS r1,
    CAST("p_o'neill" AS double precision) AS r2
  FROM "shop"."predictions"
  WHERE (day >= 7
) OFFSET '0') q0 OFFSET '0') q1 OFFSET '0') q2 OFFSET '0') q3 OFFSET '0') r CROSS JOIN (SELECT 0 AS ei UNION ALL SELECT 1 UNION ALL SELECT 2) u
  WHERE s = 0 OFFSET '0') q0 OFFSET '0') x
GROUP BY g

-- histograms of a column
SELECT CAST('fairbits-histograms=1&layout=column&sums=whole&positive=1&tolerance=0.000001&weights=n&table=predictions&turn=uniform&class=0&class=1' AS text) AS fairbits, CAST('' AS text) AS estimate, CAST('' AS text) AS truth, CAST('' AS text) AS modal, CAST('' AS text) AS bin, CAST('' AS text) AS n_n, CAST('' AS text) AS n_w1, CAST('' AS text) AS n_p, CAST('' AS text) AS n_q, CAST('' AS text) AS n_v, CAST('' AS text) AS n_l, CAST('' AS text) AS n_l2, CAST('' AS text) AS n_y, CAST('' AS text) AS n_y2, CAST('' AS text) AS lowest, CAST('' AS text) AS highest
UNION ALL
SELECT CAST('' AS text) AS fairbits,
  CAST(g / 8388612 % 3 AS text) AS estimate,
  CAST(g / 4194306 % 2 AS text) AS truth,
  CAST(g / 2097153 % 2 AS text) AS modal,
  CAST(g / 1 % 2097153 - 1048576 AS text) AS bin,
  CAST(COUNT(*) AS text) AS n_n,
  CAST(SUM(CASE WHEN abs((ww) * 8.796093022208e12::float8) < 9e18::float8 THEN CAST(CAST((ww) * 8.796093022208e12::float8 AS bigint) AS numeric) ELSE CAST(CAST((ww) * 8.796093022208e12::float8 AS text) AS numeric) END) AS text) AS n_w1,
  CAST(SUM(CASE WHEN abs((ww * (pe)) * 8.796093022208e12::float8) < 9e18::float8 THEN CAST(CAST((ww * (pe)) * 8.796093022208e12::float8 AS bigint) AS numeric) ELSE CAST(CAST((ww * (pe)) * 8.796093022208e12::float8 AS text) AS numeric) END) AS text) AS n_p,
  CAST(SUM(CASE WHEN abs((ww * (qd)) * 8.796093022208e12::float8) < 9e18::float8 THEN CAST(CAST((ww * (qd)) * 8.796093022208e12::float8 AS bigint) AS numeric) ELSE CAST(CAST((ww * (qd)) * 8.796093022208e12::float8 AS text) AS numeric) END) AS text) AS n_q,
  CAST(SUM(CASE WHEN abs((ww * (vr * (1 - 4 * vr))) * 8.796093022208e12::float8) < 9e18::float8 THEN CAST(CAST((ww * (vr * (1 - 4 * vr))) * 8.796093022208e12::float8 AS bigint) AS numeric) ELSE CAST(CAST((ww * (vr * (1 - 4 * vr))) * 8.796093022208e12::float8 AS text) AS numeric) END) AS text) AS n_v,
  CAST(SUM(CASE WHEN abs((ww * (lg)) * 8.796093022208e12::float8) < 9e18::float8 THEN CAST(CAST((ww * (lg)) * 8.796093022208e12::float8 AS bigint) AS numeric) ELSE CAST(CAST((ww * (lg)) * 8.796093022208e12::float8 AS text) AS numeric) END) AS text) AS n_l,
  CAST(SUM(CASE WHEN abs((ww * (CASE WHEN eh = 1 THEN lg * lg ELSE 0 END)) * 8.796093022208e12::float8) < 9e18::float8 THEN CAST(CAST((ww * (CASE WHEN eh = 1 THEN lg * lg ELSE 0 END)) * 8.796093022208e12::float8 AS bigint) AS numeric) ELSE CAST(CAST((ww * (CASE WHEN eh = 1 THEN lg * lg ELSE 0 END)) * 8.796093022208e12::float8 AS text) AS numeric) END) AS text) AS n_l2,
  CAST(SUM(CASE WHEN abs((ww * (lr)) * 8.796093022208e12::float8) < 9e18::float8 THEN CAST(CAST((ww * (lr)) * 8.796093022208e12::float8 AS bigint) AS numeric) ELSE CAST(CAST((ww * (lr)) * 8.796093022208e12::float8 AS text) AS numeric) END) AS text) AS n_y,
  CAST(SUM(CASE WHEN abs((ww * (lr * lr)) * 8.796093022208e12::float8) < 9e18::float8 THEN CAST(CAST((ww * (lr * lr)) * 8.796093022208e12::float8 AS bigint) AS numeric) ELSE CAST(CAST((ww * (lr * lr)) * 8.796093022208e12::float8 AS text) AS numeric) END) AS text) AS n_y2,
  CAST(MIN(pe) AS text) AS lowest,
  CAST(MAX(pe) AS text) AS highest
FROM (SELECT ei,
    et,
    eh,
    mo,
    pe,
    ww,
    (((CAST(ei AS bigint)) * 2 + et) * 2 + mo) * 2097153 + CAST(floor(sqrt(sqrt(pe)) * 1024) - floor(sqrt(sqrt(1 - pe)) * 1024) - floor(0 - pe * 4096) - floor(0 - pe * 10) AS bigint) + 1048576 AS g,
    CAST(floor(sqrt(sqrt(pe)) * 1024) - floor(sqrt(sqrt(1 - pe)) * 1024) - floor(0 - pe * 4096) - floor(0 - pe * 10) AS bigint) AS fb,
    CASE WHEN abs(eh - pe) > 1e-150 THEN abs(eh - pe) * abs(eh - pe) ELSE 0 END AS qd,
    pe * (1 - pe) AS vr,
    LN(CASE WHEN eh = 1 AND pe > 0 THEN pe WHEN eh = 0 AND pe < 1 THEN 1 - pe ELSE 1 END) AS lg,
    LN(CASE WHEN eh = 1 AND pe < 1 THEN 1 - pe ELSE 1 END) AS lr
  FROM (SELECT ei,
    ww,
    CASE WHEN ei = 0 THEN 1 - p0 ELSE p0 END AS pe,
    CASE WHEN ei = cc THEN 1 ELSE 0 END AS eh,
    cc AS et,
    CASE WHEN ei = mc THEN 1 ELSE 0 END AS mo
  FROM (SELECT s,
    cc,
    ww,
    p0,
    CASE WHEN p0 > 0.5 THEN p0 ELSE 1 - p0 END AS mx,
    CASE WHEN p0 > 0.5 THEN 1 ELSE 0 END AS mc
  FROM (SELECT GREATEST(z, 0) AS s,
    CASE WHEN z > 0 THEN -1 ELSE c END AS cc,
    CASE WHEN z > 0 THEN 0 ELSE w END AS ww,
    CASE WHEN z = 0 THEN r0 WHEN z > 0 THEN 0 WHEN r0 < 0 THEN 0 WHEN r0 > 1 THEN 1 ELSE r0 END AS p0
  FROM (SELECT w,
    c,
    r0,
    CASE WHEN c >= 0 AND r0 >= 0 AND r0 <= 1 AND w >= 1e-15::float8 AND w <= 1e15::float8 THEN 0
      WHEN v = 1 THEN 1
      WHEN c < 0 THEN 2
      WHEN r0 IS NULL THEN 3
      WHEN NOT (r0 >= -1.0000000004440892e-6::float8 AND r0 - 1 <= 1.0000000004440892e-6::float8) THEN 4
      WHEN w IS NULL OR NOT (w = 0 OR (w >= 1e-15::float8 AND w <= 1e15::float8)) THEN 6 ELSE -1 END AS z
  FROM (SELECT CASE CAST("ill" AS text) WHEN '0' THEN 0 WHEN '1' THEN 1 ELSE CASE BTRIM(CAST("ill" AS text), ' ' || CHR(9)) WHEN '0' THEN 0 WHEN '1' THEN 1 ELSE CASE CASE WHEN BTRIM(CAST("ill" AS text), ' ' || CHR(9)) LIKE '%.%' THEN RTRIM(RTRIM(BTRIM(CAST("ill" AS text), ' ' || CHR(9)), '0'), '.') ELSE BTRIM(CAST("ill" AS text), ' ' || CHR(9)) END WHEN '0' THEN 0 WHEN '1' THEN 1 ELSE CASE LOWER(CASE WHEN BTRIM(CAST("ill" AS text), ' ' || CHR(9)) LIKE '%.%' THEN RTRIM(RTRIM(BTRIM(CAST("ill" AS text), ' ' || CHR(9)), '0'), '.') ELSE BTRIM(CAST("ill" AS text), ' ' || CHR(9)) END) WHEN '0' THEN 0 WHEN 'false' THEN 0 WHEN 'f' THEN 0 WHEN 'no' THEN 0 WHEN 'n' THEN 0 WHEN '1' THEN 1 WHEN 'true' THEN 1 WHEN 't' THEN 1 WHEN 'yes' THEN 1 WHEN 'y' THEN 1 ELSE -1 END END END END AS c,
    CASE WHEN "ill" IS NULL THEN 1 ELSE 0 END AS v,
    CAST("n" AS double precision) AS w,
    CAST("p" AS double precision) AS r0
  FROM "predictions" OFFSET '0') q0 OFFSET '0') q1 OFFSET '0') q2 OFFSET '0') r CROSS JOIN (SELECT 0 AS ei UNION ALL SELECT 1) u
  WHERE s = 0 AND ww > 0 OFFSET '0') q0 OFFSET '0') x
GROUP BY g
