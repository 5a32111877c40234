// What the package exports, read from the declarations in dist/: each symbol of each entry with its comment, its declaration, its example.
import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { parseSync, Visitor } from 'rolldown/utils';

const files = new Map();

/** A file of declarations, parsed once. */
function parsed(file) {
  let found = files.get(file);
  if (!found) {
    const text = readFileSync(file, 'utf8');
    const { program, comments, errors } = parseSync(file, text);
    if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
    found = { file, text, body: program.body, comments: comments.filter(({ type, value }) => type === 'Block' && value.startsWith('*')) };
    files.set(file, found);
  }
  return found;
}

/** The entries of package.json that have types: the name that one imports, and the file of declarations. */
export function entries(root = '.') {
  const { name, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return Object.entries(exports)
    .filter(([, target]) => target.types)
    .map(([path, { types }]) => ({ name: posix.join(name, path), file: posix.normalize(types) }));
}

/** What the first comment of an entry's file says of it. */
export function entryText(file) {
  const { text, comments } = parsed(file);
  return comments[0] && text.slice(0, comments[0].start).trim() === '' ? commentText(comments[0]) : '';
}

/** The symbols that a file exports, by name: `{ name, file, declarations }`. */
export function exportsOf(file) {
  const found = new Map();
  for (const node of parsed(file).body) {
    if (node.type === 'ExportAllDeclaration') {
      for (const [name, symbol] of exportsOf(resolved(file, node.source.value))) if (!found.has(name)) found.set(name, symbol);
    } else if (node.type === 'ExportNamedDeclaration' && node.source) {
      const others = exportsOf(resolved(file, node.source.value));
      for (const { local, exported } of node.specifiers) found.set(exported.name, required(others, local.name, file));
    } else if (node.type === 'ExportNamedDeclaration' && !node.declaration) {
      for (const { local, exported } of node.specifiers) found.set(exported.name, symbolIn(file, local.name));
    } else if (node.type === 'ExportNamedDeclaration') {
      for (const name of namesOf(node.declaration)) found.set(name, symbolIn(file, name));
    }
  }
  return found;
}

/** A symbol that a file declares or imports; undefined if it is of the language. */
function symbolIn(file, name) {
  const { body } = parsed(file);
  const declarations = body.filter((node) => namesOf(node.declaration ?? node).includes(name));
  if (declarations.length > 0) return { name, file, declarations };
  for (const node of body) {
    if (node.type !== 'ImportDeclaration') continue;
    const specifier = node.specifiers.find(({ local }) => local.name === name);
    if (specifier && ofThisPackage(node.source.value)) return required(exportsOf(resolved(file, node.source.value)), specifier.imported.name, file);
  }
  return undefined;
}

function required(symbols, name, file) {
  const symbol = symbols.get(name);
  if (!symbol) throw new Error(`${file}: ${name} is exported and not found`);
  return symbol;
}

const ofThisPackage = (source) => source.startsWith('.') || source === 'fairbits' || source.startsWith('fairbits/');

function resolved(file, source) {
  if (source.startsWith('.')) return posix.normalize(posix.join(dirname(file), source.replace(/\.js$/, '.d.ts')));
  return entries().find(({ name }) => name === source).file;
}

function namesOf(declaration) {
  if (declaration?.type === 'VariableDeclaration') return declaration.declarations.map(({ id }) => id.name);
  return declaration?.id?.name ? [declaration.id.name] : [];
}

/** What kind of thing a symbol is, for the reader. */
export function kindOf(symbol) {
  const {
    declarations: [first],
  } = standsFor(symbol) ?? symbol;
  const kinds = {
    TSDeclareFunction: 'function',
    FunctionDeclaration: 'function',
    ClassDeclaration: 'class',
    VariableDeclaration: 'constant',
    TSInterfaceDeclaration: 'type',
    TSTypeAliasDeclaration: 'type',
  };
  return kinds[(first.declaration ?? first).type];
}

/** What `const name: typeof other` stands for: the declaration of the other, under this name. */
export function standsFor(symbol) {
  const [node] = symbol.declarations;
  const type = (node.declaration ?? node).declarations?.[0].id.typeAnnotation?.typeAnnotation;
  return type?.type === 'TSTypeQuery' && type.exprName.type === 'Identifier' ? symbolIn(symbol.file, type.exprName.name) : undefined;
}

/** The comment before the first declaration that has one: `{ text, example }`. */
export function commentOf({ file, declarations }) {
  for (const { start } of declarations) {
    const comment = commentBefore(file, start);
    if (comment) return { text: commentText(comment), examples: examplesIn(comment) };
  }
  return { text: '', examples: [] };
}

function commentBefore(file, start) {
  const { text, comments } = parsed(file);
  return comments.findLast((comment) => comment.end <= start && text.slice(comment.end, start).trim() === '');
}

const plain = ({ value }) =>
  value
    .slice(1)
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, ''))
    .join('\n')
    .trim();
