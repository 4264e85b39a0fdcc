/** The text that a part of an address stands for; as it is written where its bytes are no text. */
export function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Percent-escapes as bytes, one character for each. */
export function bytesOfPath(path: string): string {
  return path.replace(/%([0-9a-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}

/** The address without its fragment: what is asked of the server. */
export function withoutFragment(url: string): string {
  const at = url.indexOf('#');
  return at < 0 ? url : url.slice(0, at);
}

/** The address up to its path, as messages may show it: what follows may be secret. */
export function withoutQuery(address: string): string {
  const url = URL.parse(address);
  return url === null ? address : url.origin + url.pathname;
}

/** Host and port of a normalised address. */
export function addressHost(url: string): string {
  const from = url.indexOf('://') + 3;
  const to = url.indexOf('/', from);
  return to < 0 ? url.slice(from) : url.slice(from, to);
}

/** What relative addresses of a document are resolved against: its `<base>` where that can be an address. */
export function resolvedBase(base: string | null, url: string): string {
  const resolved = base === null ? null : URL.parse(base, url);
  return resolved !== null && !/^(?:data|javascript):$/.test(resolved.protocol) ? resolved.href : url;
}
