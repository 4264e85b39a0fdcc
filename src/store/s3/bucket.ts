import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ArgiopeError } from '../../model/errors.ts';
import type { BucketAddress } from './address.ts';
import { encoded, type Keys, signed } from './sign.ts';

/** Tries of a request: a store that is busy says so, and is asked again. */
const tries = 5;
/** Milliseconds before the second try; twice as long before each further one. */
const firstPause = 200;
/** Milliseconds after which a request that is not answered counts as failed. */
const patience = 60_000;
/** Requests of one call that are under way at once. */
const atOnce = 8;

/** Objects of one prefix in a bucket of S3, or of a store that speaks its protocol. */
export class Bucket {
  readonly #address: BucketAddress;
  readonly #env: Readonly<Record<string, string | undefined>>;

  /** Keys are taken from the environment when something is asked: who reads no blob needs none. */
  constructor(address: BucketAddress, env: Readonly<Record<string, string | undefined>> = process.env) {
    this.#address = address;
    this.#env = env;
  }

  get name(): string {
    return this.#address.name;
  }

  /** Puts objects; they are durable when it resolves. */
  async put(objects: readonly { readonly key: string; readonly body: Uint8Array }[]): Promise<void> {
    await inTurns(objects, async ({ key, body }) => {
      const response = await this.#ask('PUT', this.#urlOf(key), body);
      if (!response.ok) throw await this.#refused(response);
      await response.body?.cancel();
    });
  }

  /** Reads an object; `null` where it is not there. */
  async get(key: string): Promise<Uint8Array | null> {
    const response = await this.#ask('GET', this.#urlOf(key));
    if (response.status === 404) {
      const text = await response.text();
      if (!text.includes('NoSuchBucket')) return null;
      throw this.#failed('there is no such bucket');
    }
    if (!response.ok) throw await this.#refused(response);
    return new Uint8Array(await response.arrayBuffer());
  }

  /** All keys of the prefix, without it, some at a time. */
  async *keys(): AsyncGenerator<readonly string[]> {
    const { base, prefix } = this.#address;
    for (let next: string | null = null; ; ) {
      const url = new URL(base);
      url.searchParams.set('list-type', '2');
      url.searchParams.set('prefix', prefix);
      url.searchParams.set('encoding-type', 'url');
      if (next !== null) url.searchParams.set('continuation-token', next);
      const response = await this.#ask('GET', url);
      if (!response.ok) throw await this.#refused(response);
      const text = await response.text();
      const values = (name: string) =>
        [...text.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, value = '']) =>
          unescaped(value),
        );
      yield values('Key').map((key) => decodeURIComponent(key.replaceAll('+', ' ')).slice(prefix.length));
      next = values('IsTruncated')[0] === 'true' ? (values('NextContinuationToken')[0] ?? null) : null;
      if (next === null) return;
    }
  }

  async remove(keys: readonly string[]): Promise<void> {
    await inTurns(keys, async (key) => {
      const response = await this.#ask('DELETE', this.#urlOf(key));
      if (!response.ok && response.status !== 404) throw await this.#refused(response);
      await response.body?.cancel();
    });
  }

  #urlOf(key: string): URL {
    const { base, prefix } = this.#address;
    return new URL(base + (prefix + key).split('/').map(encoded).join('/'));
  }

  async #ask(method: string, url: URL, body: Uint8Array = new Uint8Array()): Promise<Response> {
    const bodyHash = hash('sha256', body);
    const keys = keysOf(this.#address, this.#env);
    for (let tried = 1; ; tried++) {
      const unsigned = { method, url, bodyHash, region: this.#address.region, at: new Date() };
      const headers = signed(unsigned, keys);
      const sent = method === 'PUT' ? { body: body as Uint8Array<ArrayBuffer> } : {};
      const signal = AbortSignal.timeout(patience);
      const answer = await fetch(url, { method, headers, signal, redirect: 'manual', ...sent }).catch(
        (error: Error) => error,
      );
      const isBusy = answer instanceof Error || answer.status >= 500 || answer.status === 429;
      if (!isBusy) return answer;
      if (tried === tries) {
        if (answer instanceof Error) throw this.#failed(`it cannot be reached (${reasonOf(answer)})`);
        throw await this.#refused(answer);
      }
      if (!(answer instanceof Error)) await answer.body?.cancel();
      await sleep(firstPause * 2 ** (tried - 1));
    }
  }

  /** What the store says, by its code: nothing of the request, which is signed, is told. */
  async #refused(response: Response): Promise<ArgiopeError> {
    const text = await response.text().catch(() => '');
    const code = /<Code>([A-Za-z]{1,60})<\/Code>/.exec(text)?.[1] ?? '';
    const words = reasons[code] ?? `it answered ${response.status}${code && ` ${code}`}`;
    return this.#failed(words);
  }

  #failed(why: string): ArgiopeError {
    return new ArgiopeError('STORE_UNREACHABLE', `blobs at ${this.name}: ${why}`, {
      advice:
        'check the address of the bucket, its rights (read, write, list, delete) and AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    });
  }
}

const reasons: Readonly<Record<string, string>> = {
  NoSuchBucket: 'there is no such bucket',
  AccessDenied: 'the keys may not do that',
  InvalidAccessKeyId: 'the key is not known there',
  SignatureDoesNotMatch: 'the secret is not that of the key',
  RequestTimeTooSkewed: 'the clock of this machine is wrong',
  ExpiredToken: 'the keys hold no longer',
};

function keysOf({ name }: BucketAddress, env: Readonly<Record<string, string | undefined>>): Keys {
  const [id, secret] = [env.AWS_ACCESS_KEY_ID, env.AWS_SECRET_ACCESS_KEY];
  if (!id || !secret)
    throw new ArgiopeError('CONFIG', `blobs at ${name} need keys, and none are given`, {
      advice: 'set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment; they are never stored',
    });
  return { id, secret, token: env.AWS_SESSION_TOKEN || null };
}

function reasonOf(error: Error): string {
  return error.name === 'TimeoutError'
    ? 'no answer in a minute'
    : String((error.cause as NodeJS.ErrnoException)?.code ?? error.name);
}

function unescaped(text: string): string {
  const names: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return text.replace(/&(#x?[\da-f]+|\w+);/gi, (all, name: string) => {
    if (!name.startsWith('#')) return names[name] ?? all;
    return String.fromCodePoint(
      /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1)),
    );
  });
}

async function inTurns<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = [...items];
  const next = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, left.length) }, next));
}
