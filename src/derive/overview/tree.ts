import { decodedPart } from '../../model/address.ts';

/** A page as the overview names it. */
export interface OverviewPage {
  readonly number: number;
  /** Address that opens it; `null` for a page that events lead to. */
  readonly url: string | null;
  /** Address of the page on which the events begin. */
  readonly opened: string;
  /** Path of the address as people read it. */
  readonly path: string;
  readonly title: string;
  /** What was fired, in few words; empty for a page with an address. */
  readonly steps: string;
  readonly file: string;
}

/** A folder of addresses: the pages at it, their states, and what is below it. */
export interface Branch {
  readonly name: string;
  readonly pages: OverviewPage[];
  readonly states: OverviewPage[];
  readonly below: Map<string, Branch>;
}

/** Puts pages into a tree by the paths of their addresses, states below the page that they belong to. */
export function overviewTree(pages: Iterable<OverviewPage>, home: string): Branch {
  const root = branch('');
  for (const page of pages) {
    const at = branchAt(root, namesOf(page, home));
    (page.url === null ? at.states : at.pages).push(page);
  }
  return root;
}

function branch(name: string): Branch {
  return { name, pages: [], states: [], below: new Map() };
}

function branchAt(root: Branch, names: readonly string[]): Branch {
  let at = root;
  for (const name of names) {
    let next = at.below.get(name);
    if (next === undefined) {
      next = branch(name);
      at.below.set(name, next);
    }
    at = next;
  }
  return at;
}

/** The folders that an address lies in, and its own name with query and route. */
function namesOf({ url: own, opened, path }: OverviewPage, home: string): readonly string[] {
  const url = URL.parse(own ?? opened);
  if (url === null) return [];
  const names = path.split('/').filter((name) => name !== '');
  const more = `${url.search}${/^#[!/]/.test(url.hash) ? url.hash : ''}`;
  if (more !== '') names.push(`${names.pop() ?? ''}${decodedPart(more)}`);
  const origin = `${url.protocol}//${url.host}`;
  return origin === home ? names : [origin, ...names];
}

const order = new Intl.Collator('en', { numeric: true });

/** What is below a branch, in the order of names; a folder with nothing in it but another is one with it. */
export function below({ below }: Branch): readonly Branch[] {
  return [...below.values()].map(joined).sort((one, other) => order.compare(one.name, other.name));
}

function joined(from: Branch): Branch {
  let at = from;
  while (at.pages.length + at.states.length === 0 && at.below.size === 1) {
    const [only] = at.below.values() as Iterable<Branch>;
    if (only === undefined) break;
    at = { ...only, name: `${at.name}/${only.name}` };
  }
  return at;
}
