-- wide
SELECT CAST('fairbits-statistics=1&layout=wide&sums=whole&cutoff=mml%3A500&tolerance=0.000001&table=shop.predictions&turn=0.5%200.3%200.2&class=home&class=draw&class=o%27neill' AS TEXT) AS fairbits, CAST('' AS TEXT) AS status, CAST('' AS TEXT) AS truth, CAST('' AS TEXT) AS modal, CAST('' AS TEXT) AS impossible, CAST('' AS TEXT) AS above, CAST('' AS TEXT) AS n_n, CAST('' AS TEXT) AS n_ties, CAST('' AS TEXT) AS n_ones, CAST('' AS TEXT) AS n_outside, CAST('' AS TEXT) AS n_clamped, CAST('' AS TEXT) AS n_s0, CAST('' AS TEXT) AS n_s1, CAST('' AS TEXT) AS n_s2, CAST('' AS TEXT) AS n_s0_0, CAST('' AS TEXT) AS n_s0_1, CAST('' AS TEXT) AS n_s0_2, CAST('' AS TEXT) AS n_s1_1, CAST('' AS TEXT) AS n_s1_2, CAST('' AS TEXT) AS n_s2_2, CAST('' AS TEXT) AS n_b1, CAST('' AS TEXT) AS n_b2, CAST('' AS TEXT) AS n_y1, CAST('' AS TEXT) AS n_y2
UNION ALL
SELECT CAST('' AS TEXT) AS fairbits,
  CAST(s AS TEXT) AS status,
  CAST(cc AS TEXT) AS truth,
  CAST(m AS TEXT) AS modal,
  CAST(a AS TEXT) AS impossible,
  CAST(u AS TEXT) AS above,
  CAST(COUNT(*) AS TEXT) AS n_n,
  CAST(SUM(tie) AS TEXT) AS n_ties,
  CAST(SUM(CASE WHEN o > 1 THEN 1 ELSE 0 END) AS TEXT) AS n_ones,
  CAST(SUM(outside) AS TEXT) AS n_outside,
  CAST(SUM(clamped) AS TEXT) AS n_clamped,
  SUM(CAST(ROUND((x0) * 8.796093022208e12) AS INTEGER) >> 31) || '*' || SUM(CAST(ROUND((x0) * 8.796093022208e12) AS INTEGER) & 2147483647) AS n_s0,
  SUM(CAST(ROUND((x1) * 8.796093022208e12) AS INTEGER) >> 31) || '*' || SUM(CAST(ROUND((x1) * 8.796093022208e12) AS INTEGER) & 2147483647) AS n_s1,
  SUM(CAST(ROUND((x2) * 8.796093022208e12) AS INTEGER) >> 31) || '*' || SUM(CAST(ROUND((x2) * 8.796093022208e12) AS INTEGER) & 2147483647) AS n_s2,
  SUM(CAST(ROUND((x0 * x0) * 8.796093022208e12) AS INTEGER) >> 31) || '*' || SUM(CAST(ROUND((x0 * x0) * 8.796093022208e12) AS INTEGER) & 2147483647) AS n_s0_0,
  SUM(CAST(ROUND((x0 * x1) * 8.796093022208e12) AS INTEGER) >> 31) || '*' || SUM(CAST(ROUND((x0 * x1) * 8.796093022208e12) AS INTEGER) & 2147483647) AS n_s0_1,
  SUM(CAST(ROUND((x0 * x2) * 8.796093022208e12) AS INTEGER) >> 31) || '*' || SUM(CAST(ROUND((x0 * x2) * 8.796093022208e12) AS INTEGER) & 2147483647) AS n_s0_2,
  SUM(CAST(ROUND((x1 * x1) * 8.796093022208e12) AS INTEGER) >> 31) || '*' || SUM(CAST(ROUND((x1 * x1) * 8.796093022208e12) AS INTEGER) & 2147483647) AS n_s1_1,
  SUM(CAST(ROUND((x1 * x2) * 8.796093022208e12) AS INTEGER) >> 31) || '*' || SUM(CAST(ROUND((x1 * x2) * 8.796093022208e12) AS INTEGER) & 2147483647) AS n_s1_2,
  SUM(CAST(ROUND((x2 * x2) * 8.796093022208e12) AS INTEGER) >> 31) || '*' || SUM(CAST(ROUND((x2 * x2) * 8.796093022208e12) AS INTEGER) & 2147483647) AS n_s2_2,
  SUM(CAST(ROUND((b) * 8.796093022208e12) AS INTEGER) >> 31) || '*' || SUM(CAST(ROUND((b) * 8.796093022208e12) AS INTEGER) & 2147483647) AS n_b1,
  SUM(CAST(ROUND((b * b) * 8.796093022208e12) AS INTEGER) >> 31) || '*' || SUM(CAST(ROUND((b * b) * 8.796093022208e12) AS INTEGER) & 2147483647) AS n_b2,
  SUM(CAST(ROUND((y) * 8.796093022208e12) AS INTEGER) >> 31) || '*' || SUM(CAST(ROUND((y) * 8.796093022208e12) AS INTEGER) & 2147483647) AS n_y1,
  SUM(CAST(ROUND((y * y) * 8.796093022208e12) AS INTEGER) >> 31) || '*' || SUM(CAST(ROUND((y * y) * 8.796093022208e12) AS INTEGER) & 2147483647) AS n_y2
