import type { Server } from 'node:http';
import type { DocumentTree } from '../../src/model/index.ts';
import type { Answer } from '../../test/sites/answer.ts';

/** A distinct content that some region of an app can show. */
export interface Part {
  readonly name: string;
  /** Text that is visible (white space folded) exactly when the part is shown, or a test of the document. */
  readonly shows: string | ((document: DocumentTree) => boolean);
  /** `url`: the load of an address that a link names shows it. `event`: only an event does. */
  readonly needs: 'url' | 'event';
}

/** A request as an app sees it. */
export interface AppRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: string;
}

/** Where an app is served. */
export interface AppSite {
  readonly origin: string;
  /** A second origin that serves the same app, for frames from elsewhere. */
  readonly other: string;
}

/** What an app answers; `delayMs` lets the answer wait. */
export type AppAnswer = Omit<Answer, 'pieces'>;

/** An app with known truth: what it shows, and what serves it. A crawl starts at `/`. */
export interface App {
  readonly name: string;
  /** Packages it is built from: "React 19". */
  readonly frameworks: string;
  readonly summary: string;
  readonly parts: readonly Part[];
  /** For endless apps: each text of its one group names a part that may be found and need not be. */
  readonly beyond?: RegExp;
  /** Page scripts by address: the entry file (absolute path), bundled once per process. */
  readonly scripts: Readonly<Record<string, string>>;
  /** Answers what is not a script; `null` is 404. */
  answer(request: AppRequest, site: AppSite): AppAnswer | Promise<AppAnswer> | null;
  /** Binds what needs the server itself (WebSockets); called once for each of the two origins. */
  attach?(server: Server): void;
}

/** A JSON answer. */
export function json(value: unknown): AppAnswer {
  return {
    headers: { 'content-type': 'application/json', 'cache-control': 'no-cache' },
    body: JSON.stringify(value),
  };
}

/** An HTML page that loads one script after its body was read, as bundlers write it. */
export function shell(page: {
  readonly title: string;
  readonly body: string;
  readonly script: string;
  readonly css?: string;
}): AppAnswer {
  const style = page.css ? `<style>${page.css}</style>` : '';
  return {
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' },
    body: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${page.title}</title>
<link rel="icon" href="data:,">${style}<script defer src="${page.script}"></script></head>
<body>${page.body}</body></html>
`,
  };
}
