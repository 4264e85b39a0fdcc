import type { Protocol } from 'devtools-protocol';
import { fingerprint } from '../../fingerprint/rabin.ts';
import type { CrawlEvent } from '../../model/index.ts';
import type { EffectAnswer, EffectNews, EffectReport } from './agent/effect-gate.ts';
import { Kept } from './kept.ts';
import { Press, type PressedText, readPressed } from './press.ts';
import { Shelf } from './shelf.ts';
import { Sources } from './sources.ts';

/** An answer of the site as it is kept: small, because most are never asked for again. */
interface KeptAnswer extends Omit<EffectAnswer, 'body'> {
  readonly size: number;
  readonly kind: string;
  readonly method: string;
  readonly asked: string;
  readonly text: PressedText;
}

/** Bytes of all answers. */
const answersSize = 32 << 20;
/** Notes about blocked requests, at the most. */
const notes = 20;

/** What the tabs of a crawl know together of the requests that pages make (docs/architecture.md, step 4). */
export class Effects {
  readonly methods: readonly string[];
  readonly shelf = new Shelf();
  readonly sources = new Sources();
  readonly #answers = new Kept<KeptAnswer>(answersSize);
  readonly #press = new Press();
  readonly #marks = new Map<string, string>();
  /** Everything learned, in order: tabs are told what came since they were told last. */
  readonly keyLog: string[] = [];
  readonly markLog: string[] = [];
  readonly #blocked = new Map<string, number>();

  constructor(methods: readonly string[]) {
    this.methods = methods;
  }

  /** Takes what a page has to tell; what was served and blocked is for the tab to count. */
  learn({ answers, marks, blocked }: EffectReport): void {
    for (const mark of marks) this.#mark(mark.slice(1), mark.slice(0, 1));
    for (const news of answers) this.#hear(news);
    for (const [method, url] of blocked) {
      const what = `${method} ${URL.parse(url)?.pathname ?? url}`;
      this.#blocked.set(what, (this.#blocked.get(what) ?? 0) + 1);
    }
  }

  #hear(news: EffectNews): void {
    const { key, kind } = news;
    const kept = this.#answers.use(key);
    if ('print' in news || kept) {
      if (!kept) return;
      const body = readPressed(kept.text);
      if (kept.method === 'GET')
        this.sources.read(kept.asked, 'print' in news ? news.print : fingerprint(news.body));
      const same = 'print' in news ? news.print === fingerprint(body) : news.body === body;
      if (!same || unstorable(kept)) this.#mark(kind, same ? 'p' : 'l');
      return;
    }
    const { url, status, statusText, headers, redirected, method, asked, body } = news;
    // What was answered to a question is read where it comes in.
    if (method === 'GET') this.sources.read(asked, fingerprint(body));
    const answer = { url, status, statusText, headers, redirected, kind, method, asked };
    this.#answers.put(key, { ...answer, text: this.#press.add(body), size: room(body) });
    this.keyLog.push(key.slice(0, 8));
  }

  #mark(kind: string, mark: string): void {
    const before = this.#marks.get(kind);
    if (before === mark || before === 'l') return;
    this.#marks.set(kind, mark);
    this.markLog.push(mark + kind);
  }

  /** The answer with a key, wherever it came from. */
  answer(key: string): EffectAnswer | null {
    const kept = this.#answers.use(key);
    if (!kept) return null;
    const { url, status, statusText, headers, redirected } = kept;
    return { url, status, statusText, headers, redirected, body: readPressed(kept.text) };
  }

  /** The same, where it would come again as it is. */
  repeatable(key: string): EffectAnswer | null {
    const kept = this.#answers.use(key);
    return kept && this.#repeats(kept) ? this.answer(key) : null;
  }

  #repeats(answer: KeptAnswer): boolean {
    const mark = this.#marks.get(answer.kind);
    return mark === undefined ? !unstorable(answer) : mark === 'p';
  }

  /** Addresses whose answers would come again, or `null` where these are too many to name. */
  repeatableUrls(limit: number): string[] | null {
    if (this.#answers.count > limit) return null;
    const urls = new Set<string>();
    for (const [, answer] of this.#answers.entries()) if (this.#repeats(answer)) urls.add(answer.asked);
    return [...urls];
  }

  /** What a person should know when the crawl ends: which requests were kept from leaving. Told once. */
  takeNotes(): CrawlEvent[] {
    const all = [...this.#blocked];
    this.#blocked.clear();
    const texts = all.slice(0, notes).map(([what, times]) => {
      const allowed = [...this.methods, what.split(' ', 1)[0]].join(',');
      return `blocked ${what} (${times === 1 ? 'once' : `${times} times`}); --methods ${allowed} allows it`;
    });
    if (all.length > notes) texts.push(`blocked requests to ${all.length - notes} more addresses`);
    return texts.map((text) => ({ kind: 'note', level: 'info', text }));
  }
}

/** Bytes that an answer takes, as a rule: texts shrink to a third, the rest is names and headers. */
function room(body: string): number {
  return body.length / 3 + 500;
}

function unstorable(answer: Pick<KeptAnswer, 'headers'>): boolean {
  return answer.headers.some(([name, value]) => /^cache-control$/i.test(name) && /no-store/i.test(value));
}

/** An answer as the browser takes it for the network's. */
export function fulfilment(
  answer: EffectAnswer,
  from: string | null,
): Omit<Protocol.Fetch.FulfillRequestRequest, 'requestId'> {
  const headers = answer.headers.filter(
    ([name]) => !/^(content-(encoding|length|type)|transfer-encoding|set-cookie)$/i.test(name),
  );
  const type = answer.headers.find(([name]) => /^content-type$/i.test(name))?.[1] ?? 'text/plain';
  const own: [string, string][] = [
    ['content-type', `${type.replace(/;\s*charset=[^;]*/i, '')};charset=utf-8`],
  ];
  if (from !== null) {
    own.push(['access-control-allow-origin', from], ['access-control-allow-credentials', 'true']);
    own.push(['access-control-expose-headers', headers.map(([name]) => name).join(', ')]);
  }
  return {
    responseCode: answer.status,
    ...(answer.statusText !== '' && { responsePhrase: answer.statusText }),
    responseHeaders: [...headers, ...own].map(([name, value]) => ({ name, value })),
    body: Buffer.from(answer.body).toString('base64'),
  };
}
