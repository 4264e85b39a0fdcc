/** The two pages that the server itself writes; all else is made by the application. */

/** The page that loads the application. */
export function appPage(): string {
  return page('<div id="app"></div><script src="/app.js" type="module"></script>');
}

/** What is shown to who has no token. */
export function lockedPage(): string {
  return page(
    '<main class="locked"><h1>Argiope</h1><p>This page needs the link that <code>argiope serve</code> has printed. Open that link once; this browser then keeps it until the server ends.</p></main>',
  );
}

function page(body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>Argiope</title><link rel="icon" href="/icon.svg" type="image/svg+xml"><link rel="stylesheet" href="/app.css"></head><body>${body}</body></html>`;
}
