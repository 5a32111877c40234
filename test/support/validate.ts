/** The part of JSON Schema 2020-12 that our schemas use. Other keywords are refused, so that none is passed over. */
export interface Schema {
  $schema?: string;
  $defs?: Record<string, Schema>;
  $ref?: string;
  title?: string;
  description?: string;
  type?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema;
  items?: Schema;
}

const KNOWN = ['$schema', '$defs', '$ref', 'title', 'description', 'type', 'enum', 'anyOf', 'properties', 'required', 'additionalProperties', 'items'];

const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

/** Where a value does not keep to a schema, and how. */
export function problems(value: unknown, schema: Schema, root: Schema = schema, at = '$'): string[] {
  const odd = Object.keys(schema).find((key) => !KNOWN.includes(key));
  if (odd !== undefined) throw new Error(`the validator does not know "${odd}"`);
  if (schema.$ref !== undefined) return problems(value, root.$defs?.[schema.$ref.replace('#/$defs/', '')] as Schema, root, at);
  if (schema.anyOf) {
    const all = schema.anyOf.map((each) => problems(value, each, root, at));
    return all.some((found) => found.length === 0) ? [] : all.reduce((a, b) => (a.length <= b.length ? a : b));
  }
  if (schema.enum) return schema.enum.includes(value) ? [] : [`${at}: ${JSON.stringify(value)} is none of ${JSON.stringify(schema.enum)}`];
  if (schema.type !== undefined && typeOf(value) !== schema.type) return [`${at}: a ${typeOf(value)}, expected a ${schema.type}`];
  if (Array.isArray(value)) return value.flatMap((item, i) => (schema.items ? problems(item, schema.items, root, `${at}[${i}]`) : []));
  if (typeof value !== 'object' || value === null) return [];
  const missing = (schema.required ?? []).filter((name) => !(name in value)).map((name) => `${at}.${name} is missing`);
  const inside = Object.entries(value).flatMap(([name, own]) => {
    const inner = schema.properties?.[name] ?? schema.additionalProperties;
    return inner ? problems(own, inner, root, `${at}.${name}`) : [];
  });
  return [...missing, ...inside];
}
