import { fileURLToPath } from 'node:url';
import { html } from '../../../test/sites/answer.ts';
import type { App, AppSite } from '../app.ts';
import { passage, passagePart } from '../passages.ts';

/** Contents of each frame; the first is there from the beginning. */
const frames = {
  board: ['today', 'tomorrow', 'later', 'done'],
  desk: ['letters', 'bills', 'drafts', 'photos'],
  note: ['front', 'back', 'margin'],
} as const;

function buttons(kind: keyof typeof frames): string {
  return `<p>${frames[kind].map((name) => `<button value="${name}">${name}</button>`).join(' ')}</p>
<p id="panel">${passage(`${kind} ${frames[kind][0]}`).text}</p>`;
}

function inner(kind: 'board' | 'desk') {
  return html(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${kind}</title>
<script defer src="/tabs.js"></script></head><body data-kind="${kind}"><h2>The ${kind}</h2>${buttons(kind)}</body></html>`);
}

/** A document inside an attribute, with a script of its own. */
function note(): string {
  const texts = Object.fromEntries(frames.note.map((name) => [name, passage(`note ${name}`).text]));
  const page = `<h2>A note</h2>${buttons('note')}<script>
const texts = ${JSON.stringify(texts)};
document.querySelectorAll('button').forEach((button) => button.addEventListener('click', () => {
  document.querySelector('#panel').textContent = texts[button.value];
}));
</script>`;
  return page.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}

const start = ({ other }: AppSite) =>
  html(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>The study</title>
<link rel="icon" href="data:,"><style>iframe { width: 600px; height: 200px; display: block }</style></head>
<body><h1>The study</h1><p>${passage('start').lead}</p>
<iframe title="board" src="/board"></iframe>
<iframe title="desk" src="${other}/desk"></iframe>
<iframe title="note" srcdoc="${note()}"></iframe></body></html>`);

/** Three documents in one: of the same origin, of another, and of none. */
export const framesApp: App = {
  name: 'frames',
  frameworks: 'plain listeners',
  summary: 'tabs in a frame of the same origin, in a frame of another origin and in a srcdoc frame',
  parts: [
    passagePart('start', 'url'),
    ...Object.entries(frames).flatMap(([kind, [, ...names]]) =>
      names.map((name) => passagePart(`${kind} ${name}`)),
    ),
  ],
  scripts: { '/tabs.js': fileURLToPath(new URL('./tabs.ts', import.meta.url)) },
  answer({ path }, site) {
    if (path === '/') return start(site);
    if (path === '/board') return inner('board');
    if (path === '/desk') return inner('desk');
    return null;
  },
};
