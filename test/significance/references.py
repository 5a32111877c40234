"""Makes references.json and distributions.json beside it: what scipy, statsmodels and mpmath say. Run by hand; the tests only read the figures."""
import json
import math
import os

import mpmath as mp
import numpy as np
import pandas as pd
import scipy
import statsmodels
from scipy import stats
from statsmodels.stats.anova import AnovaRM
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

HERE = os.path.dirname(os.path.abspath(__file__))
rng = np.random.default_rng(20040601)


def numbers(values):
    return [float(x) for x in values]


def pairs(n, digits, shift=0.01):
    a = np.round(rng.normal(0.8, 0.05, n), digits)
    return a, np.round(a - rng.normal(shift, 0.03, n), digits)


out = {"source": f"scipy {scipy.__version__}, statsmodels {statsmodels.__version__}, numpy {np.__version__}, mpmath {mp.__version__}"}

out["pairedT"] = []
for n in (2, 3, 12, 200):
    a, b = pairs(n, 9)
    r = stats.ttest_rel(a, b)
    low, high = r.confidence_interval(0.9)
    out["pairedT"].append(
        dict(a=numbers(a), b=numbers(b), statistic=r.statistic, p=r.pvalue, interval90=[low, high],
             greater=stats.ttest_rel(a, b, alternative="greater").pvalue, less=stats.ttest_rel(a, b, alternative="less").pvalue))

out["wilcoxon"] = []
for n, digits in ((6, 9), (13, 9), (50, 9), (51, 9), (120, 9), (20, 2), (80, 2)):
    a, b = pairs(n, digits)
    d = np.round(a - b, 9)
    # Differences as whole numbers of units, so that ties are ties.
    units = np.round(d * 10**digits)
    zero, plain = (units == 0).any(), len(set(np.abs(units))) == n
    exact = plain and not zero and n <= 50
    kw = dict(zero_method="wilcox", correction=False, mode="exact" if exact else "approx")
    r = stats.wilcoxon(units, **kw)
    out["wilcoxon"].append(
        dict(a=numbers(units), b=[0.0] * n, method="exact" if exact else "normal", statistic=r.statistic, p=r.pvalue,
             greater=stats.wilcoxon(units, alternative="greater", **kw).pvalue, less=stats.wilcoxon(units, alternative="less", **kw).pvalue))

out["friedman"] = []
for n, k, digits in ((10, 3, 6), (14, 4, 2), (25, 6, 1), (5, 2, 6)):
    m = np.round(rng.normal(0.8, 0.1, (n, k)), digits)
    r = stats.friedmanchisquare(*m.T) if k > 2 else None
    if r is None:
        continue
    f = (n - 1) * r.statistic / (n * (k - 1) - r.statistic)
    out["friedman"].append(
        dict(scores=m.tolist(), statistic=r.statistic, p=r.pvalue, ranks=numbers(np.mean([stats.rankdata(-row) for row in m], axis=0)),
             F=f, pF=stats.f.sf(f, k - 1, (k - 1) * (n - 1))))

out["mcnemar"] = []
for b, c in ((121, 59), (3, 9), (0, 5), (1, 0), (700, 731), (10, 10)):
    t = [[50, b], [c, 20]]
    e, x = mcnemar(t, exact=False, correction=True), mcnemar(t, exact=True)
    out["mcnemar"].append(dict(counts=[b, c], statistic=e.statistic, p=e.pvalue, exactP=min(1.0, x.pvalue)))


def epsilon(data, p, q, kind):
    """Box's epsilon with an orthonormal basis from a QR decomposition: another one than the library's."""
    def basis(k):
        return np.linalg.qr(np.column_stack([np.ones(k), np.random.default_rng(7).normal(size=(k, k - 1))]))[0][:, 1:].T
    one = lambda k: np.full((1, k), 1 / math.sqrt(k))
    c = np.kron(basis(p) if kind != "b" else one(p), basis(q) if kind != "a" else one(q))
    s = np.cov(data.reshape(len(data), -1) @ c.T, rowvar=False).reshape(len(c), len(c))
    return np.trace(s) ** 2 / (len(c) * np.trace(s @ s))


out["anova"] = []
for n, p, q in ((12, 4, 3), (5, 2, 5), (3, 2, 2)):
    data = np.round(rng.normal(0, 1, (n, 1, 1)) + rng.normal(0, 1, (1, p, 1)) * 0.5 + rng.normal(0, 0.5, (n, p, q)) * np.arange(1, q + 1), 6)
    rows = [dict(subject=f"s{i}", a=f"a{j}", b=f"b{k}", value=data[i, j, k]) for i in range(n) for j in range(p) for k in range(q)]
    t = AnovaRM(pd.DataFrame(rows), "value", "subject", within=["a", "b"]).fit().anova_table
    effects = {}
    for name, kind, df1 in (("a", "a", p - 1), ("b", "b", q - 1), ("a:b", "ab", (p - 1) * (q - 1))):
        e = epsilon(data, p, q, kind)
        f = t.loc[name, "F Value"]
        effects[name] = dict(F=f, df=[df1, df1 * (n - 1)], p=t.loc[name, "Pr > F"], epsilon=e, pGreenhouseGeisser=stats.f.sf(f, e * df1, e * df1 * (n - 1)))
    out["anova"].append(dict(data=data.tolist(), effects=effects))

ps = [0.01, 0.04, 0.03, 0.005, 0.2, 0.9, 0.03]
out["holm"] = dict(p=ps, holm=numbers(multipletests(ps, method="holm")[1]), bonferroni=numbers(multipletests(ps, method="bonferroni")[1]))

