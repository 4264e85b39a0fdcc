import { HookCalls, hookTimeout, type NamedHooks } from './calls.ts';
import {
  dropped,
  isDrop,
  linksResult,
  pageResult,
  recordResult,
  requestResult,
  responseResult,
} from './results.ts';
import {
  type Again,
  type HookMoment,
  type Hooks,
  hookMoments,
  type LinkResult,
  type LinkView,
  type PageView,
  type RecordFields,
  type RecordView,
  type RequestView,
  type ResponseView,
} from './types.ts';

/** What the hooks made of an answer. */
export type ResponseVerdict =
  | { readonly kind: 'again'; readonly reason: string }
  | {
      readonly kind: 'take';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      /** Set where a hook has put something else in its place. */
      readonly body: Uint8Array | null;
    };

/** The hooks of a crawl in their order. Each sees what those before it have made. */
export class HookChain {
  readonly #hooks: readonly NamedHooks[];
  readonly #calls: HookCalls;
  readonly #dropped: Record<HookMoment, number> = { request: 0, response: 0, links: 0, page: 0, record: 0 };

  constructor(hooks: readonly Hooks[] = [], { timeout = hookTimeout } = {}) {
    const named = hooks.map((each, at) => ({ name: each.name ?? `hooks ${at + 1}`, hooks: each }));
    this.#hooks = named.toSorted((a, b) => (a.hooks.order ?? 0) - (b.hooks.order ?? 0));
    this.#calls = new HookCalls(timeout);
  }

  /** Whether anybody wants to be called at a moment: what is done for hooks alone can be left out else. */
  has(moment: HookMoment): boolean {
    return this.#hooks.some(({ hooks }) => hooks[moment] !== undefined);
  }

  /** How many things were dropped at each moment. */
  get dropped(): Readonly<Record<HookMoment, number>> {
    return this.#dropped;
  }

  /** The hooks in their order, with the moments at which they are called. */
  get list(): readonly { readonly name: string; readonly moments: readonly HookMoment[] }[] {
    return this.#hooks.map(({ name, hooks }) => ({
      name,
      moments: hookMoments.filter((moment) => hooks[moment] !== undefined),
    }));
  }

  /** A request as it is to be sent; throws `DROPPED` where it is not. */
  async request(view: RequestView): Promise<Pick<RequestView, 'url' | 'headers'>> {
    let now = view;
    for (const each of this.#at('request')) {
      const said = await this.#calls.run(
        each,
        'request',
        view.url,
        () => each.hooks.request?.(now),
        requestResult,
      );
      if (said === null) continue;
      if (isDrop(said)) throw this.#drop('request', 'request to', view.url, each, said.drop);
      now = { ...now, url: said.url ?? now.url, headers: changed(now.headers, said.headers) };
    }
    return now;
  }

  /** An answer as it is to be taken; throws `DROPPED` where it is not. */
  async response(view: ResponseView): Promise<ResponseVerdict> {
    let now = view;
    let body: Uint8Array | null = null;
    for (const each of this.#at('response')) {
      const call = () => each.hooks.response?.(now);
      const said = await this.#calls.run(each, 'response', view.url, call, (given) =>
        responseResult(given, view.engine),
      );
      if (said === null) continue;
      if (isDrop(said)) throw this.#drop('response', 'answer of', view.url, each, said.drop);
      if ('again' in said) return { kind: 'again', reason: (said as Again).again };
      if (said.body !== undefined) body = typeof said.body === 'string' ? Buffer.from(said.body) : said.body;
      now = { ...now, status: said.status ?? now.status, headers: changed(now.headers, said.headers) };
      if (body !== null) now = withBody(now, body);
    }
    return { kind: 'take', status: now.status, headers: now.headers, body };
  }

  /** Links as they are to be followed, in the order of the last hook. */
  async links(links: readonly LinkView[], page: PageView): Promise<readonly LinkResult[]> {
    let now: readonly LinkResult[] = links;
    for (const each of this.#at('links')) {
      const shown = now.map((link, at) => ({ ...blankLink, ...link, key: link.key ?? -1 - at }));
      const call = () => each.hooks.links?.(shown, page);
      const said = await this.#calls.run(each, 'links', page.url, call, (given) => linksResult(given, shown));
      if (said !== null) now = said;
    }
    const kept = now.map(({ key, ...link }) => (key === undefined || key < 0 ? link : { ...link, key }));
    this.#dropped.links += links.length - kept.filter((link) => 'key' in link).length;
    return kept;
  }

  /** Tags of a page that is to be kept; throws `DROPPED` where it is not. */
  async page(view: PageView): Promise<readonly string[]> {
    const tags = new Set<string>();
    for (const each of this.#at('page')) {
      const said = await this.#calls.run(each, 'page', view.url, () => each.hooks.page?.(view), pageResult);
      if (said === null) continue;
      if (isDrop(said)) throw this.#drop('page', 'page', view.url, each, said.drop);
      for (const tag of said.tags) tags.add(tag);
    }
    return [...tags];
  }

  /** A record as it is to be kept, `null` where it is dropped. */
  async record(view: RecordView): Promise<RecordFields | null> {
    let now = view;
    for (const each of this.#at('record')) {
      const said = await this.#calls.run(
        each,
        'record',
        view.url,
        () => each.hooks.record?.(now),
        recordResult,
      );
      if (said === null) continue;
      if (isDrop(said)) {
        this.#dropped.record++;
        return null;
      }
      now = { ...now, record: said.record };
    }
    return now.record;
  }

  #at(moment: HookMoment): readonly NamedHooks[] {
    return this.#hooks.filter(({ hooks }) => hooks[moment] !== undefined);
  }

  #drop(moment: HookMoment, what: string, url: string, { name }: NamedHooks, reason: string): Error {
    this.#dropped[moment]++;
    return dropped(what, url, name, reason);
  }
}

const blankLink = { text: '', hints: '', tag: '', xpath: '' };

function changed(
  headers: Readonly<Record<string, string>>,
  change: Readonly<Record<string, string | null>> | undefined,
): Readonly<Record<string, string>> {
  if (change === undefined) return headers;
  const lower = Object.entries(change).map(([name, value]) => [name.toLowerCase(), value] as const);
  const all = { ...headers, ...Object.fromEntries(lower) };
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}

/** Hooks that come later see the body that an earlier one has put in place, and its type as it is now. */
function withBody(view: ResponseView, body: Uint8Array): ResponseView {
  return {
    ...view,
    body: async () => body,
    text: async () => new TextDecoder().decode(body),
  };
}
