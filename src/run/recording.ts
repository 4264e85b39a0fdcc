import { resolve } from 'node:path';
import type { CrawlSettings } from '../config/settings.ts';
import { WarcRecording } from '../derive/index.ts';
import { type PinningProxy, pinningProxy } from '../drivers/proxy/index.ts';
import type { CrawlListener } from '../model/index.ts';
import { software } from './derived.ts';
import { withoutSecrets } from './login/redact.ts';
import type { SignIn } from './login/sign-in.ts';

/** What goes over the wire, where it is archived: everything is asked through a proxy that reads along. */
export interface Recording {
  readonly proxy?: PinningProxy;
  close(): Promise<void>;
}

/** Begins to record where an archive is wanted. */
export async function beginRecording(
  settings: CrawlSettings,
  signIn: Pick<SignIn, 'secrets'> | null,
  listen: CrawlListener = () => {},
): Promise<Recording> {
  if (!settings.warc && !settings.wacz) return { close: async () => {} };
  const warc = await WarcRecording.begin(resolve(settings.out), software());
  const isTold = signIn !== null || isGivenLogin(settings);
  const secret = { secrets: () => signIn?.secrets ?? [], headers: Object.keys(settings.headers) };
  const proxy = await pinningProxy(settings, isTold ? withoutSecrets(warc.take, secret) : warc.take);
  return {
    proxy,
    close: async () => {
      await proxy.close();
      await warc.close();
      if (warc.cut > 0) listen({ kind: 'note', level: 'warning', text: cutNote(warc.cut) });
    },
  };
}

function cutNote(count: number): string {
  return `${count === 1 ? 'one exchange is' : `${count} exchanges are`} in the archive in part (WARC-Truncated: length): they were longer than --max-size, or more came at once than is kept in memory`;
}

/** Whether servers are told who asks: an archive can be given away, a login must not go with it. */
function isGivenLogin({ auth, logins, headers, cookies }: CrawlSettings): boolean {
  return [auth, cookies].some((given) => given !== null) || [logins, headers].some(isFilled);
}

function isFilled(given: Readonly<Record<string, string>>): boolean {
  return Object.keys(given).length > 0;
}
