import { FairbitsError } from 'fairbits';
import { ArffTokens } from './arffTokens.js';
import { type Column, type Dataset, datasetOf, type ReadOptions } from './dataset.js';

interface Attribute {
  name: string;
  /** The declared values and their codes; undefined where the attribute is numeric. */
  codes?: Map<string, number>;
}

/**
 * Reads ARFF, the format of Weka (Witten & Frank, §2.4). The class is the last attribute unless another is named.
 *
 * @example
 * ```ts
 * import { readArff } from 'fairbits/learners';
 *
 * const data = readArff('@relation r\n@attribute x numeric\n@attribute play {no,yes}\n@data\n1,no\n?,yes\n');
 * data.classes; // → [ 'no', 'yes' ]
 * [...data.labels]; // → [ 0, 1 ]
 * ```
 */
export function readArff(text: string, options: ReadOptions = {}): Dataset {
  return datasetOf(arffColumns(text, options.name), options);
}

/** The columns of ARFF, the class among them. */
export function arffColumns(text: string, name = 'data.arff'): Column[] {
  return new ArffReader(name).read(text);
}

class ArffReader {
  private readonly attributes: Attribute[] = [];
  private readonly cells: number[][] = [];
  private line = 0;

  constructor(private readonly file: string) {}

  read(text: string): Column[] {
    let inData = false;
    const lines = text.replace(/^\uFEFF/, '').split(/\r\n?|\n/);
    for (const raw of lines) {
      this.line++;
      const tokens = new ArffTokens(raw);
      if (tokens.peek() === '') continue;
      if (inData) this.row(tokens);
      else inData = this.declaration(tokens);
    }
    if (!inData) throw this.error(1, 'the file has no @data', 'a line @data before the rows');
    return this.attributes.map(({ name, codes }, i) =>
      codes
        ? { kind: 'nominal', name, categories: [...codes.keys()], codes: Int32Array.from(this.cells[i]) }
        : { kind: 'numeric', name, values: Float64Array.from(this.cells[i]) },
    );
  }

  /** A line of the header; true for @data. */
  private declaration(tokens: ArffTokens): boolean {
    const keyword = tokens.word(' \t\r');
    const name = keyword?.text.toLowerCase();
    if (name === '@relation') return false;
    if (name === '@data') {
      if (this.attributes.length === 0) throw this.error(1, '@data comes before any @attribute', 'an attribute first');
      return true;
    }
    if (name !== '@attribute')
      throw this.error(keyword?.column ?? 1, `found ${JSON.stringify(keyword?.text ?? tokens.line)}`, '@relation, @attribute or @data');
    const attribute = tokens.word(' \t\r{');
    if (!attribute || (attribute.text === '' && !attribute.quoted)) throw this.error(tokens.at + 1, '@attribute has no name', 'a name, then a type');
    if (this.attributes.some((other) => other.name === attribute.text))
      throw this.error(attribute.column, `the attribute "${attribute.text}" is declared twice`, 'different names');
    this.attributes.push({ name: attribute.text, ...(tokens.peek() === '{' ? { codes: this.values(tokens) } : this.numeric(tokens, attribute.text)) });
    this.cells.push([]);
    if (tokens.peek() === '}') tokens.at++;
    if (tokens.peek() === '{') throw this.error(tokens.at + 1, `the attribute "${attribute.text}" has a weight`, 'attributes without weights', attribute.text);
    return false;
  }

  private numeric(tokens: ArffTokens, attribute: string): object {
    const type = tokens.word(' \t\r');
    const name = type?.text.toLowerCase() ?? '';
    if (name === 'numeric' || name === 'real' || name === 'integer') return {};
    const found = name === '' ? 'no type' : `the type ${type?.text}`;
    const refused = name === 'string' || name === 'date' || name === 'relational' ? `: ${name} attributes cannot be learned from here; remove the column` : '';
    throw this.error(type?.column ?? 1, `the attribute "${attribute}" has ${found}${refused}`, 'numeric, real, integer or {values}', attribute);
  }

  private values(tokens: ArffTokens): Map<string, number> {
    const codes = new Map<string, number>();
    tokens.at++;
    for (;;) {
      if (tokens.peek() === '}') {
        if (codes.size === 0) throw this.error(tokens.at + 1, 'the list of values is empty', 'at least one value');
        return codes;
      }
      const value = tokens.word(',}');
      const sign = value && tokens.peek();
      if (!value || (sign !== ',' && sign !== '}')) throw this.error(tokens.at + 1, 'the list of values does not end', 'a comma or }');
      if (codes.has(value.text)) throw this.error(value.column, `the value "${value.text}" is declared twice`, 'different values');
      codes.set(value.text, codes.size);
      if (sign === ',') tokens.at++;
    }
  }

  private row(tokens: ArffTokens): void {
    if (tokens.peek() === '{') throw this.error(tokens.at + 1, 'a sparse row', 'a value for every attribute, with commas between');
    for (let i = 0; i < this.attributes.length; i++) {
      const { name, codes } = this.attributes[i];
      tokens.skipBlanks();
      const start = tokens.at + 1;
      const value = tokens.word(',');
      if (!value) throw this.error(start, 'a quote does not end', 'a closing quote', name);
      if (value.text === '' && !value.quoted)
        throw this.error(
          value.column,
          i === 0 || tokens.line[tokens.at] === ',' ? 'an empty value' : `${i} value${i === 1 ? '' : 's'}`,
          `a value, or ? where it is missing; ${this.attributes.length} in all`,
          name,
        );
      this.cells[i].push(value.text === '?' && !value.quoted ? (codes ? -1 : NaN) : this.cell(value.text, value.column, name, codes));
      const sign = tokens.peek();
      if (i < this.attributes.length - 1) {
        if (sign !== ',') throw this.error(tokens.at + 1, `the row has ${i + 1} value${i === 0 ? '' : 's'}`, `${this.attributes.length} values`);
        tokens.at++;
      } else if (sign === ',') {
        const more = tokens.line.slice(tokens.at + 1).trimStart();
        const weighted = more.startsWith('{');
        throw this.error(
          tokens.at + 1,
          weighted ? 'the row has a weight' : `the row has more than ${this.attributes.length} values`,
          weighted ? 'rows without weights' : `${this.attributes.length} values`,
        );
      }
    }
  }

  private cell(text: string, column: number, attribute: string, codes: Map<string, number> | undefined): number {
    if (codes) {
      const code = codes.get(text);
      if (code === undefined)
        throw this.error(
          column,
          `the value "${text}" of "${attribute}" is not declared`,
          `one of ${[...codes.keys()].slice(0, 10).join(', ')}${codes.size > 10 ? ', …' : ''}, or ?`,
          attribute,
        );
      return code;
    }
    const value = Number(text);
    if (text === '' || !Number.isFinite(value) || /^[+-]?0[xob]/i.test(text))
      throw this.error(column, `"${text}" of "${attribute}" is no number`, 'a number, or ?', attribute);
    return value;
  }

  private error(column: number, found: string, expected: string, attribute?: string): FairbitsError {
    return new FairbitsError('format', `${this.file}:${this.line}:${column}: ${found}; expected ${expected}`, {
      file: this.file,
      line: this.line,
      found,
      expected,
      ...(attribute === undefined ? {} : { column: attribute }),
    });
  }
}
