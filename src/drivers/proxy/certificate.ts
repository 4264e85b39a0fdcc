import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** A certificate of the run's own, and what whoever is to trust it needs. */
export interface OwnCertificate {
  readonly key: string;
  /** PEM. */
  readonly certificate: string;
  /** Print of its public key, as Chromium takes it on its command line. */
  readonly print: string;
}

/**
 * Draws a key and signs a certificate with it that names nobody: those who trust it trust the key, whatever the host.
 * Nobody else has the key, and it is gone with the process.
 */
export function ownCertificate(): OwnCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const der = certificateOf(privateKey, publicKey, Date.now());
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    print: createHash('sha256').update(spki).digest('base64'),
  };
}

const day = 86_400_000;

/** X.509 version 3 (RFC 5280) in DER. */
function certificateOf(privateKey: KeyObject, publicKey: KeyObject, now: number): Buffer {
  const algorithm = sequence(objectId('2a8648ce3d040302')); // ecdsa-with-SHA256
  const name = sequence(tagged(0x31, sequence(objectId('550403'), tagged(0x0c, Buffer.from('Argiope')))));
  const isAuthority = sequence(objectId('551d13'), tagged(0x04, sequence(tagged(0x01, Buffer.from([255])))));
  const body = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    algorithm,
    name,
    sequence(moment(now - day), moment(now + 30 * day)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(isAuthority)),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)]);
  return sequence(body, algorithm, tagged(0x03, signature));
}

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}

function objectId(hex: string): Buffer {
  return tagged(0x06, Buffer.from(hex, 'hex'));
}

function moment(time: number): Buffer {
  return tagged(0x18, Buffer.from(`${new Date(time).toISOString().replace(/[-:T]|\..*/g, '')}Z`));
}
