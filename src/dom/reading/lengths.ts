import type { PagePart } from '../../model/link.ts';
import type { AttributeList } from './attributes.ts';
import type { Frame } from './frame.ts';

const keeping = new Set(['main', 'article', 'section']);
const roles: Readonly<Record<string, PagePart>> = {
  navigation: 'nav',
  banner: 'header',
  contentinfo: 'footer',
  complementary: 'aside',
  search: 'aside',
};
const parts = new Set(['nav', 'header', 'footer', 'aside']);

/** Share of a page's text that must be left when what leads elsewhere is taken away. */
const enough = 0.2;

/** Text of a header: part of the main text after all where the page's title is in it. */
interface Undecided {
  open: number;
  beside: number;
  titled: boolean;
}

/** Counts the characters of a page and of its main text, by the rules of `besideMain`. */
export class Lengths {
  readonly #headers: Undecided[] = [];
  #all = 0;
  #beside = 0;

  /** Says which part of the page an element begins or belongs to. */
  open(frame: Frame, parent: Frame | null, attributes: AttributeList): void {
    const { tag } = frame.facts;
    const role = attributes.count === 0 ? '' : (attributes.get('role')?.trim().toLowerCase() ?? '');
    const inside = parent?.inside ?? false;
    const begun = parent?.beside === true ? null : partOf(tag, role, inside, frame.html);
    frame.beside = (parent?.beside ?? false) || (begun !== null && begun !== 'header');
    frame.part = begun ?? parent?.part ?? 'main';
    frame.inside = inside || keeping.has(tag) || role === 'main';
    frame.header = begun === 'header';
    if (frame.header) this.#headers.push({ open: 0, beside: 0, titled: false });
    const header = this.#headers.at(-1);
    if (tag === 'h1' && header !== undefined) header.titled = true;
  }

  add(frame: Frame, characters: number): void {
    if (frame.uncounted) return;
    this.#all += characters;
    const header = this.#headers.at(-1);
    if (header === undefined) this.#beside += frame.beside ? characters : 0;
    else if (frame.beside) header.beside += characters;
    else header.open += characters;
  }

  close(frame: Frame): void {
    if (!frame.header) return;
    const { open, beside, titled } = this.#headers.pop() as Undecided;
    const around = this.#headers.at(-1);
    const sure = titled ? beside : open + beside;
    if (around === undefined) this.#beside += sure;
    else {
      around.beside += sure;
      if (titled) around.open += open;
      around.titled ||= titled;
    }
  }

  get all(): number {
    return this.#all;
  }

  /** Characters of the main text; of all where hardly anything else would be left. */
  get main(): number {
    const left = this.#all - this.#beside;
    return left >= enough * this.#all ? left : this.#all;
  }
}

function partOf(tag: string, role: string, inside: boolean, html: boolean): PagePart | null {
  if (tag === 'nav' || role === 'navigation') return 'nav';
  if (inside || !html) return null;
  if (parts.has(tag)) return tag as PagePart;
  return role === '' ? null : (roles[role] ?? null);
}

/** Characters of a text that are no white space. */
export function lettersIn(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit > 32 && (unit < 127 || !isSpace(unit))) count++;
    else if (unit < 32 && !(unit >= 9 && unit <= 13)) count++;
  }
  return count;
}

function isSpace(unit: number): boolean {
  return (
    unit === 0xa0 ||
    unit === 0x3000 ||
    (unit >= 0x2000 && unit <= 0x200a) ||
    unit === 0x2028 ||
    unit === 0x2029 ||
    unit === 0x202f ||
    unit === 0x205f ||
    unit === 0x1680 ||
    unit === 0xfeff
  );
}
