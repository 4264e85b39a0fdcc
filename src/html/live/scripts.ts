import { fingerprint } from '../../fingerprint/rabin.ts';

/** Attributes that hold an address, which may be a call instead. */
export const addressAttributes: ReadonlySet<string> = new Set([
  'href',
  'xlink:href',
  'src',
  'action',
  'formaction',
  'data',
]);

/** Whether a browser runs a script of this type; others are data. */
export function runsScript(type: string | undefined): boolean {
  const name = (type ?? '').trim().toLowerCase();
  return (
    name === '' || name === 'module' || /^(?:text|application)\/(?:x-)?(?:java|ecma|live|j)script/.test(name)
  );
}

/** A script element; ends are not looked for in what it holds, as a browser does not either. */
const scriptElement = /<script\b([^>]*)>([\s\S]*?)(?:<\/script|$)/gi;
const attribute = (name: string) => new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i');
const [sourceOf, typeOf] = [attribute('src'), attribute('type')];

/** Characters of a script between the tags that are looked at. */
const maxText = 65_536;
/** Scripts of a page that are looked at. */
const maxScripts = 200;

/**
 * Stands for the set of scripts that run on a page: those from files by their addresses, without versions; those
 * between the tags by what they call, so that the data in them does not count.
 */
export function scriptsPrint(html: string, base: string): string {
  const found = new Set<string>();
  for (const [, attributes = '', text = ''] of html.matchAll(scriptElement)) {
    if (found.size >= maxScripts) break;
    if (!runsScript(written(typeOf, attributes))) continue;
    const source = written(sourceOf, attributes);
    found.add(source === undefined ? callsIn(text) : nameOf(URL.parse(source, base)?.href ?? source));
  }
  return fingerprint([...found].sort().join('\n'));
}

function written(pattern: RegExp, attributes: string): string | undefined {
  const match = pattern.exec(attributes);
  return match ? (match[1] ?? match[2] ?? match[3]) : undefined;
}

/** The address of a script file: builds change the numbers and hashes in it. */
function nameOf(source: string): string {
  return source
    .replace(/[?#].*$/s, '')
    .replace(/(?<=[.\-_/])(?=[a-z]*\d)[0-9a-z]{6,}(?=[.\-_/]|$)/gi, '*')
    .replace(/\d+/g, '#');
}

const literals = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const words: ReadonlySet<string> = new Set('if for while switch catch function return'.split(' '));

function callsIn(text: string): string {
  const code = text.slice(0, maxText).replace(literals, '""');
  const calls = new Set<string>();
  for (const [name] of code.matchAll(/[\w$]+(?:\.[\w$]+)*(?=\s*\()/g))
    if (!words.has(name)) calls.add(name.replace(/\d+/g, '#'));
  return `(${[...calls].sort().join(' ')})`;
}
