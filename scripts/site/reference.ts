/** The reference of the library, made from its types. */
import { type Rolled, statements } from '../declarations.ts';

const kinds = [
  ['function', 'Functions'],
  ['class', 'Classes'],
  ['interface', 'Interfaces'],
  ['type', 'Types'],
  ['const', 'Values'],
] as const;

/** The page as Markdown and HTML: what is exported first, then what that names. */
export function reference(all: readonly Rolled[]): string {
  const names = new Set(all.map(({ name }) => name));
  const exported = kinds.flatMap(([kind, title]) => {
    const some = sorted(all.filter((one) => one.isPublic && one.kind === kind));
    return some.length === 0 ? [] : [`## ${title}`, ...some.map((one) => entry(one, names))];
  });
  const others = sorted(all.filter(({ isPublic }) => !isPublic));
  return [
    '# API reference',
    'Made from the types of the package. [The library](docs/library.md) says how its parts go together.',
    ...exported,
    '## Named by the above',
    'These have no name of their own in the package.',
    ...others.map((one) => entry(one, names)),
  ].join('\n\n');
}

function sorted(all: readonly Rolled[]): readonly Rolled[] {
  return all.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

function entry({ name, kind, doc, text }: Rolled, names: ReadonlySet<string>): string {
  const body = kind === 'interface' || kind === 'class' ? /^([^{]*)\{([\s\S]*)\}$/.exec(text) : null;
  const code = (source: string) => `<pre><code>${linked(source, names, name)}</code></pre>`;
  const head = body === null ? code(text) : code(body[1]?.trim() ?? '');
  return [`### ${name}`, doc, head, ...(body === null ? [] : [members(body[2] ?? '', names)])].join('\n\n');
}

function members(body: string, names: ReadonlySet<string>): string {
  const rows = statements(body).flatMap((statement) => {
    const [, doc = '', member = ''] = /^(?:\/\*\*([\s\S]*?)\*\/)?([\s\S]*)$/.exec(statement) ?? [];
    const signature = member
      .trim()
      .replace(/^readonly /, '')
      .replace(/;$/, '');
    if (signature === '' || /^#private|^private |^override readonly name/.test(signature)) return [];
    const words = doc
      .replace(/^\s*\* ?/gm, '')
      .replace(/\s+/g, ' ')
      .trim();
    return [
      `<tr><td><code>${linked(signature, names, '')}</code></td><td>${escaped(words).replace(/`([^`]+)`/g, '<code>$1</code>')}</td></tr>`,
    ];
  });
  return rows.length === 0
    ? ''
    : `<div class="wide"><table class="members"><tbody>${rows.join('')}</tbody></table></div>`;
}

/** Code with links to the entries of the types that it names. */
function linked(source: string, names: ReadonlySet<string>, own: string): string {
  return escaped(source).replace(/\b[A-Z]\w*/g, (name) =>
    names.has(name) && name !== own ? `<a href="#${name.toLowerCase()}">${name}</a>` : name,
  );
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\n\n', '\n');
}
