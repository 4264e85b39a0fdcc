/** Whether the text is a whole http or https address. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s/]/i.test(text) && URL.canParse(text);
}

/** Whether the text is an address that a proxy can have: nothing behind the port. */
export function isProxy(text: string): boolean {
  if (!/^(?:https?|socks5h?):\/\/[^\s/]/i.test(text) || !URL.canParse(text)) return false;
  const { hostname, pathname, search, hash } = new URL(text);
  return hostname !== '' && /^\/?$/.test(pathname) && search === '' && hash === '';
}

/** Whether name and value may stand in an HTTP request (RFC 9110 §5.5: token, and no control characters). */
export function isHeader(name: string, value: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  return /^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(name) && !/[\x00-\x08\x0a-\x1f\x7f]/.test(value);
}

/** The address without user name and password, for messages. */
export function withoutCredentials(address: string): string {
  return address.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, '$1');
}

/** The text as a message shows it: quoted, without control characters, not endless. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 79)}…` : text);
}
