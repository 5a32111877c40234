/** Rows of a CSV, character by character: slow, and nothing but the rules. Bad rows are undefined. */
export function slowRows(text: string): (string[] | undefined)[] {
  const comments = text.startsWith('#');
  const rows: (string[] | undefined)[] = [];
  let fields: string[] | undefined;
  for (let at = 0; at < text.length; ) {
    const lineEnd = text.indexOf('\n', at) < 0 ? text.length : text.indexOf('\n', at);
    if ((comments && text[at] === '#') || text.slice(at, lineEnd).replace(/\r$/, '') === '') {
      at = lineEnd + 1;
      continue;
    }
    fields = [];
    for (;;) {
      let field = '';
      if (text[at] === '"') {
        for (at++; at < text.length; at++) {
          if (text[at] === '"' && text[at + 1] === '"') at++;
          else if (text[at] === '"') break;
          field += text[at];
        }
        at++;
      } else {
        while (at < text.length && text[at] !== ',' && text[at] !== '\n') field += text[at++];
        if (text[at] === '\n' || at >= text.length) field = field.replace(/\r$/, '');
      }
      fields.push(field);
      if (text[at] === '\r') at++;
      if (at >= text.length || text[at++] === '\n') break;
    }
    rows.push(rows.length === 0 || fields.length === rows[0]?.length ? fields : undefined);
  }
  return rows;
}
