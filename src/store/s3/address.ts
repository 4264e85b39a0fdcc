import { withoutCredentials } from '../../config/index.ts';
import { ArgiopeError } from '../../model/errors.ts';

/** Where blobs are in a store that speaks the protocol of S3. */
export interface BucketAddress {
  /** Begins all addresses of objects; ends with a slash. */
  readonly base: string;
  readonly bucket: string;
  /** What all keys begin with; ends with a slash. */
  readonly prefix: string;
  readonly region: string;
  /** As it is kept in the database, and as people may see it; says nothing secret. */
  readonly name: string;
}

/** Region where none is named: most stores that are not Amazon's take any. */
const usualRegion = 'us-east-1';

/**
 * Reads `s3://BUCKET/PREFIX?endpoint=URL&region=NAME`. Without an endpoint it is a bucket of Amazon's; with one, the
 * bucket is the first part of the path, which all others understand.
 */
export function parseBucket(
  text: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): BucketAddress {
  const parsed = URL.canParse(text) ? new URL(text) : null;
  if (parsed?.protocol !== 's3:' || parsed.username !== '' || parsed.password !== '')
    throw unusable(text, 'is not the address of a bucket (keys come from the environment alone)');
  const bucket = parsed.hostname;
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw unusable(text, 'has no usable name of a bucket');
  const prefix = parsed.pathname.replace(/^\/+|\/+$/g, '');
  if (prefix === '' || !/^[\w./-]+$/.test(prefix))
    throw unusable(
      text,
      'has no prefix of letters, digits and ./-_ behind the bucket: each store needs one of its own',
    );
  const endpoint =
    parsed.searchParams.get('endpoint') ?? env.AWS_ENDPOINT_URL_S3 ?? env.AWS_ENDPOINT_URL ?? null;
  const region = parsed.searchParams.get('region') ?? env.AWS_REGION ?? env.AWS_DEFAULT_REGION ?? usualRegion;
  const base =
    endpoint === null
      ? `https://${bucket}.s3.${region}.amazonaws.com/`
      : `${originOf(endpoint, text)}/${bucket}/`;
  const query = new URLSearchParams({
    ...(endpoint !== null && { endpoint: originOf(endpoint, text) }),
    region,
  });
  return { base, bucket, prefix: `${prefix}/`, region, name: `s3://${bucket}/${prefix}?${query}` };
}

function originOf(endpoint: string, text: string): string {
  const parsed = URL.canParse(endpoint) ? new URL(endpoint) : null;
  const isUsable =
    parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.username === '' && parsed.password === '';
  if (!isUsable) throw unusable(text, 'has an endpoint that is no plain http or https address');
  return parsed.origin + parsed.pathname.replace(/\/+$/, '');
}

function unusable(text: string, why: string): ArgiopeError {
  return new ArgiopeError('CONFIG', `“${withoutCredentials(text).replace(/\?.*$/s, '')}” ${why}`, {
    advice:
      'use ?blobs=s3://BUCKET/PREFIX in --store, with &endpoint=URL and &region=NAME where they are needed',
  });
}
