/** A media type without parameters, in lower case. */
export function mediaType(contentType: string): string {
  return (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
}

/** The `charset` parameter of a media type, `null` where there is none. */
export function charsetOf(contentType: string): string | null {
  return /;\s*charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType)?.[1] ?? null;
}

/** Whether a document of that type is shown as a page. */
export function isPageType(type: string): boolean {
  return type === 'text/html' || type === 'application/xhtml+xml' || type === 'text/plain';
}
