/** Resolves a reference against a base, `null` where that gives no address. */
export function absolute(reference: string, base: string): URL | null {
  return URL.parse(reference.trim(), base);
}

/** The address a file is asked for under: absolute, without fragment; `null` for what is on no server of files. */
export function fileAddress(reference: string, base: string): string | null {
  if (/^\s*(?:data:|#|about:|blob:|javascript:)/i.test(reference) || reference.trim() === '') return null;
  const url = absolute(reference, base);
  if (url === null || !/^(?:https?|ftps?):$/.test(url.protocol)) return null;
  url.hash = '';
  return url.href;
}

// Browsers drop tabs and line ends anywhere and control characters in front before they read the scheme.
const scriptScheme = /^(?:javascript|vbscript|livescript):/i;

/** Whether following an address would run a script. */
export function isScriptAddress(value: string): boolean {
  if (!value.includes(':')) return false;
  return scriptScheme.test(value.replace(/[\t\n\r]/g, '').replace(/^[\0-\x20]+/, ''));
}
