import { createHmac, hash } from 'node:crypto';

/** Keys that requests are signed with. */
export interface Keys {
  readonly id: string;
  readonly secret: string;
  /** Of keys that hold for a while. */
  readonly token: string | null;
}

/** A request to be signed. */
export interface Unsigned {
  readonly method: string;
  readonly url: URL;
  /** SHA-256 of the body, in hexadecimal digits. */
  readonly bodyHash: string;
  readonly region: string;
  readonly at: Date;
}

/** Headers that sign a request to S3: signature version 4, with the hash of the body. */
export function signed({ method, url, bodyHash, region, at }: Unsigned, keys: Keys): Record<string, string> {
  const moment = at.toISOString().replace(/[-:]|\.\d+/g, '');
  const scope = `${moment.slice(0, 8)}/${region}/s3/aws4_request`;
  const headers: Record<string, string> = {
    host: url.host,
    'x-amz-content-sha256': bodyHash,
    'x-amz-date': moment,
    ...(keys.token !== null && { 'x-amz-security-token': keys.token }),
  };
  const names = Object.keys(headers).sort();
  const request = [
    method,
    url.pathname,
    canonicalQuery(url.searchParams),
    ...names.map((name) => `${name}:${headers[name]}`),
    '',
    names.join(';'),
    bodyHash,
  ].join('\n');
  const text = ['AWS4-HMAC-SHA256', moment, scope, hash('sha256', request)].join('\n');
  const key = scope.split('/').reduce<string | Buffer>((one, part) => hmac(one, part), `AWS4${keys.secret}`);
  const signature = hmac(key, text).toString('hex');
  const { host: _, ...sent } = headers;
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${keys.id}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  };
}

function canonicalQuery(params: URLSearchParams): string {
  const pairs = [...params].map(([name, value]) => `${encoded(name)}=${encoded(value)}`);
  return pairs.sort().join('&');
}

/** All but letters, digits and `-._~` is written in percent. */
export function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
