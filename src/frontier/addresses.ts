import { lookup as systemLookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { ArgiopeError } from '../model/errors.ts';
import { defaultPort } from '../model/protocol.ts';

/**
 * Which addresses a page may send the crawler to (docs/limits.md). A page can link to `http://10.0.0.1/` or to
 * a name that resolves to it; following such a link from inside a network would show what is not meant
 * to be seen from outside. So only public addresses are asked, and those whose host and port a seed names.
 */

/** Ranges of the IANA special-purpose registries that are not globally reachable. */
const privateV4 = blockList('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]);

const globalV6 = blockList('ipv6', [['2000::', 3]]);

/** Inside 2000::/3, but documentation, benchmarking, or tunnels that carry an IPv4 address. */
const specialV6 = blockList('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]);

const loopbackV4 = blockList('ipv4', [['127.0.0.0', 8]]);

function blockList(family: 'ipv4' | 'ipv6', ranges: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of ranges) list.addSubnet(network, prefix, family);
  return list;
}

/** Whether a host name (with or without port) is an address by number. */
export function isIpLiteral(host: string): boolean {
  return isIP(bare(host)) !== 0;
}

/** Whether a host (with or without port) is this machine itself. */
export function isLoopback(host: string): boolean {
  const name = bare(host);
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  const v4 = mappedV4(name) ?? name;
  return isIP(v4) === 4 ? loopbackV4.check(v4, 'ipv4') : name === '::1';
}

/** Whether an address by number can be reached by everyone. */
export function isPublicAddress(ip: string): boolean {
  const name = bare(ip);
  const v4 = mappedV4(name) ?? name;
  if (isIP(v4) === 4) return !privateV4.check(v4, 'ipv4');
  return isIP(name) === 6 && globalV6.check(name, 'ipv6') && !specialV6.check(name, 'ipv6');
}

/** Whether an address may be asked, as far as its spelling tells; names are judged again when resolved. */
export function allowedAddress(url: string, seeds: readonly string[]): boolean {
  const target = URL.parse(url);
  if (target === null) return false;
  return looksPublic(bare(target.host)) || namedBySeed(target, seeds);
}

/** Whether a seed names that very host and port. */
export function namedBySeed(target: URL, seeds: readonly string[]): boolean {
  return seeds.some((seed) => {
    const own = URL.parse(seed);
    return own !== null && own.hostname === target.hostname && portOf(own) === portOf(target);
  });
}

/** Hosts and ports that the seeds name; a crawl of many hosts asks for each request. */
export class SeedHosts {
  readonly #hosts: ReadonlySet<string>;

  /** `allowed`: further hosts, with their port or with any. */
  constructor(seeds: readonly string[], allowed: readonly string[] = []) {
    const parsed = seeds.map((seed) => URL.parse(seed)).filter((url) => url !== null);
    this.#hosts = new Set([...parsed.map((url) => `${url.hostname}:${portOf(url)}`), ...allowed]);
  }

  /** Whether a seed names that very host and port, or it was allowed. */
  names(url: URL): boolean {
    return this.#hosts.has(`${url.hostname}:${portOf(url)}`) || this.#hosts.has(url.hostname);
  }

  /** Whether an address may be asked, as far as its spelling tells. */
  allows(url: URL): boolean {
    return this.names(url) || looksPublic(bare(url.host));
  }
}

/** The error for an address that is not public. */
export function forbiddenAddress(url: string, resolved?: string): ArgiopeError {
  const where = resolved === undefined ? '' : ` (it resolves to ${resolved})`;
  return new ArgiopeError('FORBIDDEN_ADDRESS', `Expected a public address, but ${url} is not one${where}.`, {
    url,
    advice: 'To crawl it, give its host and port as a start address of its own.',
  });
}

/**
 * A `lookup` for sockets that only gives public addresses. What it gives is what is connected to, so a
 * name cannot resolve to something else between check and use.
 */
export function publicLookup(lookup: LookupFunction = systemLookup as LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error || typeof found === 'string') return callback(error, '', 0);
      const open = found.filter(({ address }) => isPublicAddress(address));
      const first = open[0];
      if (first === undefined) {
        return callback(forbiddenAddress(hostname, found.map((each) => each.address).join(', ')), '', 0);
      }
      if (options.all) return callback(null, open);
      callback(null, first.address, first.family);
    });
  };
}

/** Names without a dot and the suffixes set apart for local use are never on the public network. */
function looksPublic(name: string): boolean {
  if (isIP(name) !== 0) return isPublicAddress(name);
  return name.includes('.') && !/\.(localhost|local|internal|intranet|lan|home\.arpa)$/.test(name);
}

function portOf(url: URL): string {
  return url.port || defaultPort(url.protocol);
}

/** Host without port, brackets and the final dot of a full name. */
function bare(host: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(host);
  if (bracketed) return bracketed[1] ?? '';
  if (isIP(host) !== 0) return host;
  return host.replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase();
}

/** The IPv4 address inside `::ffff:…`, in either spelling. */
function mappedV4(name: string): string | null {
  if (isIP(name) !== 6) return null;
  const dotted = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(name);
  if (dotted) return dotted[1] ?? null;
  const hex = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(name);
  if (!hex) return null;
  const [high, low] = [Number.parseInt(hex[1] ?? '', 16), Number.parseInt(hex[2] ?? '', 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
