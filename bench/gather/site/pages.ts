/** A static site of any size: a tree of pages, eight below each, with links across, all of them different. */

const below = 8;
const across = 12;

const words =
  'river stone winter harbour letter garden silver mountain morning bridge paper island market window forest copper summer village engine lantern meadow castle thunder orchard pepper violin saddle blanket compass marble walnut feather'.split(
    ' ',
  );

/** Address of a page; page 0 is the start. */
export function pathOf(number: number): string {
  return number === 0 ? '/' : `/${word(number)}/${word(number * 7 + 3)}-${number}.html`;
}

/** Number of the page at an address, `null` where there is none. */
export function numberOf(path: string, pages: number): number | null {
  if (path === '/') return 0;
  const number = Number(/-(\d+)\.html$/.exec(path)?.[1] ?? Number.NaN);
  return number < pages && pathOf(number) === path ? number : null;
}

/** The page: about 5 kB with about twenty links, and the name of its host, since no two pages are the same. */
export function htmlOf(number: number, pages: number, host: string): string {
  const links = linksOf(number, pages).map(
    (target) =>
      `<li><a href="${pathOf(target)}" title="About ${word(target)}">${word(target)} ${target}</a></li>`,
  );
  const title = `The ${word(number)} of the ${word(number * 3 + 1)}, ${number}`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title><meta name="description" content="${title}"></head>
<body>
<header><h1>${title}</h1><nav><a href="/">Start</a></nav></header>
<main>
${[0, 1, 2, 3].map((part) => `<h2>Part ${part + 1}</h2>\n<p>${proseOf(number * 4 + part)}</p>`).join('\n')}
<ul>
${links.join('\n')}
</ul>
</main>
<footer><p>Page ${number} of ${pages} at ${host}</p></footer>
</body>
</html>
`;
}

function linksOf(number: number, pages: number): readonly number[] {
  const targets = new Set<number>();
  for (let kid = 1; kid <= below; kid++) if (number * below + kid < pages) targets.add(number * below + kid);
  for (let at = 1; at <= across; at++) targets.add((number * 7919 + at * 104_729) % pages);
  targets.delete(number);
  return [...targets];
}

function proseOf(seed: number): string {
  let state = (seed * 2_654_435_761 + 12_345) >>> 0;
  let text = '';
  for (let at = 0; at < 110; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    text += `${words[state >>> 27]} `;
  }
  return `${text}${seed}.`;
}

function word(number: number): string {
  return words[Math.imul(number, 40_503) >>> 27] ?? 'page';
}
