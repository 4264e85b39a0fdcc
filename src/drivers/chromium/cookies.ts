import type { Protocol } from 'devtools-protocol';
import { ArgiopeError } from '../../model/index.ts';
import { type CookieJar, longestHeader, type PlainCookie } from '../http/cookies.ts';
import type { Session } from './connection.ts';
import type { RunningBrowser } from './launch.ts';
import { patience, within } from './patience.ts';

/** Where a browser keeps cookies and storage: each context is a world of its own. */
export type BrowserWorld = Pick<RunningBrowser, 'connection' | 'context'>;

/** Gives a browser some cookies; one that it refuses does not keep the others out. */
export async function giveCookies(
  { connection, context }: BrowserWorld,
  given: readonly PlainCookie[],
): Promise<void> {
  const cookies = given.map(toBrowser);
  if (cookies.length === 0) return;
  const { root } = connection;
  const give = (some: typeof cookies) =>
    root.send('Storage.setCookies', { cookies: some, browserContextId: context });
  await give(cookies).catch(async () => {
    for (const cookie of cookies) await give([cookie]).catch(() => {});
  });
}

/** What a browser has, or `null`: one that has died, or is stuck, has nothing to give. */
export async function browserCookies({
  connection,
  context,
}: BrowserWorld): Promise<readonly PlainCookie[] | null> {
  if (connection.closed) return null;
  const asked = connection.root.send('Storage.getCookies', { browserContextId: context });
  const answer = await within(patience.call, asked, () => new Error('late')).catch(() => null);
  return answer?.cookies.map(fromBrowser) ?? null;
}

/** Puts these cookies in the place of all that a browser has. */
export async function resetCookies(world: BrowserWorld, cookies: readonly PlainCookie[]): Promise<void> {
  await world.connection.root.send('Storage.clearCookies', { browserContextId: world.context });
  await giveCookies(world, cookies);
}

/** Takes over what a browser has. */
export async function takeCookies(world: BrowserWorld, jar: CookieJar): Promise<void> {
  const cookies = await browserCookies(world);
  if (cookies) jar.add(cookies);
}

/** Whether a document may be missing because of the cookies that its address was asked with. */
export function mayBeCookies(error: unknown): boolean {
  if (!(error instanceof ArgiopeError)) return false;
  return error.code === 'UNREACHABLE' || [400, 413, 431, 494].includes(error.status ?? 0);
}

/** Removes the longest cookies of an address where there are more than servers take; says whether there were. */
export async function thinCookies(session: Session, url: string): Promise<boolean> {
  const asked = session.send('Network.getCookies', { urls: [url] });
  const answer = await within(patience.call, asked, () => new Error('late')).catch(() => null);
  let left: number = longestHeader;
  const tooMany = (answer?.cookies ?? [])
    .toSorted((one, other) => one.size - other.size)
    .filter(({ size }) => {
      left -= size + '=; '.length;
      return left < 0;
    });
  // Waited for: the address is asked again at once, and would be asked with them.
  const gone = tooMany.map(({ name, domain, path }) =>
    session.send('Network.deleteCookies', { name, domain, path }),
  );
  await within(patience.call, Promise.all(gone), () => new Error('late')).catch(() => {});
  return tooMany.length > 0;
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
