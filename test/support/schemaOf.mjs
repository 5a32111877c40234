/** A number, or what JSON has no number for; null where there is none. */
const REPORTED = { $ref: '#/$defs/reported' };
const DEFS = {
  reported: {
    description: 'A number; "Infinity" or "-Infinity", for which JSON has no number; null where there is none, mostly beside a reason.',
    anyOf: [{ type: 'number' }, { enum: ['Infinity', '-Infinity'] }, { type: 'null' }],
  },
};

/** Objects with the names of classes, learners or columns as keys. */
const MAPS = new Set(['values', 'byClass', 'curves', 'aucs', 'means', 'ranks', 'counts', 'classes', 'pairs', 'effects']);

/** A schema that all values keep to: what is in every one of them is required. */
export function schemaOf(values) {
  return { ...merged(values, ''), $defs: DEFS };
}

const isLong = (value) => typeof value === 'object' && value !== null && 'sha256' in value && 'start' in value;
const isInfinite = (value) => value === 'Infinity' || value === '-Infinity';

function merged(values, key) {
  // What was too long to be recorded says nothing of its shape.
  const known = values.filter((value) => !isLong(value));
  const kinds = [
    [numbers(known), known.filter((value) => typeof value === 'number' || isInfinite(value)).length > 0],
    [{ type: 'string' }, known.some((value) => typeof value === 'string' && !isInfinite(value))],
    [{ type: 'boolean' }, known.some((value) => typeof value === 'boolean')],
    [{ type: 'null' }, known.some((value) => value === null)],
    [arrays(known.filter(Array.isArray), key), known.some(Array.isArray)],
    [objects(known.filter(isObject), key), known.some(isObject)],
  ];
  const found = kinds.filter(([, is]) => is).map(([schema]) => schema);
  if (found.length === 0) return {};
  const others = found.includes(kinds[0][0]) && kinds[0][0] === REPORTED ? found.filter(({ type }) => type !== 'null') : found;
  return others.length === 1 ? others[0] : { anyOf: others };
}

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Counts are numbers; where any is not whole, or there is none, all may be infinite or missing. */
function numbers(values) {
  const own = values.filter((value) => typeof value === 'number' || isInfinite(value));
  return own.every((value) => Number.isInteger(value)) && !values.includes(null) ? { type: 'number' } : REPORTED;
}

function arrays(values, key) {
  const items = values.flat();
  return items.length === 0 ? { type: 'array' } : { type: 'array', items: merged(items, key) };
}

function objects(values, key) {
  const names = [...new Set(values.flatMap((value) => Object.keys(value)))];
  const always = names.filter((name) => values.every((value) => name in value));
  if (isMap(values, names, always, key))
    return {
      type: 'object',
      additionalProperties: merged(
        values.flatMap((value) => Object.values(value)),
        '',
      ),
    };
  const properties = Object.fromEntries(
    names.map((name) => [
      name,
      merged(
        values.filter((value) => name in value).map((value) => value[name]),
        name,
      ),
    ]),
  );
  return { type: 'object', properties, ...(always.length > 0 ? { required: always } : {}) };
}

/** Keys that are names of classes and the like: no key is in all of them, and what they hold is all alike. */
function isMap(values, names, always, key) {
  if (always.length > 0 || names.length === 0) return MAPS.has(key) && sameKinds(values);
  return sameKinds(values);
}

function sameKinds(values) {
  const kinds = new Set(
    values.flatMap((value) => Object.values(value).map((own) => (isObject(own) ? Object.keys(own).sort().join() : Array.isArray(own) ? 'array' : typeof own))),
  );
  return kinds.size <= 2;
}