const commentText = (comment) =>
  plain(comment)
    .split(/^@example\b/m)[0]
    .trim();
const examplesIn = (comment) =>
  plain(comment)
    .split(/^@example\b/m)
    .slice(1)
    .map((part) => /```ts\n([\s\S]*?)```/.exec(part)?.[1].trimEnd() ?? '');

/** The declaration as it stands in dist/, without what is private and without its own comment. Comments of members stay. */
export function declarationOf({ file, declarations }) {
  const { text } = parsed(file);
  return declarations
    .map((node) => {
      const cuts = hiddenMembers(file, node.declaration ?? node).map(({ start, end }) => ({ start: commentBefore(file, start)?.start ?? start, end }));
      let code = '';
      let at = node.start;
      for (const { start, end } of cuts) {
        code += text.slice(at, start).trimEnd();
        at = end;
      }
      return `${code}${text.slice(at, node.end)}`.replace(/^export (declare )?/, '').replaceAll('    ', '  ');
    })
    .join('\n');
}

/** Members that are not for users: private ones, and those whose comment says `@internal`; of such a constructor also the properties that it declares. */
function hiddenMembers(file, { type, body }) {
  const members = type === 'ClassDeclaration' || type === 'TSInterfaceDeclaration' ? body.body : [];
  const internal = ({ start }) => plain(commentBefore(file, start) ?? { value: '*' }).includes('@internal');
  const maker = members.find((member) => member.kind === 'constructor' && internal(member));
  const made = new Set(maker?.value.params.map(({ name, left }) => name ?? left?.name));
  return members.filter(
    (member) =>
      member.accessibility === 'private' ||
      member.accessibility === 'protected' ||
      member.key?.type === 'PrivateIdentifier' ||
      internal(member) ||
      (member.type === 'PropertyDefinition' && made.has(member.key.name) && !commentBefore(file, member.start)),
  );
}

/** Symbols that a declaration names and that are of this package: exported or not. */
export function namedBy({ file, declarations }) {
  const found = new Map();
  const take = ({ type, name, left }) => {
    if (type === 'TSQualifiedName') return take(left);
    const symbol = type === 'Identifier' ? symbolIn(file, name) : undefined;
    if (symbol) found.set(`${symbol.file}#${symbol.name}`, symbol);
  };
  for (const node of declarations) {
    const hidden = hiddenMembers(file, node.declaration ?? node);
    const visible = ({ start, end }) => !hidden.some((member) => member.start <= start && end <= member.end);
    new Visitor({
      TSTypeReference: (each) => visible(each) && take(each.typeName),
      TSTypeQuery: (each) => visible(each) && take(each.exprName),
      TSInterfaceHeritage: (each) => take(each.expression),
      TSClassImplements: (each) => take(each.expression),
      ClassDeclaration: (each) => each.superClass && take(each.superClass),
    }).visit({ type: 'Program', body: [node], start: node.start, end: node.end });
  }
  return found;
}
