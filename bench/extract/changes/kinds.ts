import { momentIn } from '../../../src/records/index.ts';
import { above, type Draft, type Node, type TextPlace, textsOf, visit } from './tree.ts';

/** What a change may know about the site. */
export interface SiteFacts {
  /** Short texts that most pages of the site have: labels are among them. */
  readonly constants: ReadonlySet<string>;
  /** The attribute that is taken away or doubled. */
  readonly attribute: string;
}

/** One kind of change of a template. */
export interface ChangeKind {
  readonly name: string;
  /** Changes the page; gives new true values by attribute where the change alters them. */
  change(draft: Draft, facts: SiteFacts, page: number): Readonly<Record<string, readonly string[]>>;
}

const same = {};

/** The kinds of changes that templates are put through. */
export const changeKinds: readonly ChangeKind[] = [
  kind('banner', ({ body }) => {
    body.kids = [banner(), ...(body.kids ?? [])];
  }),
  kind('wrapper div', ({ body }) => {
    body.kids = [
      element('div', { class: 'layout' }, element('div', { class: 'inner' }, ...(body.kids ?? []))),
    ];
  }),
  kind('wrapped values', (draft) => {
    for (const { parent, at } of everyValue(draft))
      replace(parent, at, (text) => element('span', { class: 'v' }, text));
  }),
  kind('renamed classes', ({ root }) => {
    visit(root, ({ attrs }) => {
      if (attrs?.class) attrs.class = attrs.class.split(/\s+/).map(renamed).join(' ');
      if (attrs?.id) attrs.id = renamed(attrs.id);
    });
  }),
  kind('generated ids', ({ root }, _, page) => {
    visit(root, (node) => {
      if (!node.attrs) return;
      const entries = Object.entries(node.attrs).reverse();
      node.attrs = Object.fromEntries(
        entries.map(([name, value]) => [
          name,
          name === 'id' ? `ember${hash(`${value}${page}`) % 90_000}` : value,
        ]),
      );
    });
  }),
  kind('reordered fields', (draft) => {
    const done = new Set<Node>();
    for (const { parent } of everyValue(draft))
      for (const [level, node] of [...above(draft, parent)].slice(0, 4).entries()) {
        if (level > 3 || done.has(node)) continue;
        if (reverseRows(node)) done.add(node);
      }
  }),
  kind('removed labels', (draft, facts) => {
    for (const { parent, at } of labelsOf(draft, facts)) replace(parent, at, () => ' ');
  }),
  kind('renamed labels', (draft, facts) => {
    for (const { parent, at } of labelsOf(draft, facts))
      replace(parent, at, (text) => `Our ${text.trim().toLowerCase()}`);
  }),
  kind('table to divs', ({ root }) => {
    visit(root, (node) => {
      if (/^(table|tbody|thead|tfoot|tr|td|th)$/.test(node.tag)) {
        node.attrs = { ...node.attrs, class: `t-${node.tag}` };
        node.tag = 'div';
      }
    });
  }),
  kind('divs to table', (draft) => {
    const boxes = new Set<Node>();
    for (const { parent } of everyValue(draft))
      for (const node of [parent, ...above(draft, parent)].slice(0, 4))
        if (/^(div|ul|ol|dl|p)$/.test(node.tag)) boxes.add(node);
    for (const node of boxes) {
      const cells = (node.kids ?? []).map((kid) =>
        typeof kid === 'string' && kid.trim() === '' ? kid : element('td', {}, kid),
      );
      node.kids = [element('tbody', {}, element('tr', {}, ...cells))];
      node.tag = 'table';
    }
  }),
  {
    name: 'removed field',
    change(draft, { attribute }) {
      for (const { parent, at } of draft.values.get(attribute) ?? []) replace(parent, at, () => ' ');
      return { [attribute]: [] };
    },
  },
  kind('added field', (draft, facts) => {
    const [place] = draft.values.get(facts.attribute) ?? [];
    if (!place) return;
    const row = rowOf(draft, place.parent);
    const holder = draft.parents.get(row);
    const copy = structuredClone(row);
    for (const text of textsOf(copy))
      replace(text.parent, text.at, (old) => (facts.constants.has(old.trim()) ? 'Remark:' : 'see below'));
    holder?.kids?.splice(holder.kids.indexOf(row), 0, copy);
  }),
  {
    name: 'format of values',
    change(draft) {
      const truth: Record<string, string[]> = {};
      for (const [attribute, places] of draft.values) {
        truth[attribute] = [];
        for (const { parent, at } of places)
          replace(parent, at, (text) => {
            const formatted = reformatted(text.trim());
            truth[attribute]?.push(formatted);
            return formatted;
          });
      }
      return truth;
    },
  },
  kind('label and value in one', (draft, facts) => {
    for (const place of everyValue(draft)) {
      const label = labelOf(draft, place, facts);
      const text = String(label?.parent.kids?.[label.at] ?? 'Value')
        .trim()
        .replace(/\s*:?$/, ':');
      if (label) replace(label.parent, label.at, () => ' ');
      replace(place.parent, place.at, (value) => `${text} ${value.trim()}`);
    }
  }),
  kind('single to list', (draft) => {
    for (const { parent, at } of everyValue(draft))
      replace(parent, at, (text) =>
        element('ul', {}, element('li', {}, text), element('li', {}, 'show all')),
      );
  }),
];