FROM (SELECT s,
    cc,
    outside,
    clamped,
    m,
    tie,
    o,
    b,
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
    CASE WHEN cc = 0 THEN (1 - p0) * (1 - p0) ELSE p0 * p0 END + CASE WHEN cc = 1 THEN (1 - p1) * (1 - p1) ELSE p1 * p1 END + CASE WHEN cc = 2 THEN (1 - p2) * (1 - p2) ELSE p2 * p2 END AS b,
    CASE WHEN cc = 0 THEN 5e-1 WHEN cc = 1 THEN 3e-1 ELSE 2e-1 END AS q,
    CASE WHEN cc = 0 THEN p0 WHEN p0 = 1 THEN p1 + p2 ELSE 1 - p0 END AS f0,
    CASE WHEN cc = 1 THEN p1 WHEN p1 = 1 THEN p0 + p2 ELSE 1 - p1 END AS f1,
    CASE WHEN cc = 2 THEN p2 WHEN p2 = 1 THEN p0 + p1 ELSE 1 - p2 END AS f2
  FROM (SELECT MAX(z, 0) AS s,
    CASE WHEN z > 0 THEN -1 ELSE c END AS cc,
    CASE WHEN z > 0 THEN 0 WHEN r0 < 9.970089730807576e-4 THEN 9.970089730807576e-4 WHEN r0 > 9.980059820538385e-1 THEN 9.980059820538385e-1 ELSE r0 END AS p0,
    CASE WHEN z > 0 THEN 0 WHEN r1 < 9.970089730807576e-4 THEN 9.970089730807576e-4 WHEN r1 > 9.980059820538385e-1 THEN 9.980059820538385e-1 ELSE r1 END AS p1,
    CASE WHEN z > 0 THEN 0 WHEN r2 < 9.970089730807576e-4 THEN 9.970089730807576e-4 WHEN r2 > 9.980059820538385e-1 THEN 9.980059820538385e-1 ELSE r2 END AS p2,
    CASE WHEN z >= 0 THEN 0 ELSE CASE WHEN r0 < 0 OR r0 > 1 THEN 1 ELSE 0 END + CASE WHEN r1 < 0 OR r1 > 1 THEN 1 ELSE 0 END + CASE WHEN r2 < 0 OR r2 > 1 THEN 1 ELSE 0 END END AS outside,
    CASE WHEN z > 0 THEN 0 ELSE CASE WHEN r0 < 9.970089730807576e-4 OR r0 > 9.980059820538385e-1 THEN 1 ELSE 0 END + CASE WHEN r1 < 9.970089730807576e-4 OR r1 > 9.980059820538385e-1 THEN 1 ELSE 0 END + CASE WHEN r2 < 9.970089730807576e-4 OR r2 > 9.980059820538385e-1 THEN 1 ELSE 0 END END AS clamped
  FROM (SELECT c,
    r0,
    r1,
    r2,
    CASE WHEN c >= 0 AND r0 >= 0 AND r0 <= 1 AND r1 >= 0 AND r1 <= 1 AND r2 >= 0 AND r2 <= 1 AND abs(r0 + r1 + r2 - 1) <= 1.0000000006661338e-6 THEN 0
      WHEN v = 1 THEN 1
      WHEN c < 0 THEN 2
      WHEN r0 IS NULL OR r1 IS NULL OR r2 IS NULL THEN 3
      WHEN NOT (r0 >= -1.0000000006661338e-6 AND r0 - 1 <= 1.0000000006661338e-6 AND r1 >= -1.0000000006661338e-6 AND r1 - 1 <= 1.0000000006661338e-6 AND r2 >= -1.0000000006661338e-6 AND r2 - 1 <= 1.0000000006661338e-6) THEN 4
      WHEN NOT (abs(CASE WHEN r0 < 0 THEN 0 WHEN r0 > 1 THEN 1 ELSE r0 END + CASE WHEN r1 < 0 THEN 0 WHEN r1 > 1 THEN 1 ELSE r1 END + CASE WHEN r2 < 0 THEN 0 WHEN r2 > 1 THEN 1 ELSE r2 END - 1) <= 1.0000000006661338e-6) THEN 5 ELSE -1 END AS z
  FROM (SELECT CASE CAST("label" AS TEXT) WHEN 'home' THEN 0 WHEN 'draw' THEN 1 WHEN 'o''neill' THEN 2 ELSE CASE TRIM(CAST("label" AS TEXT), ' ' || CHAR(9)) WHEN 'home' THEN 0 WHEN 'draw' THEN 1 WHEN 'o''neill' THEN 2 ELSE -1 END END AS c,
    CASE WHEN "label" IS NULL THEN 1 ELSE 0 END AS v,
    CASE WHEN TYPEOF("p_home") IN ('real', 'integer') THEN CAST("p_home" AS REAL) WHEN JSON_VALID("p_home") AND JSON_TYPE("p_home") IN ('real', 'integer') THEN CAST("p_home" AS REAL) END AS r0,
    CASE WHEN TYPEOF("p_draw") IN ('real', 'integer') THEN CAST("p_draw" AS REAL) WHEN JSON_VALID("p_draw") AND JSON_TYPE("p_draw") IN ('real', 'integer') THEN CAST("p_draw" AS REAL) END AS r1,
    CASE WHEN TYPEOF("p_o'neill") IN ('real', 'integer') THEN CAST("p_o'neill" AS REAL) WHEN JSON_VALID("p_o'neill") AND JSON_TYPE("p_o'neill") IN ('real', 'integer') THEN CAST("p_o'neill" AS REAL) END AS r2
  FROM "shop"."predictions"
  WHERE (day >= 7
) LIMIT -1) q0 LIMIT -1) q1 LIMIT -1) q2 LIMIT -1) q3 LIMIT -1) x
GROUP BY s, cc, m, a, u

