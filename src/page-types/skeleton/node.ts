import { ArgiopeError } from '../../model/errors.ts';

/** One element of a skeleton, standing for all of its kind under one parent. */
export interface SkeletonNode {
  /** Tag with the id or the first class. */
  readonly label: string;
  /** Further ids and classes with their signs. */
  readonly marks: readonly string[];
  /** Whether there were several of it under one parent. */
  readonly repeated: boolean;
  readonly kids: readonly SkeletonNode[];
}

/** Writes a skeleton: `ul.items(li.item*(a img))`, the star for what is repeated. */
export function formatSkeleton(node: SkeletonNode): string {
  const name = node.label + node.marks.join('') + (node.repeated ? '*' : '');
  return node.kids.length === 0 ? name : `${name}(${node.kids.map(formatSkeleton).join(' ')})`;
}

interface OpenNode extends SkeletonNode {
  readonly kids: SkeletonNode[];
}

/** Reads a skeleton as it was written, or as a person changed it. */
export function parseSkeleton(text: string): SkeletonNode {
  const top: SkeletonNode[] = [];
  const lists: SkeletonNode[][] = [top];
  let last: OpenNode | null = null;
  for (const { 0: token, index } of text.matchAll(/[()]|[^()\s]+/g)) {
    if (token === '(') {
      if (!last) throw broken(text, index, 'an element before "("');
      lists.push(last.kids);
      last = null;
    } else if (token === ')') {
      if (lists.length === 1) throw broken(text, index, 'as many "(" as ")"');
      lists.pop();
      last = null;
    } else {
      last = parseNode(token) ?? fail(text, index);
      lists.at(-1)?.push(last);
    }
  }
  const [root] = top;
  if (lists.length > 1) throw broken(text, text.length, '")" at the end');
  if (!root || top.length > 1) throw broken(text, 0, 'one element around all others');
  return root;
}

const parts = /^(#?[^.#*]+)((?:[.#][^.#*]+)*)(\*?)$/;

function parseNode(token: string): OpenNode | null {
  const match = parts.exec(token);
  if (!match) return null;
  const [, tag = '', names = '', star] = match;
  const tokens = names.match(/[.#][^.#*]+/g) ?? [];
  const whole = tag === 'html' || tag === 'body';
  const label = whole ? tag : tag + (tokens[0] ?? '');
  return { label, marks: (whole ? tokens : tokens.slice(1)).sort(), repeated: star === '*', kids: [] };
}

function fail(text: string, at: number): never {
  throw broken(text, at, 'an element as tag#id.class');
}

function broken(text: string, at: number, expected: string): ArgiopeError {
  const near = text.slice(Math.max(0, at - 20), at + 20);
  return new ArgiopeError(
    'CONFIG',
    `a skeleton cannot be read: expected ${expected} at character ${at + 1}, near "${near}"`,
    { advice: 'write it like html(body(ul.items(li.item*(a img)))), or train the model again' },
  );
}
