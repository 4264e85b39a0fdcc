import { fileURLToPath } from 'node:url';
import { html } from '../../../test/sites/answer.ts';
import { type App, type Part, shell } from '../app.ts';
import { passage, passagePart } from '../passages.ts';

const stories = Array.from({ length: 10 }, (_, index) => `story ${index + 1}`);
const editions = ['morning', 'noon', 'evening'];
/** Headlines that are there before "more". */
const early = 6;

function headlines(from: number, to: number): string {
  return stories
    .slice(from, to)
    .map((name, index) => `<li class="item" data-id="${from + index + 1}">${passage(name).title}</li>`)
    .join('');
}

function fragment(name: string) {
  const { title, text } = passage(name);
  return html(`<h3>${title}</h3><p>${text}</p>`);
}

const start = () =>
  shell({
    title: 'The Lantern News',
    script: '/news.js',
    body: `<h1>The Lantern</h1><p>${passage('start').lead}</p>
<ul id="list">${headlines(0, early)}</ul><p><a id="more" href="#">More stories</a></p>
<article id="story"><p>Choose a story.</p></article>
<p id="editions">Editions: ${editions.map(() => '<span class="edition">◆</span>').join(' ')}</p>
<div id="edition"></div>
<p><button id="letter">A letter from the editor</button></p><div id="editor"></div>`,
  });

const more: Part = {
  name: 'more stories',
  shows: passage(stories[early] as string).title,
  needs: 'event',
};

/** Stories behind delegated handlers, marks that only `.data()` tells apart, one-time handlers. */
export const jqueryNews: App = {
  name: 'jquery-news',
  frameworks: 'jQuery 4',
  summary: 'delegated clicks, marks told apart by .data() alone, one-time and namespaced handlers',
  parts: [
    passagePart('start', 'url'),
    ...stories.map((name) => passagePart(name)),
    more,
    ...editions.map((name) => passagePart(`${name} edition`)),
    passagePart('letter'),
  ],
  scripts: { '/news.js': fileURLToPath(new URL('./page.ts', import.meta.url)) },
  answer({ path, query }) {
    switch (path) {
      case '/':
        return start();
      case '/story':
        return fragment(`story ${query.get('id')}`);
      case '/more':
        return html(headlines(early, stories.length));
      case '/edition':
        return fragment(`${query.get('name')} edition`);
      case '/letter':
        return fragment('letter');
      default:
        return null;
    }
  },
};