-- column
SELECT CAST('fairbits-statistics=1&layout=column&sums=float&positive=1&tolerance=0.000001&weights=n&table=predictions&turn=uniform&class=0&class=1' AS TEXT) AS fairbits, CAST('' AS TEXT) AS status, CAST('' AS TEXT) AS truth, CAST('' AS TEXT) AS modal, CAST('' AS TEXT) AS impossible, CAST('' AS TEXT) AS above, CAST('' AS TEXT) AS n_n, CAST('' AS TEXT) AS n_ties, CAST('' AS TEXT) AS n_ones, CAST('' AS TEXT) AS n_outside, CAST('' AS TEXT) AS n_zero, CAST('' AS TEXT) AS n_w1, CAST('' AS TEXT) AS n_w2, CAST('' AS TEXT) AS n_s0, CAST('' AS TEXT) AS n_s0_0, CAST('' AS TEXT) AS n_b1, CAST('' AS TEXT) AS n_b2, CAST('' AS TEXT) AS n_y1, CAST('' AS TEXT) AS n_y2
UNION ALL
SELECT CAST('' AS TEXT) AS fairbits,
  CAST(s AS TEXT) AS status,
  CAST(cc AS TEXT) AS truth,
  CAST(m AS TEXT) AS modal,
  CAST(a AS TEXT) AS impossible,
  CAST(u AS TEXT) AS above,
  CAST(COUNT(*) AS TEXT) AS n_n,
  CAST(SUM(CASE WHEN ww > 0 AND tie = 1 THEN 1 ELSE 0 END) AS TEXT) AS n_ties,
  CAST(SUM(CASE WHEN o > 1 THEN 1 ELSE 0 END) AS TEXT) AS n_ones,
  CAST(SUM(outside) AS TEXT) AS n_outside,
  CAST(SUM(CASE WHEN s = 0 AND ww = 0 THEN 1 ELSE 0 END) AS TEXT) AS n_zero,
  PRINTF('%!.17g', SUM(ww)) AS n_w1,
  PRINTF('%!.17g', SUM(ww * (ww))) AS n_w2,
  PRINTF('%!.17g', SUM(ww * (x0))) AS n_s0,
  PRINTF('%!.17g', SUM(ww * (x0 * x0))) AS n_s0_0,
  PRINTF('%!.17g', SUM(ww * (b))) AS n_b1,
  PRINTF('%!.17g', SUM(ww * (b * b))) AS n_b2,
  PRINTF('%!.17g', SUM(ww * (y))) AS n_y1,
  PRINTF('%!.17g', SUM(ww * (y * y))) AS n_y2
FROM (SELECT s,
    cc,
    ww,
    outside,
    m,
    tie,
    o,
    b,
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
    2 * (CASE WHEN cc = 1 THEN (1 - p0) * (1 - p0) ELSE p0 * p0 END) AS b,
    5e-1 AS q
  FROM (SELECT MAX(z, 0) AS s,
    CASE WHEN z > 0 THEN -1 ELSE c END AS cc,
    CASE WHEN z > 0 THEN 0 ELSE w END AS ww,
    CASE WHEN z = 0 THEN r0 WHEN z > 0 THEN 0 WHEN r0 < 0 THEN 0 WHEN r0 > 1 THEN 1 ELSE r0 END AS p0,
    CASE WHEN z >= 0 THEN 0 ELSE CASE WHEN r0 < 0 OR r0 > 1 THEN 1 ELSE 0 END END AS outside
  FROM (SELECT w,
    c,
    r0,
    CASE WHEN c >= 0 AND r0 >= 0 AND r0 <= 1 AND w >= 1e-15 AND w <= 1e15 THEN 0
      WHEN v = 1 THEN 1
      WHEN c < 0 THEN 2
      WHEN r0 IS NULL THEN 3
      WHEN NOT (r0 >= -1.0000000004440892e-6 AND r0 - 1 <= 1.0000000004440892e-6) THEN 4
      WHEN w IS NULL OR NOT (w = 0 OR (w >= 1e-15 AND w <= 1e15)) THEN 6 ELSE -1 END AS z
  FROM (SELECT CASE CAST("ill" AS TEXT) WHEN '0' THEN 0 WHEN '1' THEN 1 ELSE CASE TRIM(CAST("ill" AS TEXT), ' ' || CHAR(9)) WHEN '0' THEN 0 WHEN '1' THEN 1 ELSE CASE CASE WHEN TRIM(CAST("ill" AS TEXT), ' ' || CHAR(9)) LIKE '%.%' THEN RTRIM(RTRIM(TRIM(CAST("ill" AS TEXT), ' ' || CHAR(9)), '0'), '.') ELSE TRIM(CAST("ill" AS TEXT), ' ' || CHAR(9)) END WHEN '0' THEN 0 WHEN '1' THEN 1 ELSE CASE LOWER(CASE WHEN TRIM(CAST("ill" AS TEXT), ' ' || CHAR(9)) LIKE '%.%' THEN RTRIM(RTRIM(TRIM(CAST("ill" AS TEXT), ' ' || CHAR(9)), '0'), '.') ELSE TRIM(CAST("ill" AS TEXT), ' ' || CHAR(9)) END) WHEN '0' THEN 0 WHEN 'false' THEN 0 WHEN 'f' THEN 0 WHEN 'no' THEN 0 WHEN 'n' THEN 0 WHEN '1' THEN 1 WHEN 'true' THEN 1 WHEN 't' THEN 1 WHEN 'yes' THEN 1 WHEN 'y' THEN 1 ELSE -1 END END END END AS c,
    CASE WHEN "ill" IS NULL THEN 1 ELSE 0 END AS v,
    CASE WHEN TYPEOF("n") IN ('real', 'integer') THEN CAST("n" AS REAL) WHEN JSON_VALID("n") AND JSON_TYPE("n") IN ('real', 'integer') THEN CAST("n" AS REAL) END AS w,
    CASE WHEN TYPEOF("p") IN ('real', 'integer') THEN CAST("p" AS REAL) WHEN JSON_VALID("p") AND JSON_TYPE("p") IN ('real', 'integer') THEN CAST("p" AS REAL) END AS r0
  FROM "predictions" LIMIT -1) q0 LIMIT -1) q1 LIMIT -1) q2 LIMIT -1) q3 LIMIT -1) x