function kind(name: string, change: (draft: Draft, facts: SiteFacts, page: number) => void): ChangeKind {
  return {
    name,
    change(draft, facts, page) {
      change(draft, facts, page);
      return same;
    },
  };
}

function element(tag: string, attrs: Record<string, string>, ...kids: (Node | string)[]): Node {
  return { tag, attrs, kids };
}

function banner(): Node {
  return element(
    ...(['div', { id: 'campaign', class: 'campaign wide' }] as const),
    element(
      'table',
      {},
      element(
        'tbody',
        {},
        element('tr', {}, element('td', {}, 'Autumn sale'), element('td', {}, 'up to 50 % off')),
      ),
    ),
    element('div', { class: 'go' }, element('a', { href: '/sale' }, 'See all offers')),
  );
}

function everyValue({ values }: Draft): readonly TextPlace[] {
  const seen = new Set<string>();
  const ids = new Map<Node, number>();
  return [...values.values()].flat().filter(({ parent, at }) => {
    if (!ids.has(parent)) ids.set(parent, ids.size);
    const key = `${ids.get(parent)}/${at}`;
    return !seen.has(key) && seen.add(key);
  });
}

function replace(parent: Node, at: number, by: (text: string) => Node | string): void {
  const old = parent.kids?.[at];
  if (typeof old === 'string' && parent.kids) parent.kids[at] = by(old);
}

function hash(text: string): number {
  let sum = 7;
  for (const sign of text) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) >>> 0;
  return sum;
}

function renamed(name: string): string {
  return name === '' ? '' : `k-${hash(name).toString(36).replace(/\d/g, 'q')}`;
}

/** Rows of one kind turned round; whether there were any. */
function reverseRows(node: Node): boolean {
  const kids = node.kids ?? [];
  for (const tag of ['tr', 'li', 'p', 'div', 'dt']) {
    const places = kids.flatMap((kid, at) => (typeof kid !== 'string' && kid.tag === tag ? at : []));
    if (places.length < 2) continue;
    // A pair of term and description stays together.
    const blocks = places.map((from, nth) =>
      kids.slice(from, tag === 'dt' ? (places[nth + 1] ?? kids.length) : from + 1),
    );
    const turned = blocks.toReversed();
    const rest = kids.slice(0, places[0]);
    const between =
      tag === 'dt' ? [] : kids.slice(places[0]).filter((kid) => typeof kid === 'string' || kid.tag !== tag);
    node.kids = [...rest, ...turned.flat(), ...between];
    return true;
  }
  return false;
}

/** The label of a value: the nearest text before it that is the same on most pages. */
function labelOf(draft: Draft, { parent, at }: TextPlace, { constants }: SiteFacts): TextPlace | null {
  const texts = textsOf(draft.root);
  const here = texts.findIndex((text) => text.parent === parent && text.at === at);
  if (here < 0) return null;
  return texts.slice(Math.max(0, here - 3), here).findLast(({ text }) => constants.has(text)) ?? null;
}

function labelsOf(draft: Draft, facts: SiteFacts): readonly TextPlace[] {
  return everyValue(draft).flatMap((place) => labelOf(draft, place, facts) ?? []);
}

/** What would be repeated if there were one more field: the row, else the element of the value. */
function rowOf(draft: Draft, node: Node): Node {
  return [node, ...above(draft, node)].slice(0, 4).find(({ tag }) => /^(tr|li|p|dd)$/.test(tag)) ?? node;
}

function reformatted(text: string): string {
  const price = /^\$\s?([\d,]+(?:\.\d+)?)(.*)$/.exec(text);
  if (price) return `USD ${price[1]?.replaceAll(',', '')}${price[2]}`;
  const moment = /\d{4}/.test(text) && text.length < 30 ? momentIn(text) : null;
  if (moment !== null) return new Date(moment).toISOString().slice(0, 10);
  const name = /^(\p{Lu}[\p{L}.]+) (\p{Lu}[\p{L}.]+)$/u.exec(text);
  return name ? `${name[2]}, ${name[1]}` : `${text} *`;
}
