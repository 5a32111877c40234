import type { Judgement } from './requirement.js';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as XML holds it; what it cannot hold at all is shown as a question mark. */
const escaped = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has none of them
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '?').replace(/[&<>"]/g, (sign) => ESCAPES[sign]);

/** Judgements as JUnit XML, which CI services show: a test for each requirement; what is undecided has not passed. */
export function junitXml(suite: string, judgements: readonly Judgement[], line: (judgement: Judgement) => string): string {
  const failed = judgements.filter(({ verdict }) => verdict !== 'pass').length;
  const cases = judgements.map((judgement) => {
    const { requirement, verdict } = judgement;
    const head = `    <testcase classname="${escaped(suite)}" name="${escaped(requirement)}"`;
    return verdict === 'pass' ? `${head}/>\n` : `${head}>\n      <failure type="${verdict}" message="${escaped(line(judgement))}"/>\n    </testcase>\n`;
  });
  const counts = `tests="${judgements.length}" failures="${failed}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${counts}>\n  <testsuite name="${escaped(suite)}" ${counts}>\n${cases.join('')}  </testsuite>\n</testsuites>\n`;
}