GROUP BY s, cc, m, a, u

-- array
SELECT CAST('fairbits-statistics=1&layout=array&sums=float&positive=b&tolerance=0.000001&table=predictions&turn=uniform&class=a&class=b' AS TEXT) AS fairbits, CAST('' AS TEXT) AS status, CAST('' AS TEXT) AS truth, CAST('' AS TEXT) AS modal, CAST('' AS TEXT) AS impossible, CAST('' AS TEXT) AS above, CAST('' AS TEXT) AS n_n, CAST('' AS TEXT) AS n_ties, CAST('' AS TEXT) AS n_ones, CAST('' AS TEXT) AS n_outside, CAST('' AS TEXT) AS n_s0, CAST('' AS TEXT) AS n_s1, CAST('' AS TEXT) AS n_s0_0, CAST('' AS TEXT) AS n_s0_1, CAST('' AS TEXT) AS n_s1_1, CAST('' AS TEXT) AS n_b1, CAST('' AS TEXT) AS n_b2, CAST('' AS TEXT) AS n_y1, CAST('' AS TEXT) AS n_y2
UNION ALL
SELECT CAST('' AS TEXT) AS fairbits,
  CAST(s AS TEXT) AS status,
  CAST(cc AS TEXT) AS truth,
  CAST(m AS TEXT) AS modal,
  CAST(a AS TEXT) AS impossible,
  CAST(u AS TEXT) AS above,
  CAST(COUNT(*) AS TEXT) AS n_n,
  CAST(SUM(tie) AS TEXT) AS n_ties,
  CAST(SUM(CASE WHEN o > 1 THEN 1 ELSE 0 END) AS TEXT) AS n_ones,
  CAST(SUM(outside) AS TEXT) AS n_outside,
  PRINTF('%!.17g', SUM(x0)) AS n_s0,
  PRINTF('%!.17g', SUM(x1)) AS n_s1,
  PRINTF('%!.17g', SUM(x0 * x0)) AS n_s0_0,
  PRINTF('%!.17g', SUM(x0 * x1)) AS n_s0_1,
  PRINTF('%!.17g', SUM(x1 * x1)) AS n_s1_1,
  PRINTF('%!.17g', SUM(b)) AS n_b1,
  PRINTF('%!.17g', SUM(b * b)) AS n_b2,
  PRINTF('%!.17g', SUM(y)) AS n_y1,
  PRINTF('%!.17g', SUM(y * y)) AS n_y2
FROM (SELECT s,
    cc,
    outside,
    m,
    tie,
    o,
    b,
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
    CASE WHEN cc = 0 THEN (1 - p0) * (1 - p0) ELSE p0 * p0 END + CASE WHEN cc = 1 THEN (1 - p1) * (1 - p1) ELSE p1 * p1 END AS b,
    5e-1 AS q,
    CASE WHEN cc = 0 THEN p0 WHEN p0 = 1 THEN p1 ELSE 1 - p0 END AS f0,
    CASE WHEN cc = 1 THEN p1 WHEN p1 = 1 THEN p0 ELSE 1 - p1 END AS f1
  FROM (SELECT MAX(z, 0) AS s,
    CASE WHEN z > 0 THEN -1 ELSE c END AS cc,
    CASE WHEN z = 0 THEN r0 WHEN z > 0 THEN 0 WHEN r0 < 0 THEN 0 WHEN r0 > 1 THEN 1 ELSE r0 END AS p0,
    CASE WHEN z = 0 THEN r1 WHEN z > 0 THEN 0 WHEN r1 < 0 THEN 0 WHEN r1 > 1 THEN 1 ELSE r1 END AS p1,
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
  FROM (SELECT c,
    v,
    CASE WHEN TYPEOF(CASE WHEN l = 2 THEN JSON_EXTRACT(e, '$[0]') END) IN ('real', 'integer') THEN CAST(CASE WHEN l = 2 THEN JSON_EXTRACT(e, '$[0]') END AS REAL) WHEN JSON_VALID(CASE WHEN l = 2 THEN JSON_EXTRACT(e, '$[0]') END) AND JSON_TYPE(CASE WHEN l = 2 THEN JSON_EXTRACT(e, '$[0]') END) IN ('real', 'integer') THEN CAST(CASE WHEN l = 2 THEN JSON_EXTRACT(e, '$[0]') END AS REAL) END AS r0,
    CASE WHEN TYPEOF(CASE WHEN l = 2 THEN JSON_EXTRACT(e, '$[1]') END) IN ('real', 'integer') THEN CAST(CASE WHEN l = 2 THEN JSON_EXTRACT(e, '$[1]') END AS REAL) WHEN JSON_VALID(CASE WHEN l = 2 THEN JSON_EXTRACT(e, '$[1]') END) AND JSON_TYPE(CASE WHEN l = 2 THEN JSON_EXTRACT(e, '$[1]') END) IN ('real', 'integer') THEN CAST(CASE WHEN l = 2 THEN JSON_EXTRACT(e, '$[1]') END AS REAL) END AS r1
  FROM (SELECT CASE CAST("label" AS TEXT) WHEN 'a' THEN 0 WHEN 'b' THEN 1 ELSE CASE TRIM(CAST("label" AS TEXT), ' ' || CHAR(9)) WHEN 'a' THEN 0 WHEN 'b' THEN 1 ELSE -1 END END AS c,
    CASE WHEN "label" IS NULL THEN 1 ELSE 0 END AS v,
    "estimates" AS e,
    JSON_ARRAY_LENGTH("estimates") AS l
  FROM "predictions" LIMIT -1) q0 LIMIT -1) q1 LIMIT -1) q2 LIMIT -1) q3 LIMIT -1) q4 LIMIT -1) x
