/** The same server under another name: another host that is still on loopback. */
export function elsewhere(origin: string): string {
  return origin.replace('//127.0.0.1', '//localhost');
}

/** A page of no template: a heading and something below. */
export function plainPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title><link rel="icon" href="data:,"></head>
<body><h1>${title}</h1>${body}</body></html>
`;
}
