/** A script as the debugger tells of it. */
export interface ScriptInfo {
  readonly url: string;
  /** Hash of its content, hexadecimal. */
  readonly hash: string;
  /** Where it begins: inside a document for inline scripts. */
  readonly startLine: number;
  readonly startColumn: number;
}

/** A position as the debugger tells it, counted from 0. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/**
 * Place of a handler: `app.js#1f0c…:12:7`. Name and content of the script, so that neither its folder nor
 * a build number in its address matters, and the position in the script itself, so that what stands before
 * an inline script in its document does not matter.
 */
export function placeOf(script: ScriptInfo | undefined, at: Position, documentUrl: string): string {
  if (!script) return `unknown:${at.line + 1}:${at.column + 1}`;
  const line = at.line - script.startLine;
  const column = line === 0 ? at.column - script.startColumn : at.column;
  return `${scriptName(script.url, documentUrl)}#${script.hash.slice(0, 12)}:${line + 1}:${column + 1}`;
}

function scriptName(url: string, documentUrl: string): string {
  if (!/^[a-z-]+:\/\//i.test(url)) return 'inline';
  if (url.replace(/#.*/, '') === documentUrl.replace(/#.*/, '')) return 'inline';
  const last =
    url
      .replace(/[?#].*/, '')
      .split('/')
      .at(-1) ?? '';
  return withoutBuild(last).replace(/[^\w.~-]/g, '_') || 'script';
}

/** A file name without the tokens that bundlers make of its content. */
export function withoutBuild(name: string): string {
  return name.replace(/[.\-~_]([A-Za-z0-9_-]{6,})(?=\.|$)/g, (whole, token: string) =>
    looksLikeHash(token) ? '' : whole,
  );
}

function looksLikeHash(token: string): boolean {
  if (!/\d/.test(token)) return /^[A-Z]{8}$/.test(token);
  return (
    /^[0-9a-f]{6,}$/i.test(token) || /^[A-Z0-9_-]{8,}$/.test(token) || /[a-z].*[A-Z]|[A-Z].*[a-z]/.test(token)
  );
}