GROUP BY s, cc, m, a, u

-- long
SELECT CAST('fairbits-statistics=1&layout=long&sums=whole&positive=b&tolerance=0.000001&table=predictions&turn=uniform&class=a&class=b' AS TEXT) AS fairbits, CAST('' AS TEXT) AS status, CAST('' AS TEXT) AS truth, CAST('' AS TEXT) AS modal, CAST('' AS TEXT) AS impossible, CAST('' AS TEXT) AS above, CAST('' AS TEXT) AS n_n, CAST('' AS TEXT) AS n_ties, CAST('' AS TEXT) AS n_ones, CAST('' AS TEXT) AS n_outside, CAST('' AS TEXT) AS n_s0, CAST('' AS TEXT) AS n_s1, CAST('' AS TEXT) AS n_s0_0, CAST('' AS TEXT) AS n_s0_1, CAST('' AS TEXT) AS n_s1_1, CAST('' AS TEXT) AS n_b1, CAST('' AS TEXT) AS n_b2, CAST('' AS TEXT) AS n_y1, CAST('' AS TEXT) AS n_y2
UNION ALL
SELECT CAST('' AS TEXT) AS fairbits,
  CAST(s AS TEXT) AS status,
  CAST(cc AS TEXT) AS truth,
  CAST(m AS TEXT) AS modal,
  CAST(a AS TEXT) AS impossible,
  CAST(u AS TEXT) AS above,
  CAST(COUNT(*) AS TEXT) AS n_n,
  CAST(SUM(tie) AS TEXT) AS n_ties,
  CAST(SUM(CASE WHEN o > 1 THEN 1 ELSE 0 END) AS TEXT) AS n_ones,
  CAST(SUM(outside) AS TEXT) AS n_outside,
  SUM(CAST(ROUND((x0) * 8.796093022208e12) AS INTEGER) >> 31) || '*' || SUM(CAST(ROUND((x0) * 8.796093022208e12) AS INTEGER) & 2147483647) AS n_s0,
  SUM(CAST(ROUND((x1) * 8.796093022208e12) AS INTEGER) >> 31) || '*' || SUM(CAST(ROUND((x1) * 8.796093022208e12) AS INTEGER) & 2147483647) AS n_s1,
  SUM(CAST(ROUND((x0 * x0) * 8.796093022208e12) AS INTEGER) >> 31) || '*' || SUM(CAST(ROUND((x0 * x0) * 8.796093022208e12) AS INTEGER) & 2147483647) AS n_s0_0,
  SUM(CAST(ROUND((x0 * x1) * 8.796093022208e12) AS INTEGER) >> 31) || '*' || SUM(CAST(ROUND((x0 * x1) * 8.796093022208e12) AS INTEGER) & 2147483647) AS n_s0_1,
  SUM(CAST(ROUND((x1 * x1) * 8.796093022208e12) AS INTEGER) >> 31) || '*' || SUM(CAST(ROUND((x1 * x1) * 8.796093022208e12) AS INTEGER) & 2147483647) AS n_s1_1,
  SUM(CAST(ROUND((b) * 8.796093022208e12) AS INTEGER) >> 31) || '*' || SUM(CAST(ROUND((b) * 8.796093022208e12) AS INTEGER) & 2147483647) AS n_b1,
  SUM(CAST(ROUND((b * b) * 8.796093022208e12) AS INTEGER) >> 31) || '*' || SUM(CAST(ROUND((b * b) * 8.796093022208e12) AS INTEGER) & 2147483647) AS n_b2,
  SUM(CAST(ROUND((y) * 8.796093022208e12) AS INTEGER) >> 31) || '*' || SUM(CAST(ROUND((y) * 8.796093022208e12) AS INTEGER) & 2147483647) AS n_y1,
  SUM(CAST(ROUND((y * y) * 8.796093022208e12) AS INTEGER) >> 31) || '*' || SUM(CAST(ROUND((y * y) * 8.796093022208e12) AS INTEGER) & 2147483647) AS n_y2
