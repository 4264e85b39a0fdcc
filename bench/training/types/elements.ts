import type { ElementNode, TreeNode } from '../../../src/model/document.ts';
import { chance, paragraph, sentence } from '../../../test/sites/prose.ts';

/** An element by tag, id and classes as in CSS: `div#main.wide`. */
export function el(
  name: string,
  kids: readonly TreeNode[] = [],
  more: Record<string, string> = {},
): ElementNode {
  const [tag = 'div', ...tokens] = name.split(/(?=[.#])/);
  const classes = tokens.filter((token) => token.startsWith('.')).map((token) => token.slice(1));
  const id = tokens.find((token) => token.startsWith('#'))?.slice(1);
  const attrs = {
    ...(id === undefined ? {} : { id }),
    ...(classes.length === 0 ? {} : { class: classes.join(' ') }),
    ...more,
  };
  return { tag, ...(Object.keys(attrs).length === 0 ? {} : { attrs }), kids };
}

/** A link with a text. */
export function link(name: string, text: string, href = '#'): ElementNode {
  return el(`a${name}`, [text], { href });
}

/** Where a page's accidents come from. */
export class Dice {
  readonly random: () => number;

  constructor(seed: number) {
    this.random = chance(seed);
    // The first numbers of neighbouring seeds are alike.
    for (let i = 0; i < 5; i++) this.random();
  }

  /** A whole number from `low` to `high`. */
  between(low: number, high: number): number {
    return low + Math.floor(this.random() * (high - low + 1));
  }

  /** The nodes, in so many of a hundred cases. */
  maybe(percent: number, make: () => readonly TreeNode[] | TreeNode): readonly TreeNode[] {
    if (this.random() * 100 >= percent) return [];
    const made = make();
    return Array.isArray(made) ? (made as readonly TreeNode[]) : [made as TreeNode];
  }

  /** So many nodes. */
  times(count: number, make: (at: number) => TreeNode): TreeNode[] {
    return Array.from({ length: count }, (_, at) => make(at));
  }

  sentence(): string {
    return sentence(this.random);
  }

  paragraph(characters: number): string {
    return paragraph(this.random, characters);
  }

  /** A class that a tool would make up, another on every page. */
  madeUp(): string {
    const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
    const word = Array.from({ length: 5 }, () => letters[this.between(0, 35)]).join('');
    return `css-1${word}`;
  }

  /** Running text with links and emphasis where they happen to be. */
  prose(paragraphs: number): TreeNode[] {
    return this.times(paragraphs, () =>
      el('p', [
        this.paragraph(120),
        ...this.maybe(30, () => link('', 'a link')),
        ...this.maybe(20, () => el('em', ['so'])),
        ...this.maybe(15, () => el('strong', ['indeed'])),
        ...this.maybe(5, () => el('code', ['x = 1'])),
      ]),
    );
  }
}
