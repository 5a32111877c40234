/**
 * Readers that are slow, and nothing but the rules: of rows [numbers, class, texts], undefined where a row is bad. They give undefined where a file is none that they
 * know how to read, so that nothing can be said of it.
 */

/** Numbers as CSV has them: decimal ones, and nothing else. */
const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

export function slowCsv(bytes, delimiter, classes) {
  let text;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
  // Of these the header has rules of its own.
  if (!text.startsWith(['note', 'label', 'p_a', 'p_b'].join(delimiter) + (text.includes('\r\n') ? '\r\n' : '\n'))) return undefined;
  const rows = [];
  for (const fields of rowsOf(text, delimiter)) {
    if (fields === 'damaged') return undefined;
    rows.push(fields);
  }
  // Decimal commas and percent are found by a look at the first rows.
  if (rows.slice(1).some((fields) => fields?.slice(2).some((field) => /[,%]/.test(field)))) return undefined;
  return rows.slice(1).map((fields) => {
    if (fields?.length !== 4) return undefined;
    const [note, label, a, b] = fields;
    const numbers = [a, b].map((field) => (DECIMAL.test(field) ? Number(field) : NaN));
    if (!numbers.every(Number.isFinite) || !classes.includes(label)) return undefined;
    return [...numbers, classes.indexOf(label), note];
  });
}

/** The fields of each row; 'damaged' where quotes are not as they should be, after which nothing is certain. */
function* rowsOf(text, delimiter) {
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    if (text.slice(at, end).replace(/\r$/, '') === '') {
      at = end + 1;
      continue;
    }
    const fields = [];
    for (;;) {
      let field = '';
      if (text[at] === '"') {
        let closed = false;
        for (at++; at < text.length && !closed; at++) {
          if (text[at] === '"' && text[at + 1] === '"') field += text[at++];
          else if (text[at] === '"') closed = true;
          else field += text[at];
        }
        if (!closed || !(at >= text.length || text[at] === delimiter || text[at] === '\n' || text.startsWith('\r\n', at))) {
          yield 'damaged';
          return;
        }
        fields.push(field);
      } else {
        while (at < text.length && text[at] !== delimiter && text[at] !== '\n') field += text[at++];
        // A carriage return ends a line, but not a field before its last. Blanks around what is not in quotes are none of it; others are left to the readers.
        if (text[at] !== delimiter) field = field.replace(/\r$/, '');
        if (/[^\S ]|^\0/.test(field)) {
          yield 'damaged';
          return;
        }
        fields.push(field.replace(/^ +| +$/g, ''));
      }
      if (text[at] === '\r' && text[at + 1] === '\n') at++;
      if (text[at] !== delimiter) break;
      at++;
    }
    at++;
    yield fields;
  }
}

export function slowNdjson(bytes, classes) {
  let text;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0 || lines.some((line) => /[^\S \t\r]/.test(line.trim().replace(/"(?:[^"\\]|\\.)*"/g, '')))) return undefined;
  const rows = [];
  for (const line of lines) {
    let row;
    try {
      row = JSON.parse(line);
    } catch {}
    const { label, p_a: a, p_b: b } = typeof row === 'object' && row !== null && !Array.isArray(row) ? row : {};
    const own = (name) => row && Object.hasOwn(row, name);
    const named = own('label') && ['string', 'number', 'boolean'].includes(typeof label) ? classes.indexOf(String(label)) : -1;
    const good = named >= 0 && own('p_a') && own('p_b') && Number.isFinite(a) && Number.isFinite(b);
    rows.push(good ? [a, b, named] : undefined);
  }
  return rows;
}

export function slowNpy(files) {
  const [estimates, labels] = files.map((bytes) => {
    const header = /^.NUMPY[\s\S]{4}\{'descr': '<(f8|f4|u1|i4|u2|i8)', 'fortran_order': (True|False), 'shape': \((\d{1,3}), ?(\d{0,3})\), \} *\n/.exec(
      Buffer.from(bytes).toString('latin1'),
    );
    if (!header || bytes[0] !== 0x93 || bytes[6] !== 1 || header[0].length !== 10 + bytes[8] + 256 * bytes[9]) return undefined;
    const [text, type, fortran, rows, columns] = header;
    const view = new DataView(bytes.buffer, bytes.byteOffset + text.length);
    const get = { f8: 'getFloat64', f4: 'getFloat32', u1: 'getUint8', i4: 'getInt32', u2: 'getUint16', i8: 'getBigInt64' }[type];
    const [n, k] = [Number(rows), columns === '' ? 1 : Number(columns)];
    if (n * k * Number(type[1]) > view.byteLength) return undefined;
    const value = (r, c) => view[get]((fortran === 'True' ? c * n + r : r * k + c) * Number(type[1]), true);
    return { n, k, value, single: columns === '' };
  });
  if (!estimates || !labels || estimates.n !== labels.n || estimates.single || labels.k !== 1 || estimates.k < 2) return undefined;
  return Array.from({ length: labels.n }, (_, r) => {
    const label = Number(labels.value(r, 0));
    const numbers = Array.from({ length: estimates.k }, (__, c) => estimates.value(r, c));
    return label >= 0 && label < estimates.k && numbers.every(Number.isFinite) ? [...numbers, label] : undefined;
  });
}
