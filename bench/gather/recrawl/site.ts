import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { startServer, stopServer } from '../../../test/servers.ts';

/** How large a site of pages and states is. */
export interface SiteSize {
  /** Static pages that a list leads to, ten on each of its pages. */
  readonly pages: number;
  /** Documents whose states are made from JSON answers, and states of each beside the document's own. */
  readonly documents: number;
  readonly states: number;
}

/** A request as the server saw it. */
export interface SeenRequest {
  readonly path: string;
  readonly status: number;
  /** By the browser, or asking whether something has changed. */
  readonly conditional: boolean;
}

/** A site that changes when told to: half static pages, half states made from JSON answers. */
export class ChangingSite {
  readonly #size: SiteSize;
  readonly #edits = new Map<string, number>();
  readonly #gone = new Set<string>();
  readonly #tagged: boolean;
  readonly #more = new Map<string, number>();
  readonly #behind = new Set<string>();
  readonly #server = createServer((request, response) => this.#answer(request, response));
  #states: number[];
  readonly seen: SeenRequest[] = [];
  origin = '';

  /** `tagged`: the server sends tags and answers 304; otherwise only bodies tell. */
  constructor(size: SiteSize, tagged = true) {
    this.#size = size;
    this.#tagged = tagged;
    this.#states = Array.from({ length: size.documents }, () => size.states);
  }

  async open(): Promise<this> {
    this.origin = await startServer(this.#server);
    return this;
  }

  async close(): Promise<void> {
    await stopServer(this.#server);
  }

  /** Writes something else on a static page. */
  editPage(page: number): void {
    this.#edit(`/page/${page}`);
  }

  /** Writes something else into what a state shows. */
  editState(document: number, state: number): void {
    this.#edit(`/data/${document}/${state}.json`);
  }

  /** Writes something else on a document, which all of its states show. */
  editDocument(document: number): void {
    this.#edit(`/doc/${document}`);
  }

  /** Adds a state to a document, by a link on one of its states. */
  addStateBehind(document: number, state: number): void {
    const added = (this.#states[document] ?? 0) + 1;
    this.#more.set(`/data/${document}/${state}.json`, added);
    this.#behind.add(`/data/${document}/${added}.json`);
  }

  removePage(page: number): void {
    this.#gone.add(`/page/${page}`);
  }

  restorePage(page: number): void {
    this.#gone.delete(`/page/${page}`);
  }

  removeState(document: number, state: number): void {
    this.#gone.add(`/data/${document}/${state}.json`);
  }

  /** Adds a link to a new static page to another one. */
  addPage(from: number, page: number): void {
    this.#links.set(from, page);
  }

  readonly #links = new Map<number, number>();

  #edit(path: string): void {
    this.#edits.set(path, (this.#edits.get(path) ?? 0) + 1);
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? '/';
    const body = this.#gone.has(path) ? null : this.#body(path);
    const tag = body === null ? '' : `"${createHash('sha1').update(body).digest('hex').slice(0, 12)}"`;
    const conditional = request.headers['if-none-match'] !== undefined;
    const isSame = this.#tagged && body !== null && request.headers['if-none-match'] === tag;
    const status = body === null ? 404 : isSame ? 304 : 200;
    if (path !== '/robots.txt' && path !== '/favicon.ico') this.seen.push({ path, status, conditional });
    const type = path.endsWith('.json')
      ? 'application/json'
      : path.endsWith('.js')
        ? 'text/javascript'
        : 'text/html; charset=utf-8';
    response.writeHead(status, { 'content-type': type, ...(this.#tagged && body !== null && { etag: tag }) });
    response.end(status === 200 ? body : undefined);
  }

  #body(path: string): string | null {
    const { pages, documents } = this.#size;
    if (path === '/') return this.#home();
    if (path === '/app.js') return script;
    const [, kind = '', one = '', two = ''] = path.split('/');
    const number = Number(one);
    if (kind === 'list' && number < Math.ceil(pages / 10)) return this.#list(number);
    if (kind === 'page' && Number.isInteger(number) && number < pages + 1000) return this.#page(number);
    if (kind === 'doc' && number < documents) return this.#document(number);
    const state = Number.parseInt(two, 10);
    const isThere = (state >= 1 && state <= (this.#states[number] ?? 0)) || this.#behind.has(path);
    if (kind === 'data' && isThere) return this.#data(number, state);
    return null;
  }

  #home(): string {
    const lists = Array.from({ length: Math.ceil(this.#size.pages / 10) }, (_, at) => link(`/list/${at}`));
    const documents = Array.from({ length: this.#size.documents }, (_, at) => link(`/doc/${at}`));
    return html('Home', `<h1>Home</h1>${[...lists, ...documents].join('')}`);
  }

  #list(list: number): string {
    const pages = Array.from({ length: 10 }, (_, at) => 10 * list + at).filter((at) => at < this.#size.pages);
    return html(`List ${words(list)}`, pages.map((page) => link(`/page/${page}`)).join(''));
  }

  #page(page: number): string {
    const more = this.#links.get(page);
    const text = `${words(page)} ${this.#wording(`/page/${page}`)}`;
    return html(`Page ${words(page)}`, `<p>${text}</p>${more === undefined ? '' : link(`/page/${more}`)}`);
  }

  #document(document: number): string {
    const states = Array.from({ length: this.#states[document] ?? 0 }, (_, at) => at + 1);
    const buttons = states.map((state) => `<a href="javascript:show(${state})">Part ${words(state)}</a> `);
    const text = `${words(document)} ${this.#wording(`/doc/${document}`)}`;
    return html(
      `Document ${words(document)}`,
      `<p>Document ${text}</p><div>${buttons.join('')}</div><div id="shown">Nothing yet</div>
       <script>const own = ${document};</script><script src="/app.js"></script>`,
    );
  }

  #data(document: number, state: number): string {
    const path = `/data/${document}/${state}.json`;
    const text = `Part ${words(state)} of ${words(document)} ${this.#wording(path)}`;
    return JSON.stringify({ text, more: this.#more.get(path) ?? null });
  }

  /** What was written there last. */
  #wording(path: string): string {
    const edits = this.#edits.get(path) ?? 0;
    return edits === 0 ? 'as it was in the beginning' : `written anew ${words(edits)} times`;
  }
}

const script = `
function show(part) {
  fetch('/data/' + own + '/' + part + '.json').then((answer) => answer.json()).then((data) => {
    document.getElementById('shown').innerHTML = '<p></p>';
    document.querySelector('#shown p').textContent = data.text;
    if (data.more === null) return;
    const link = document.createElement('a');
    link.href = 'javascript:show(' + data.more + ')';
    link.textContent = 'More';
    document.getElementById('shown').append(link);
  });
}
`;

function link(path: string): string {
  return `<p><a href="${path}">${path}</a></p>`;
}

function html(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><title>${title}</title></head><body>${body}</body></html>`;
}

const syllables = ['ba', 'ce', 'di', 'fo', 'gu', 'ha', 'je', 'ki', 'lo', 'mu'];

/** A number in words of its own: digits alone would be taken for counters. */
export function words(number: number): string {
  return [...String(number)].map((digit) => syllables[Number(digit)]).join('');
}
