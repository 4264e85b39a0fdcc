import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { killGroup, startChild } from '../children.ts';
import { startSiteProcess } from '../site-process.ts';
import type { FromAppServer } from './app-server.ts';

/** A site in a process of its own that tells how much it was asked. */
export interface Served {
  readonly url: string;
  requests(): Promise<number>;
  close(): Promise<void>;
}

const script = fileURLToPath(new URL('app-server.ts', import.meta.url));

/** Serves the first articles of the blog. */
export async function serveBlog(articles: number): Promise<Served> {
  const site = await startSiteProcess('blog', { articles });
  return { url: site.url, requests: async () => (await site.stats()).requests, close: () => site.close() };
}

/** Serves the forum. */
export async function serveForum(): Promise<Served> {
  const site = await startSiteProcess('forum');
  return { url: site.url, requests: async () => (await site.stats()).requests, close: () => site.close() };
}

/** Serves an app of the app benchmark. */
export async function serveApp(name: string): Promise<Served> {
  const child = startChild(process.execPath, [script, name], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  const answer = async () => {
    const [message] = await Promise.race([
      once(child, 'message') as Promise<[FromAppServer]>,
      exited.then((): never => {
        throw new Error(`the app "${name}" is no longer served`);
      }),
    ]);
    return message;
  };
  const { url } = await answer();
  return {
    url,
    requests: async () => {
      const told = answer();
      child.send('count');
      return (await told).requests;
    },
    close: async () => {
      child.disconnect();
      const patience = setTimeout(() => killGroup(child), 2000);
      await exited;
      clearTimeout(patience);
    },
  };
}
