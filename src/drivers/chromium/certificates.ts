import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ArgiopeError } from '../../model/index.ts';

/**
 * Prints of the public keys in a file of certificates, as Chromium takes them on its command line. It accepts
 * what a server sends where one of its certificates has one of these keys.
 */
export function keyPrints(file: string): readonly string[] {
  try {
    const blocks = readFileSync(file, 'utf8').match(
      /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g,
    );
    return (blocks ?? []).map((block) => {
      const key = new X509Certificate(block).publicKey.export({ type: 'spki', format: 'der' });
      return createHash('sha256').update(key).digest('base64');
    });
  } catch (cause) {
    throw new ArgiopeError('CONFIG', `the certificates of ${file} cannot be used`, {
      cause,
      advice: 'Give a file in PEM format with --ca.',
    });
  }
}