FROM (SELECT s,
    cc,
    outside,
    m,
    tie,
    o,
    b,
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
    CASE WHEN cc = 0 THEN (1 - p0) * (1 - p0) ELSE p0 * p0 END + CASE WHEN cc = 1 THEN (1 - p1) * (1 - p1) ELSE p1 * p1 END AS b,
    5e-1 AS q,
    CASE WHEN cc = 0 THEN p0 WHEN p0 = 1 THEN p1 ELSE 1 - p0 END AS f0,
    CASE WHEN cc = 1 THEN p1 WHEN p1 = 1 THEN p0 ELSE 1 - p1 END AS f1
  FROM (SELECT MAX(z, 0) AS s,
    CASE WHEN z > 0 THEN -1 ELSE c END AS cc,
    CASE WHEN z = 0 THEN r0 WHEN z > 0 THEN 0 WHEN r0 < 0 THEN 0 WHEN r0 > 1 THEN 1 ELSE r0 END AS p0,
    CASE WHEN z = 0 THEN r1 WHEN z > 0 THEN 0 WHEN r1 < 0 THEN 0 WHEN r1 > 1 THEN 1 ELSE r1 END AS p1,
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
  FROM (SELECT CASE CAST(g AS TEXT) WHEN 'a' THEN 0 WHEN 'b' THEN 1 ELSE CASE TRIM(CAST(g AS TEXT), ' ' || CHAR(9)) WHEN 'a' THEN 0 WHEN 'b' THEN 1 ELSE -1 END END AS c,
    CASE WHEN g IS NULL THEN 1 ELSE 0 END AS v,
    CASE WHEN TYPEOF(h0) IN ('real', 'integer') THEN CAST(h0 AS REAL) WHEN JSON_VALID(h0) AND JSON_TYPE(h0) IN ('real', 'integer') THEN CAST(h0 AS REAL) END AS r0,
    CASE WHEN TYPEOF(h1) IN ('real', 'integer') THEN CAST(h1 AS REAL) WHEN JSON_VALID(h1) AND JSON_TYPE(h1) IN ('real', 'integer') THEN CAST(h1 AS REAL) END AS r1
  FROM (SELECT CASE WHEN MIN(t) = MAX(t) THEN MIN(t) END AS g,
    CASE WHEN COUNT(*) = 2 AND MIN(i) >= 0 AND COUNT(DISTINCT i) = 2 AND COUNT(p) = 2 THEN MAX(CASE WHEN i = 0 THEN p END) END AS h0,
    CASE WHEN COUNT(*) = 2 AND MIN(i) >= 0 AND COUNT(DISTINCT i) = 2 AND COUNT(p) = 2 THEN MAX(CASE WHEN i = 1 THEN p END) END AS h1
  FROM (SELECT "case" AS k, TRIM(CAST("label" AS TEXT), ' ' || CHAR(9)) AS t, CASE WHEN TYPEOF("p") IN ('real', 'integer') THEN CAST("p" AS REAL) WHEN JSON_VALID("p") AND JSON_TYPE("p") IN ('real', 'integer') THEN CAST("p" AS REAL) END AS p, CASE CAST("class" AS TEXT) WHEN 'a' THEN 0 WHEN 'b' THEN 1 ELSE CASE TRIM(CAST("class" AS TEXT), ' ' || CHAR(9)) WHEN 'a' THEN 0 WHEN 'b' THEN 1 ELSE -1 END END AS i
  FROM "predictions") l
  GROUP BY k LIMIT -1) q0 LIMIT -1) q1 LIMIT -1) q2 LIMIT -1) q3 LIMIT -1) q4 LIMIT -1) x
GROUP BY s, cc, m, a, u

-- histograms
SELECT CAST('fairbits-histograms=1&layout=wide&sums=whole&cutoff=mml%3A500&tolerance=0.000001&table=shop.predictions&turn=0.5%200.3%200.2&class=home&class=draw&class=o%27neill' AS TEXT) AS fairbits, CAST('' AS TEXT) AS estimate, CAST('' AS TEXT) AS truth, CAST('' AS TEXT) AS modal, CAST('' AS TEXT) AS bin, CAST('' AS TEXT) AS n_n, CAST('' AS TEXT) AS n_p, CAST('' AS TEXT) AS n_q, CAST('' AS TEXT) AS n_v, CAST('' AS TEXT) AS n_l, CAST('' AS TEXT) AS n_l2, CAST('' AS TEXT) AS n_y, CAST('' AS TEXT) AS n_y2, CAST('' AS TEXT) AS lowest, CAST('' AS TEXT) AS highest
UNION ALL
SELECT CAST('' AS TEXT) AS fairbits,
  CAST(ei AS TEXT) AS estimate,
  CAST(et AS TEXT) AS truth,
  CAST(mo AS TEXT) AS modal,
  CAST(fb AS TEXT) AS bin,
  CAST(COUNT(*) AS TEXT) AS n_n,
  SUM(CAST(ROUND((pe) * 8.796093022208e12) AS INTEGER) >> 31) || '*' || SUM(CAST(ROUND((pe) * 8.796093022208e12) AS INTEGER) & 2147483647) AS n_p,
  SUM(CAST(ROUND((qd) * 8.796093022208e12) AS INTEGER) >> 31) || '*' || SUM(CAST(ROUND((qd) * 8.796093022208e12) AS INTEGER) & 2147483647) AS n_q,
  SUM(CAST(ROUND((vr * (1 - 4 * vr)) * 8.796093022208e12) AS INTEGER) >> 31) || '*' || SUM(CAST(ROUND((vr * (1 - 4 * vr)) * 8.796093022208e12) AS INTEGER) & 2147483647) AS n_v,
  SUM(CAST(ROUND((lg) * 8.796093022208e12) AS INTEGER) >> 31) || '*' || SUM(CAST(ROUND((lg) * 8.796093022208e12) AS INTEGER) & 2147483647) AS n_l,
  SUM(CAST(ROUND((CASE WHEN eh = 1 THEN lg * lg ELSE 0 END) * 8.796093022208e12) AS INTEGER) >> 31) || '*' || SUM(CAST(ROUND((CASE WHEN eh = 1 THEN lg * lg ELSE 0 END) * 8.796093022208e12) AS INTEGER) & 2147483647) AS n_l2,
  SUM(CAST(ROUND((lr) * 8.796093022208e12) AS INTEGER) >> 31) || '*' || SUM(CAST(ROUND((lr) * 8.796093022208e12) AS INTEGER) & 2147483647) AS n_y,
  SUM(CAST(ROUND((lr * lr) * 8.796093022208e12) AS INTEGER) >> 31) || '*' || SUM(CAST(ROUND((lr * lr) * 8.796093022208e12) AS INTEGER) & 2147483647) AS n_y2,
  PRINTF('%!.17g', MIN(pe)) AS lowest,
  PRINTF('%!.17g', MAX(pe)) AS highest
