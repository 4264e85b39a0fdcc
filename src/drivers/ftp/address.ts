import { bytesOfPath } from '../../model/address.ts';
import { ArgiopeError } from '../../model/errors.ts';

/** An FTP address taken apart. Paths hold one character per byte, whatever encoding the server uses. */
export interface FtpAddress {
  readonly url: string;
  /** Scheme, host and port: what one connection serves. */
  readonly authority: string;
  readonly host: string;
  readonly port: number;
  /** `implicit`: TLS from the first byte, as on port 990; `true`: after `AUTH TLS`. */
  readonly secure: boolean | 'implicit';
  readonly path: string;
}

const implicitPort = 990;

/** Takes an address apart; names with control characters are refused, since they could carry commands. */
export function parseAddress(url: string): FtpAddress {
  const { protocol, hostname, host, port: written, pathname } = new URL(url);
  const tls = protocol === 'ftps:';
  const port = written === '' ? (tls ? implicitPort : 21) : Number(written);
  const path = bytesOfPath(pathname === '' ? '/' : pathname);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\x00-\x1f\x7f]/.test(path)) {
    throw new ArgiopeError('NOT_A_PAGE', `Expected the path of a file, but ${url} has control characters.`, {
      url,
    });
  }
  return {
    url,
    host: hostname.replace(/^\[|\]$/g, ''),
    port,
    path,
    authority: `${protocol}//${host}`,
    secure: tls && (port === implicitPort ? 'implicit' : true),
  };
}

/** The address of a path on the same server. */
export function addressOf({ authority }: Pick<FtpAddress, 'authority'>, path: string): string {
  return authority + path.split('/').map(escapeName).join('/');
}

/** Path without `.` and `..`; never above the root. */
export function resolvePath(folder: string, path: string): string {
  const steps: string[] = [];
  for (const step of (path.startsWith('/') ? path : `${folder}/${path}`).split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return `/${steps.join('/')}`;
}

function escapeName(name: string): string {
  const escaped = name.replace(
    /[^\w.~!$&'()*+,=:@-]/g,
    (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`,
  );
  // A name of dots alone would be read as a step upwards.
  return /^\.\.?$/.test(escaped) ? escaped.replaceAll('.', '%2E') : escaped;
}