out["wilson"] = []
for s, n, c in ((0, 1, 0.95), (1, 1, 0.95), (3, 7, 0.99), (500, 1000, 0.5), (1, 1000000, 0.999)):
    low, high = proportion_confint(s, n, 1 - c, method="wilson")
    out["wilson"].append(dict(successes=s, trials=n, confidence=c, low=low, high=high))

a, b = pairs(100, 9)
d, r, rope = a - b, 1 / 9, 0.01
scale = math.sqrt(np.var(d, ddof=1) * (1 / len(d) + r))
t = stats.t(len(d) - 1, loc=d.mean(), scale=scale)
out["bayesian"] = dict(a=numbers(a), b=numbers(b), ratio=r, rope=rope, first=t.sf(rope), equivalent=t.cdf(rope) - t.cdf(-rope), second=t.cdf(-rope),
                       interval95=numbers(t.interval(0.95)))

# The e-process, term by term in 50 digits.
mp.mp.dps = 50
d = numbers(np.round(rng.uniform(-1, 1, 400) * 0.8 + 0.19, 6))
c, s, v, most, crossed = mp.mpf(2), mp.mpf(0), mp.mpf(0), mp.mpf(0), None
for i, x in enumerate(d):
    centre = s / i if i else mp.mpf(0)
    s += mp.mpf(x)
    v += (mp.mpf(x) - centre) ** 2
    e, spent = mp.mpf(0), mp.mpf(0)
    for j in range(24):
        lam, w = mp.mpf(2) ** (-j - 1) / c, mp.mpf(1) / ((j + 1) * (j + 2))
        spent += w
        e += w * mp.exp(lam * s - (-mp.log(1 - c * lam) - c * lam) / c**2 * v)
    bits = mp.log(e + 1 - spent, 2)
    most = max(most, bits)
    if crossed is None and bits >= mp.log(20, 2):
        crossed = i
out["eProcess"] = dict(differences=d, bound=1, bits=float(bits), mostBits=float(most), crossedAt=crossed)

json.dump(out, open(os.path.join(HERE, "references.json"), "w"), indent=0, default=float)


# Tails of distributions, in 50 digits.
half = mp.mpf(1) / 2


def t_tail(t, df):
    t, df = mp.mpf(t), mp.mpf(df)
    if t < 0:
        return 1 - t_tail(-t, df)
    if t == 0:
        return half
    if df < 1e5:
        return mp.betainc(df / 2, half, 0, df / (df + t * t), regularized=True) / 2
    density = lambda x: mp.exp(mp.loggamma((df + 1) / 2) - mp.loggamma(df / 2) - (df + 1) / 2 * mp.log1p(x * x / df)) / mp.sqrt(df * mp.pi)
    return mp.quad(density, [t] + [t + mp.mpf(j) / (1 + t) for j in (0.5, 1, 2, 3, 5, 8, 12, 16, 20, 30, 45, 60, 80, 120, 200)])


def f_tail(f, a, b):
    return mp.betainc(mp.mpf(b) / 2, mp.mpf(a) / 2, 0, b / (b + a * mp.mpf(f)), regularized=True)


def normal_tail(z):
    return mp.erfc(mp.mpf(z) / mp.sqrt(2)) / 2


def range_tail(q, k):
    q = mp.mpf(q)
    if k == 2:
        return 2 * normal_tail(q / mp.sqrt(2))
    integrand = lambda z: mp.npdf(z) * (normal_tail(z) ** (k - 1) - (mp.ncdf(z + q) - mp.ncdf(z)) ** (k - 1))
    return k * mp.quad(integrand, [-q / 2 + x for x in (-20, -8, -4, -2, -1, 0, 1, 2, 4, 6, 9, 12, 20)])


number = lambda v: float(mp.nstr(v, 20))
tails = {
    "source": f"mpmath {mp.__version__}, 50 digits",
    "t": [[t, df, number(t_tail(t, df))] for df in (1, 2, 5, 9, 29, 99.5, 1000, 1e6) for t in (-3.5, 0, 1e-9, 0.3, 1, 2.0149, 4.5, 12, 37)],
    "f": [[f, a, b, number(f_tail(f, a, b))] for a, b in ((10, 5), (2, 22), (4, 44), (1, 1), (3, 45), (1.37, 15.2), (1, 1000), (200, 300))
          for f in (0.001, 0.3, 1, 2.863, 15, 59.587, 300, 20000)],
    "chiSquare": [[x, df, number(mp.gammainc(mp.mpf(df) / 2, mp.mpf(x) / 2, mp.inf, regularized=True))] for df in (1, 2, 3, 7, 40, 500)
                  for x in (1e-6, 0.3, 1, 4.275, 20.672222, 60, 500, 1200)],
    "normal": [[z, number(normal_tail(z))] for z in (-8, -2.5, -0.3, 0, 1e-10, 0.5, 1.2815515655446004, 1.96, 4, 9, 25, 37)],
    "fairCoin": [[s, n, number(mp.fsum(mp.binomial(n, i) for i in range(s + 1)) / mp.mpf(2) ** n)]
                 for s, n in ((0, 1), (13, 31), (59, 180), (0, 50), (25, 50), (480, 1000), (4800, 10000), (4000, 10000))],
}
mp.mp.dps = 40
tails["range"] = [[q, k, number(range_tail(q, k))] for k in (2, 3, 4, 6, 10, 30) for q in (0.1, 1, 2.5, 3.5, 5, 9, 14)]
json.dump(tails, open(os.path.join(HERE, "distributions.json"), "w"), indent=0)
