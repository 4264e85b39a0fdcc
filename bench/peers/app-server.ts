/** Serves one app for the process that started this one; tells its address, and when asked its requests. */
import { apps } from '../apps/catalogue.ts';
import { startApp } from '../apps/serve.ts';

/** What is told: at the start, and once more for each message that comes. */
export interface FromAppServer {
  readonly url: string;
  /** Requests to both origins so far. */
  readonly requests: number;
}

const app = apps.find(({ name }) => name === process.argv[2]);
if (!app) throw new Error(`there is no app "${process.argv[2]}"`);
const running = await startApp(app);
const tell = () =>
  process.send?.({ url: running.url, requests: running.requests().length } satisfies FromAppServer);
process.on('message', tell);
process.once('disconnect', () => void running.close().then(() => process.exit(0)));
tell();
