import { escapeAttribute } from '../dom/html.ts';

/** HTML that is safe to be put into HTML. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Markup | null | readonly Part[];

/** Writes HTML; values are escaped unless they are HTML themselves, so nothing of a site can become markup. */
export function html(pieces: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  let text = pieces[0] ?? '';
  for (const [at, part] of parts.entries()) text += partText(part) + (pieces[at + 1] ?? '');
  return new Markup(text);
}

function partText(part: Part): string {
  if (part === null) return '';
  if (part instanceof Markup) return part.text;
  if (typeof part === 'object') return part.map(partText).join('');
  return escapeAttribute(String(part)).replace(/'/g, '&#39;');
}
