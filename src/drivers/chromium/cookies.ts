import type { Protocol } from 'devtools-protocol';
import type { CookieJar, PlainCookie } from '../http/cookies.ts';
import type { RunningBrowser } from './launch.ts';
import { patience, within } from './patience.ts';

/** Gives a browser the cookies of the crawl; one that it refuses does not keep the others out. */
export async function giveCookies({ connection, context }: RunningBrowser, jar: CookieJar): Promise<void> {
  const cookies = jar.all().map(toBrowser);
  if (cookies.length === 0) return;
  const { root } = connection;
  const give = (some: typeof cookies) =>
    root.send('Storage.setCookies', { cookies: some, browserContextId: context });
  await give(cookies).catch(async () => {
    for (const cookie of cookies) await give([cookie]).catch(() => {});
  });
}

/** Takes over what a browser has; a browser that has died has nothing to give. */
export async function takeCookies({ connection, context }: RunningBrowser, jar: CookieJar): Promise<void> {
  if (connection.closed) return;
  const asked = connection.root.send('Storage.getCookies', { browserContextId: context });
  // One that is stuck has none to give either.
  const answer = await within(patience.call, asked, () => new Error('late')).catch(() => null);
  if (answer) jar.add(answer.cookies.map(fromBrowser));
}

function toBrowser(cookie: PlainCookie): Protocol.Network.CookieParam {
  const { name, value, domain, hostOnly, path, secure, httpOnly, expires } = cookie;
  const host = domain.includes(':') ? `[${domain}]` : domain;
  return {
    name,
    value,
    path,
    secure,
    httpOnly,
    ...(hostOnly ? { url: `${secure ? 'https' : 'http'}://${host}${path}` } : { domain: `.${domain}` }),
    ...(expires !== null && { expires }),
  };
}

function fromBrowser(cookie: Protocol.Network.Cookie): PlainCookie {
  const { name, value, domain, path, secure, httpOnly, expires, session } = cookie;
  return {
    name,
    value,
    path,
    secure,
    httpOnly,
    domain: domain.replace(/^\./, '').replace(/^\[(.*)\]$/, '$1'),
    hostOnly: !domain.startsWith('.'),
    expires: session ? null : expires,
  };
}
