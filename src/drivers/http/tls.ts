import { readFileSync } from 'node:fs';
import { getCACertificates } from 'node:tls';
import type { CrawlSettings } from '../../config/settings.ts';
import { ArgiopeError, whyUnread } from '../../model/errors.ts';

/** Settings that say whose certificates are good. */
export type TlsSettings = Partial<Pick<CrawlSettings, 'ca' | 'insecure'>>;

/** What sockets are to be told of it. */
export function tlsOptions({ ca = null, insecure = false }: TlsSettings): {
  readonly ca?: string[];
  readonly rejectUnauthorized?: boolean;
} {
  return {
    ...(ca !== null && { ca: [...getCACertificates('default'), certificates(ca)] }),
    ...(insecure && { rejectUnauthorized: false }),
  };
}

function certificates(file: string): string {
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw badCertificates(file, whyUnread(cause));
  }
  if (!text.includes('-----BEGIN CERTIFICATE-----')) throw badCertificates(file, 'it holds no certificate');
  return text;
}

function badCertificates(file: string, why: string): ArgiopeError {
  return new ArgiopeError('CONFIG', `the certificates of ${file} cannot be used: ${why}`, {
    advice: 'Give a file in PEM format with --ca.',
  });
}