FROM (SELECT ei,
    et,
    eh,
    mo,
    pe,
    CAST(ROUND(floor(sqrt(sqrt(pe)) * 256) - floor(sqrt(sqrt(1 - pe)) * 256) - floor(0 - pe * 1024) - floor(0 - pe * 10)) AS INTEGER) AS fb,
    abs(eh - pe) * abs(eh - pe) AS qd,
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
    MAX(MAX(p0, p1), p2) AS mx
  FROM (SELECT MAX(z, 0) AS s,
    CASE WHEN z > 0 THEN -1 ELSE c END AS cc,
    CASE WHEN z > 0 THEN 0 WHEN r0 < 9.970089730807576e-4 THEN 9.970089730807576e-4 WHEN r0 > 9.980059820538385e-1 THEN 9.980059820538385e-1 ELSE r0 END AS p0,
    CASE WHEN z > 0 THEN 0 WHEN r1 < 9.970089730807576e-4 THEN 9.970089730807576e-4 WHEN r1 > 9.980059820538385e-1 THEN 9.980059820538385e-1 ELSE r1 END AS p1,
    CASE WHEN z > 0 THEN 0 WHEN r2 < 9.970089730807576e-4 THEN 9.970089730807576e-4 WHEN r2 > 9.980059820538385e-1 THEN 9.980059820538385e-1 ELSE r2 END AS p2
  FROM (SELECT c,
    r0,
    r1,
    r2,
    CASE WHEN c >= 0 AND r0 >= 0 AND r0 <= 1 AND r1 >= 0 AND r1 <= 1 AND r2 >= 0 AND r2 <= 1 AND abs(r0 + r1 + r2 - 1) <= 1.0000000006661338e-6 THEN 0
      WHEN v = 1 THEN 1
      WHEN c < 0 THEN 2
      WHEN r0 IS NULL OR r1 IS NULL OR r2 IS NULL THEN 3
      WHEN NOT (r0 >= -1.0000000006661338e-6 AND r0 - 1 <= 1.0000000006661338e-6 AND r1 >= -1.0000000006661338e-6 AND r1 - 1 <= 1.0000000006661338e-6 AND r2 >= -1.0000000006661338e-6 AND r2 - 1 <= 1.0000000006661338e-6) THEN 4
      WHEN NOT (abs(CASE WHEN r0 < 0 THEN 0 WHEN r0 > 1 THEN 1 ELSE r0 END + CASE WHEN r1 < 0 THEN 0 WHEN r1 > 1 THEN 1 ELSE r1 END + CASE WHEN r2 < 0 THEN 0 WHEN r2 > 1 THEN 1 ELSE r2 END - 1) <= 1.0000000006661338e-6) THEN 5 ELSE -1 END AS z
  FROM (SELECT CASE CAST("label" AS TEXT) WHEN 'home' THEN 0 WHEN 'draw' THEN 1 WHEN 'o''neill' THEN 2 ELSE CASE TRIM(CAST("label" AS TEXT), ' ' || CHAR(9)) WHEN 'home' THEN 0 WHEN 'draw' THEN 1 WHEN 'o''neill' THEN 2 ELSE -1 END END AS c,
    CASE WHEN "label" IS NULL THEN 1 ELSE 0 END AS v,
    CASE WHEN TYPEOF("p_home") IN ('real', 'integer') THEN CAST("p_home" AS REAL) WHEN JSON_VALID("p_home") AND JSON_TYPE("p_home") IN ('real', 'integer') THEN CAST("p_home" AS REAL) END AS r0,
    CASE WHEN TYPEOF("p_draw") IN ('real', 'integer') THEN CAST("p_draw" AS REAL) WHEN JSON_VALID("p_draw") AND JSON_TYPE("p_draw") IN ('real', 'integer') THEN CAST("p_draw" AS REAL) END AS r1,
    CASE WHEN TYPEOF("p_o'neill") IN ('real', 'integer') THEN CAST("p_o'neill" AS REAL) WHEN JSON_VALID("p_o'neill") AND JSON_TYPE("p_o'neill") IN ('real', 'integer') THEN CAST("p_o'neill" AS REAL) END AS r2
  FROM "shop"."predictions"
  WHERE (day >= 7
) LIMIT -1) q0 LIMIT -1) q1 LIMIT -1) q2 LIMIT -1) q3 LIMIT -1) r CROSS JOIN (SELECT 0 AS ei UNION ALL SELECT 1 UNION ALL SELECT 2) u
  WHERE s = 0 LIMIT -1) q0 LIMIT -1) x
GROUP BY ei, et, mo, fb

