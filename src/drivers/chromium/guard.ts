import type { Protocol } from 'devtools-protocol';
import type { HookChain } from '../../hooks/index.ts';
import type { Permit } from '../../model/driver.ts';
import { ArgiopeError } from '../../model/index.ts';
import type { GivenDocument } from '../given.ts';
import type { Session } from './connection.ts';
import type { EffectChannel, Fulfilment } from './effect-channel.ts';

export interface GuardOptions {
  readonly permit: Permit;
  /** Headers for the seeds' own origins, and those origins. */
  readonly headers: Readonly<Record<string, string>>;
  readonly origins: readonly string[];
  /** `user:password` for the seeds' own origins. */
  readonly auth: string | null;
  /** `user:password` by origin, for seeds that carried one. */
  readonly logins: Readonly<Record<string, string>>;
  /** Asked what becomes of each document's request. */
  readonly hooks: HookChain | undefined;
}

/** What a form would post is not an address, and refreshes come with the page, not with an event. */
const notByEvent: ReadonlySet<string> = new Set([
  'formSubmissionPost',
  'metaTagRefresh',
  'httpHeaderRefresh',
]);

/** Headers that speak of the way an answer came, not of what it is. */
const ofTheWay = /^(?:content-(?:encoding|length)|transfer-encoding|connection|keep-alive|alt-svc)$/;

/**
 * Stands between a tab and the network while a document is opened: redirects are checked anew. Once the
 * page is there it steps aside, because requests of events would pay for it (a quarter of what an event
 * costs); the agent keeps pages from leaving, and what gets past it is stopped and noted. With extra
 * headers or credentials it stays.
 */
export class Guard {
  readonly #session: Session;
  readonly #options: GuardOptions;
  readonly #effects: EffectChannel;
  #mainFrame = '';
  #offered = '';
  #opening = false;
  /** The answer to the next request for a document, where it is there already. */
  #given: GivenDocument | null = null;
  #leaving: PromiseWithResolvers<void> | null = null;
  /** How often a script that ran during the load made the page go elsewhere. */
  departures = 0;
  /** Loader of the document that the tab shows. */
  loader = '';
  /** Why the last navigation was stopped. */
  refusal: ArgiopeError | null = null;
  /** Addresses that something other than `open` wanted to go to. */
  readonly late: string[] = [];
  /** Requests that never left, by the names that the Network domain gives them. */
  readonly kept = new Set<string>();
  /** Those of them that were answered all the same. */
  readonly answered = new Set<string>();

