/** Puts the declarations of a library together that can be reached from its entry: one file, nothing else named in it. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** One statement of a declaration file. */
export interface Declaration {
  readonly name: string;
  readonly kind: 'interface' | 'type' | 'class' | 'function' | 'const';
  /** The comment above it, without its marks; empty where it has none. */
  readonly doc: string;
  /** The statement, without `export` and `declare`, and without the comment above it. */
  readonly text: string;
}

/** A declaration as it is written, and whether users of the library can name it. */
export interface Rolled extends Declaration {
  readonly isPublic: boolean;
}

interface Origin {
  readonly file: string;
  readonly name: string;
}

interface Module {
  readonly declared: ReadonlyMap<string, Declaration>;
  /** Local names of what it imports. */
  readonly imported: ReadonlyMap<string, Origin>;
  /** What it exports of itself or of others, by the exported name. */
  readonly exported: ReadonlyMap<string, Origin>;
  readonly stars: readonly string[];
}

/** Cuts a declaration file into its statements, each with the comment above it. */
export function statements(text: string): readonly string[] {
  const found: string[] = [];
  let [start, depth] = [0, 0];
  const token =
    /\/\*[\s\S]*?\*\/|\/\/.*|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`|=>|[{}()[\]<>;]/g;
  for (const { 0: sign, index } of text.matchAll(token)) {
    if ('{([<'.includes(sign)) depth++;
    else if ('})]>'.includes(sign)) depth--;
    const end = index + sign.length;
    const isBlock = sign === '}' && blocks.test(bare(text.slice(start, end)));
    if (depth !== 0 || (sign !== ';' && !isBlock)) continue;
    found.push(text.slice(start, end).trim());
    start = end;
  }
  return found;
}

const blocks = /^(?:export )?(?:declare )?(?:abstract )?(?:interface|class)\b/;

function bare(statement: string): string {
  return statement.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '').trim();
}

const declares = /^(?:export )?(?:declare )?(?:abstract )?(interface|type|class|function|const) ([\w$]+)/;

function declarationOf(statement: string): Declaration | null {
  // A file may begin with a comment of its own: the last one is that of the statement.
  const comments = /^(?:\s*(?:\/\*[\s\S]*?\*\/|\/\/.*))*/.exec(statement)?.[0] ?? '';
  const comment = comments.match(/\/\*\*[\s\S]*?\*\//g)?.at(-1) ?? '';
  const text = statement.slice(comments.length).trim();
  const [, kind, name = ''] = declares.exec(text) ?? [];
  if (kind === undefined) return null;
  const inner = comment.replace(/^\/\*\*|\*\/$/g, '');
  const doc = inner.replace(/^\s*\* ?/gm, '').trim();
  return {
    name,
    kind: kind as Declaration['kind'],
    doc,
    text: text.replace(/^export /, '').replace(/^declare /, ''),
  };
}

function moduleOf(root: string, file: string): Module {
  const declared = new Map<string, Declaration>();
  const imported = new Map<string, Origin>();
  const exported = new Map<string, Origin>();
  const stars: string[] = [];
  for (const statement of statements(readFileSync(join(root, file), 'utf8'))) {
    const plain = bare(statement);
    const [, how, names = '', from] =
      /^(import|export) (?:type )?\{([^}]*)\}(?: from ['"](.+)['"])?/.exec(plain) ?? [];
    const star = /^export (?:type )?\* from ['"](.+)['"]/.exec(plain)?.[1];
    const target = from === undefined ? file : placeOf(file, from);
    if (star !== undefined) stars.push(placeOf(file, star));
    for (const [, name = '', as = name] of names.matchAll(/(?:type )?([\w$]+)(?: as ([\w$]+))?\s*(?:,|$)/g))
      (how === 'import' ? imported : exported).set(as, { file: target, name });
    const made = how === undefined ? declarationOf(statement) : null;
    if (made === null) continue;
    declared.set(made.name, made);
    if (plain.startsWith('export ')) exported.set(made.name, { file, name: made.name });
  }
  return { declared, imported, exported, stars };
}

/** A file that another names, from the folder of declarations; packages keep their names. */
function placeOf(file: string, target: string): string {
  return target.startsWith('.') ? join(dirname(file), target.replace(/\.[jt]s$/, '.d.ts')) : target;
}

/** The declarations below a folder that can be reached from `entry`, the public ones first in each file's order. */
export function rollUp(root: string, entry: string): readonly Rolled[] {
  const modules = new Map<string, Module>();
  const read = (file: string): Module => {
    const known = modules.get(file) ?? moduleOf(root, file);
    modules.set(file, known);
    return known;
  };
  const find = ({ file, name }: Origin): Origin | null => {
    if (!file.endsWith('.d.ts'))
      throw new Error(`${name} of ${file} is named, which users of the types lack`);
    const { exported, declared, imported, stars } = read(file);
    const own = exported.get(name) ?? imported.get(name);
    if (declared.has(name)) return { file, name };
    if (own) return find(own);
    for (const star of stars) {
      const found = find({ file: star, name });
      if (found) return found;
    }
    return null;
  };
  const rolled = new Map<string, Rolled & { readonly at: string }>();
  const take = (at: Origin, isPublic: boolean): void => {
    const place = `${at.file} ${at.name}`;
    const before = rolled.get(at.name);
    if (before && before.at !== place) throw new Error(`${at.name} is declared in ${before.at} and ${place}`);
    if (before) return;
    const { declared } = read(at.file);
    const made = declared.get(at.name) as Declaration;
    const text = made.text.replace(/import\("([^"]+)"\)\.(\w+)/g, (_, from: string, name: string) => {
      takeNamed({ file: placeOf(at.file, from), name });
      return name;
    });
    rolled.set(at.name, { ...made, text, isPublic, at: place });
    for (const name of namesIn(text)) takeNamed({ file: at.file, name });
  };
  const takeNamed = (named: Origin): void => {
    const { declared, imported } = named.file.endsWith('.d.ts')
      ? read(named.file)
      : { declared: new Map(), imported: new Map() };
    const isKnown = declared.has(named.name) || imported.has(named.name) || !named.file.endsWith('.d.ts');
    const found = isKnown ? find(named) : null;
    if (found) take(found, publicNames.has(`${found.file} ${found.name}`));
  };
  const entries = [...read(entry).exported].map(([name, origin]) => {
    const found = find(origin);
    if (found === null) throw new Error(`${name} is exported and declared nowhere`);
    return found;
  });
  const publicNames = new Set(entries.map(({ file, name }) => `${file} ${name}`));
  for (const one of entries) take(one, true);
  return [...rolled.values()].map(({ at: _, ...one }) => one);
}

/** Names that a statement may refer to: those of types, and of values behind `typeof`. */
function namesIn(text: string): ReadonlySet<string> {
  const code = text.replace(/\/\*[\s\S]*?\*\/|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g, '');
  const values = [...code.matchAll(/\btypeof ([\w$]+)/g)].map(([, name = '']) => name);
  return new Set([...(code.match(/\b[A-Z][\w$]*/g) ?? []), ...values]);
}

/** The text of one declaration file. */
export function declarationFile(all: readonly Rolled[]): string {
  const parts = all.map(({ doc, text, kind, isPublic }) => {
    const comment = doc === '' ? '' : `/**\n${doc.replace(/^/gm, ' * ').replace(/ +$/gm, '')}\n */\n`;
    const word = kind === 'interface' || kind === 'type' ? '' : 'declare ';
    return `${comment}${isPublic ? 'export ' : ''}${word}${text}`;
  });
  return `${parts.join('\n\n')}\n\nexport {};\n`;
}