-- histograms of a column
SELECT CAST('fairbits-histograms=1&layout=column&sums=float&positive=1&tolerance=0.000001&weights=n&table=predictions&turn=uniform&class=0&class=1' AS TEXT) AS fairbits, CAST('' AS TEXT) AS estimate, CAST('' AS TEXT) AS truth, CAST('' AS TEXT) AS modal, CAST('' AS TEXT) AS bin, CAST('' AS TEXT) AS n_n, CAST('' AS TEXT) AS n_w1, CAST('' AS TEXT) AS n_p, CAST('' AS TEXT) AS n_q, CAST('' AS TEXT) AS n_v, CAST('' AS TEXT) AS n_l, CAST('' AS TEXT) AS n_l2, CAST('' AS TEXT) AS n_y, CAST('' AS TEXT) AS n_y2, CAST('' AS TEXT) AS lowest, CAST('' AS TEXT) AS highest
UNION ALL
SELECT CAST('' AS TEXT) AS fairbits,
  CAST(ei AS TEXT) AS estimate,
  CAST(et AS TEXT) AS truth,
  CAST(mo AS TEXT) AS modal,
  CAST(fb AS TEXT) AS bin,
  CAST(COUNT(*) AS TEXT) AS n_n,
  PRINTF('%!.17g', SUM(ww)) AS n_w1,
  PRINTF('%!.17g', SUM(ww * (pe))) AS n_p,
  PRINTF('%!.17g', SUM(ww * (qd))) AS n_q,
  PRINTF('%!.17g', SUM(ww * (vr * (1 - 4 * vr)))) AS n_v,
  PRINTF('%!.17g', SUM(ww * (lg))) AS n_l,
  PRINTF('%!.17g', SUM(ww * (CASE WHEN eh = 1 THEN lg * lg ELSE 0 END))) AS n_l2,
  PRINTF('%!.17g', SUM(ww * (lr))) AS n_y,
  PRINTF('%!.17g', SUM(ww * (lr * lr))) AS n_y2,
  PRINTF('%!.17g', MIN(pe)) AS lowest,
  PRINTF('%!.17g', MAX(pe)) AS highest
FROM (SELECT ei,
    et,
    eh,
    mo,
    pe,
    ww,
    CAST(ROUND(floor(sqrt(sqrt(pe)) * 1024) - floor(sqrt(sqrt(1 - pe)) * 1024) - floor(0 - pe * 4096) - floor(0 - pe * 10)) AS INTEGER) AS fb,
    abs(eh - pe) * abs(eh - pe) AS qd,
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
  FROM (SELECT MAX(z, 0) AS s,
    CASE WHEN z > 0 THEN -1 ELSE c END AS cc,
    CASE WHEN z > 0 THEN 0 ELSE w END AS ww,
    CASE WHEN z = 0 THEN r0 WHEN z > 0 THEN 0 WHEN r0 < 0 THEN 0 WHEN r0 > 1 THEN 1 ELSE r0 END AS p0
  FROM (SELECT w,
    c,
    r0,
    CASE WHEN c >= 0 AND r0 >= 0 AND r0 <= 1 AND w >= 1e-15 AND w <= 1e15 THEN 0
      WHEN v = 1 THEN 1
      WHEN c < 0 THEN 2
      WHEN r0 IS NULL THEN 3
      WHEN NOT (r0 >= -1.0000000004440892e-6 AND r0 - 1 <= 1.0000000004440892e-6) THEN 4
      WHEN w IS NULL OR NOT (w = 0 OR (w >= 1e-15 AND w <= 1e15)) THEN 6 ELSE -1 END AS z
  FROM (SELECT CASE CAST("ill" AS TEXT) WHEN '0' THEN 0 WHEN '1' THEN 1 ELSE CASE TRIM(CAST("ill" AS TEXT), ' ' || CHAR(9)) WHEN '0' THEN 0 WHEN '1' THEN 1 ELSE CASE CASE WHEN TRIM(CAST("ill" AS TEXT), ' ' || CHAR(9)) LIKE '%.%' THEN RTRIM(RTRIM(TRIM(CAST("ill" AS TEXT), ' ' || CHAR(9)), '0'), '.') ELSE TRIM(CAST("ill" AS TEXT), ' ' || CHAR(9)) END WHEN '0' THEN 0 WHEN '1' THEN 1 ELSE CASE LOWER(CASE WHEN TRIM(CAST("ill" AS TEXT), ' ' || CHAR(9)) LIKE '%.%' THEN RTRIM(RTRIM(TRIM(CAST("ill" AS TEXT), ' ' || CHAR(9)), '0'), '.') ELSE TRIM(CAST("ill" AS TEXT), ' ' || CHAR(9)) END) WHEN '0' THEN 0 WHEN 'false' THEN 0 WHEN 'f' THEN 0 WHEN 'no' THEN 0 WHEN 'n' THEN 0 WHEN '1' THEN 1 WHEN 'true' THEN 1 WHEN 't' THEN 1 WHEN 'yes' THEN 1 WHEN 'y' THEN 1 ELSE -1 END END END END AS c,
    CASE WHEN "ill" IS NULL THEN 1 ELSE 0 END AS v,
    CASE WHEN TYPEOF("n") IN ('real', 'integer') THEN CAST("n" AS REAL) WHEN JSON_VALID("n") AND JSON_TYPE("n") IN ('real', 'integer') THEN CAST("n" AS REAL) END AS w,
    CASE WHEN TYPEOF("p") IN ('real', 'integer') THEN CAST("p" AS REAL) WHEN JSON_VALID("p") AND JSON_TYPE("p") IN ('real', 'integer') THEN CAST("p" AS REAL) END AS r0
  FROM "predictions" LIMIT -1) q0 LIMIT -1) q1 LIMIT -1) q2 LIMIT -1) r CROSS JOIN (SELECT 0 AS ei UNION ALL SELECT 1) u
  WHERE s = 0 AND ww > 0 LIMIT -1) q0 LIMIT -1) x
GROUP BY ei, et, mo, fb