  constructor(session: Session, options: GuardOptions, effects: EffectChannel) {
    this.#session = session;
    this.#options = options;
    this.#effects = effects;
    this.#answer(session);
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.id === this.#mainFrame) this.#land(frame.loaderId);
    });
    session.on('Page.frameStoppedLoading', ({ frameId }) => {
      if (frameId === this.#mainFrame) this.#land(this.loader);
    });
    session.on('Page.frameRequestedNavigation', ({ frameId, url, disposition, reason }) => {
      if (frameId !== this.#mainFrame || disposition !== 'currentTab') return;
      if (this.#opening) {
        this.departures++;
        this.#leaving ??= Promise.withResolvers<void>();
        return;
      }
      if (!notByEvent.has(reason)) this.late.push(url);
      session.tell('Page.stopLoading');
    });
  }

  /** Stands before a frame that lives in a process of its own, where headers or credentials belong to its requests. */
  async joinFrame(session: Session): Promise<void> {
    this.#answer(session);
    if (this.#stays) await session.send('Fetch.enable', this.#paused());
  }

  #answer(session: Session): void {
    const options = this.#options;
    session.on('Fetch.requestPaused', (paused) => void this.#judge(session, paused));
    session.on('Fetch.authRequired', ({ requestId, request, authChallenge }) => {
      const { origin } = new URL(request.url);
      const own = options.origins.includes(origin) ? (options.logins[origin] ?? options.auth) : null;
      const secret = authChallenge.source === 'Proxy' ? null : own;
      session.tell('Fetch.continueWithAuth', {
        requestId,
        authChallengeResponse: this.#answerTo(requestId, secret),
      });
    });
  }

  /** Credentials are offered once; a second question means that they were wrong. */
  #answerTo(requestId: string, secret: string | null): Protocol.Fetch.AuthChallengeResponse {
    if (secret === null || this.#offered === `${requestId} ${secret}`) return { response: 'CancelAuth' };
    this.#offered = `${requestId} ${secret}`;
    const [username = '', ...rest] = secret.split(':');
    return { response: 'ProvideCredentials', username, password: rest.join(':') };
  }

  /** Set while a script that ran during the load makes the page go elsewhere; resolves when it has. */
  get leaving(): Promise<void> | null {
    return this.#leaving?.promise ?? null;
  }

  #land(loader: string): void {
    this.loader = loader;
    this.#leaving?.resolve();
    this.#leaving = null;
  }

  /** Whether a document is on its way. */
  get opening(): boolean {
    return this.#opening;
  }

  /** Whether more than documents has to pass here. */
  get #stays(): boolean {
    return Object.keys(this.#options.headers).length > 0 || this.#answersLogins;
  }

  get #answersLogins(): boolean {
    const { auth, logins } = this.#options;
    return auth !== null || Object.keys(logins).length > 0;
  }

  /** A document is about to be opened: from the network, unless it is given. */
  open(mainFrame: string, given: GivenDocument | null = null): void {
    this.#mainFrame = mainFrame;
    this.#given = given;
    this.#opening = true;
    this.#leaving = null;
    this.refusal = null;
    this.late.length = 0;
    this.kept.clear();
    this.answered.clear();
    this.#session.tell('Fetch.enable', this.#paused());
  }

  #paused(): Protocol.Fetch.EnableRequest {
    const own = Object.keys(this.#options.headers).length > 0 ? this.#options.origins : [];
    return {
      patterns: [
        { resourceType: 'Document' },
        ...own.map((origin) => ({ urlPattern: `${origin}/*` })),
        ...this.#effects.patterns(),
      ],
      handleAuthRequests: this.#answersLogins,
    };
  }

  /** The document is there; from now on nothing leaves it. */
  opened(): void {
    this.#opening = false;
    if (!this.#stays) this.#session.tell('Fetch.disable');
  }

  async #judge(session: Session, paused: Protocol.Fetch.RequestPausedEvent): Promise<void> {
    const { requestId, request, networkId = '' } = paused;
    if (paused.resourceType === 'Document' && paused.frameId === this.#mainFrame) {
      if (!this.#opening) {
        if (request.method === 'GET') this.late.push(request.url);
        this.kept.add(networkId);
        return session.tell('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
      }
      try {
        await this.#options.permit(request.url);
        const given = this.#take(paused);
        if (given) {
          this.answered.add(networkId);
          return session.tell('Fetch.fulfillRequest', { requestId, ...given });
        }
        const changed = await this.#hooked(request);
        if (changed) return session.tell('Fetch.continueRequest', { requestId, ...changed });
      } catch (error) {
        this.refusal =
          error instanceof ArgiopeError
            ? error
            : new ArgiopeError('INTERNAL', String(error), { cause: error });
        this.kept.add(networkId);
        return session.tell('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
      }
    }
    const answer = paused.resourceType === 'Document' ? null : this.#effects.fulfil(paused, this.#opening);
    if (answer) {
      this.answered.add(networkId);
      return session.tell('Fetch.fulfillRequest', { requestId, ...answer });
    }
    session.tell('Fetch.continueRequest', { requestId, ...this.#headersFor(request) });
  }

  /** What was given answers once: a page that loads itself again wants something else. */
  #take({ request }: Protocol.Fetch.RequestPausedEvent): Fulfilment | null {
    const given = this.#given;
    if (!given) return null;
    this.#given = null;
    if (request.method !== 'GET' || given.url.replace(/#.*/s, '') !== request.url) return null;
    const headers = given.headers.filter(([name]) => !ofTheWay.test(name));
    return {
      responseCode: given.status,
      responseHeaders: headers.map(([name, value]) => ({ name, value })),
      body: Buffer.from(given.body).toString('base64'),
    };
  }

  /** What hooks make of a document's request; `null` where there are none. */
  async #hooked(
    request: Protocol.Network.Request,
  ): Promise<Pick<Protocol.Fetch.ContinueRequestRequest, 'url' | 'headers'> | null> {
    const { hooks, permit } = this.#options;
    if (!hooks?.has('request')) return null;
    const { url, method } = request;
    const own = this.#headersFor(request).headers;
    const now = own ? own.map(({ name, value }) => [name, value] as const) : Object.entries(request.headers);
    const headers = Object.fromEntries(now.map(([name, value]) => [name.toLowerCase(), value]));
    const changed = await hooks.request({ url, method, headers, kind: 'document', engine: 'browser' });
    if (changed.url !== url) await permit(changed.url);
    return {
      ...(changed.url !== url && { url: changed.url }),
      headers: Object.entries(changed.headers).map(([name, value]) => ({ name, value })),
    };
  }

  #headersFor(request: { url: string; headers: Record<string, string> }): {
    headers?: { name: string; value: string }[];
  } {
    if (Object.keys(this.#options.headers).length === 0) return {};
    if (!this.#options.origins.includes(new URL(request.url).origin)) return {};
    const merged = { ...request.headers, ...this.#options.headers };
    return { headers: Object.entries(merged).map(([name, value]) => ({ name, value })) };
  }
}
