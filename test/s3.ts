import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { startServer, stopServer } from './servers.ts';

/** A store that speaks the protocol of S3 on loopback, holds all in memory, and checks every signature. */
export interface TestBucket {
  /** What is said of blobs in the address of a store, for a prefix. */
  blobs(prefix: string): string;
  readonly endpoint: string;
  readonly env: Readonly<Record<string, string>>;
  /** Objects by key. */
  readonly objects: Map<string, Buffer>;
  /** Requests by method. */
  readonly asked: Map<string, number>;
  /** Answers so many requests with an error, before it goes on as before. */
  fail(requests: number): void;
  /** Called with each object before it is answered that it is there, and waited for. */
  onPut: (key: string) => unknown;
  close(): Promise<void>;
}

const [id, secret, region, bucket] = ['AKIATESTKEY', 'very/secret+words', 'eu-test-1', 'crawls'];
/** Keys in one answer of a listing: few, so that there are several answers. */
const listed = 7;

/** Starts it on a free port. */
export async function startBucket(): Promise<TestBucket> {
  const objects = new Map<string, Buffer>();
  const asked = new Map<string, number>();
  let failing = 0;
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = Buffer.concat(pieces);
    const { method = '', url = '' } = request;
    asked.set(method, (asked.get(method) ?? 0) + 1);
    const refuse = (status: number, code: string) =>
      void response
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(`<Error><Code>${code}</Code><Message>no</Message></Error>`);
    if (failing > 0) {
      failing--;
      return refuse(503, 'SlowDown');
    }
    const fault = faultOf(request, body);
    if (fault) return refuse(403, fault);
    const parsed = new URL(url, 'http://bucket.test');
    const [, name, ...rest] = parsed.pathname.split('/').map(decodeURIComponent);
    if (name !== bucket) return refuse(404, 'NoSuchBucket');
    const key = rest.join('/');
    if (method === 'GET' && key === '') return void response.end(listing(objects, parsed.searchParams));
    if (method === 'PUT') {
      objects.set(key, body);
      await made.onPut(key);
      return void response.end();
    }
    if (method === 'DELETE') {
      objects.delete(key);
      return void response.writeHead(204).end();
    }
    const found = objects.get(key);
    if (!found) return refuse(404, 'NoSuchKey');
    response.end(found);
  }
  const endpoint = await startServer(server);
  const made: TestBucket = {
    blobs: (prefix) => `blobs=s3://${bucket}/${prefix}&endpoint=${endpoint}&region=${region}`,
    endpoint,
    env: { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret },
    objects,
    asked,
    fail: (requests) => {
      failing = requests;
    },
    onPut: () => {},
    close: async () => {
      await stopServer(server);
    },
  };
  return made;
}

function listing(objects: ReadonlyMap<string, Buffer>, params: URLSearchParams): string {
  const prefix = params.get('prefix') ?? '';
  const after = params.get('continuation-token') ?? '';
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const some = keys.slice(0, listed);
  const more = keys.length > some.length;
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${some
    .map((key) => `<Contents><Key>${encodeURIComponent(key)}</Key></Contents>`)
    .join(
      '',
    )}${more ? `<NextContinuationToken>${some.at(-1)}</NextContinuationToken>` : ''}</ListBucketResult>`;
}

/** What is wrong with the signature of a request, worked out from what came in; `null`: nothing. */
function faultOf({ method, url = '', headers }: IncomingMessage, body: Buffer): string | null {
  const sha = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
  const [, given, day, names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/eu-test-1\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  if (given === undefined || !names.split(';').includes('host')) return 'AccessDenied';
  if (given !== id) return 'InvalidAccessKeyId';
  if (headers['x-amz-content-sha256'] !== sha(body)) return 'XAmzContentSHA256Mismatch';
  const [path = '', query = ''] = url.split('?');
  const fields = query.split('&').filter(Boolean);
  const plain = fields.map((field) => field.replaceAll('+', '%20').replaceAll('*', '%2A')).sort();
  const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}`);
  const request = [method, path, plain.join('&'), ...lines, '', names, sha(body)].join('\n');
  const moment = String(headers['x-amz-date']);
  if (!moment.startsWith(String(day))) return 'AccessDenied';
  const text = `AWS4-HMAC-SHA256\n${moment}\n${day}/${region}/s3/aws4_request\n${sha(request)}`;
  let key: string | Buffer = `AWS4${secret}`;
  for (const part of [String(day), region, 's3', 'aws4_request'])
    key = createHmac('sha256', key).update(part).digest();
  return createHmac('sha256', key).update(text).digest('hex') === signature ? null : 'SignatureDoesNotMatch';
}
