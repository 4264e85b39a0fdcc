import { addTo } from '../../model/multimap.ts';
import { pathOf, textOfNode } from '../page/index.ts';
import type { PageFindings, PageNode, PreparedPage, Spot, Wrapper } from '../types.ts';
import { lay } from './alignment.ts';
import { type Atom, type AtomLine, type Program, programOf } from './compile.ts';
import { type Features, featuresOf } from './features.ts';
import { dataKids } from './scope.ts';

type Values = Map<string, Spot[]>;

interface Item {
  readonly list: string;
  readonly nodes: number[];
  readonly values: Values;
}

/** Applies a wrapper to a page: what does not fit is passed over where it stands. */
export function match(wrapper: Wrapper, page: PreparedPage): PageFindings {
  const program = programOf(wrapper);
  return new Matching(program, page).run();
}

class Matching {
  readonly #program: Program;
  readonly #page: PreparedPage;
  readonly #features: Features;
  readonly #values: Values = new Map();
  readonly #items: Item[] = [];
  readonly #open: Item[] = [];
  #explained = 0;

  constructor(program: Program, page: PreparedPage) {
    this.#program = program;
    this.#page = page;
    this.#features = featuresOf(page, 0, page.nodes.length, program.vocabulary);
  }

  run(): PageFindings {
    const root = this.#page.nodes[0];
    if (root) this.#line(this.#program.top, [root]);
    return { values: this.#values, items: this.#items, fit: this.#fit() };
  }

  #line(line: AtomLine, nodes: readonly PageNode[]): void {
    const depth = this.#open.length;
    for (const { node, atom, begins } of lay(line, this.#features, nodes, this.#program.vocabulary)) {
      // Items that this atom is no part of are over.
      if (line.loops.length > 0) this.#close(depth + loopsAround(line, atom) - begins.length);
      for (const { list } of begins) {
        const item: Item = { list, nodes: [], values: new Map() };
        this.#items.push(item);
        this.#open.push(item);
      }
      for (let at = depth; at < this.#open.length; at++) this.#open[at]?.nodes.push(node.index);
      this.#atom(line.atoms[atom] as Atom, node);
    }
    this.#close(depth);
  }

  #close(depth: number): void {
    while (this.#open.length > depth) this.#open.pop();
  }

  #atom({ expression, kids }: Atom, node: PageNode): void {
    switch (expression.kind) {
      case 'constant':
        this.#explained += node.text.length;
        return;
      case 'value':
        this.#explained += node.text.length;
        this.#add(expression.field, node.index, null, partOf(node.text, expression.part?.before ?? ''));
        return;
      case 'opaque': {
        const text = textOfNode(this.#page, node.index);
        this.#explained += text.length;
        if (text !== '') this.#add(expression.field, node.index, null, text);
        return;
      }
      case 'element': {
        for (const [name, field] of Object.entries(expression.data ?? {})) {
          const value = node.attrs[name];
          if (value !== undefined && value.trim() !== '') this.#add(field, node.index, name, value);
        }
        this.#line(kids, dataKids(this.#page, node));
        return;
      }
    }
  }

  #add(field: string, node: number, attribute: string | null, text: string): void {
    const page = this.#page;
    let path: string | null = null;
    const spot: Spot = {
      node,
      text,
      // Paths cost more than all the rest and are seldom asked for.
      get path(): string {
        path ??= pathOf(page, node, attribute);
        return path;
      },
    };
    addTo(this.#values, field, spot);
    for (const { values } of this.#open) addTo(values, field, spot);
  }

  #fit(): number {
    let all = 0;
    for (const { index, text } of this.#page.nodes) {
      if (text !== '' && this.#page.noise.get(index) !== 'script') all += text.length;
    }
    return all === 0 ? 1 : Math.min(1, this.#explained / all);
  }
}

function loopsAround({ loops }: AtomLine, atom: number): number {
  let count = 0;
  for (const { start, end } of loops) if (atom >= start && atom < end) count++;
  return count;
}

function partOf(text: string, before: string): string {
  return before !== '' && text.startsWith(before) ? text.slice(before.length).trim() : text;
}
