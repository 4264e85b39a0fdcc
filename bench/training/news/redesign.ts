import { list } from '../site/list.ts';
import { pagerItems } from '../site/pager.ts';
import { type Act, anchor, type Wiring } from '../site/wiring.ts';
import { commentsOf, headline } from './content.ts';
import { type NewsTemplate, type NewsView, newsDocument } from './page.ts';

/** The same content in another template: other elements, names and nesting. */
export const redesignedNews: NewsTemplate = {
  hooks: {
    comments: 'main .stream',
    comment: 'article',
    side: 'aside .panel',
    hot: 'main .best',
    ad: 'aside figure',
  },
  page,
  comments,
};

function page(view: NewsView): string {
  const { article, wiring, elsewhere } = view;
  const title = `What readers say: ${headline(article.number)}`;
  const sections = list(18, (n) => `<a href="/section/${n}">Section ${n}</a>`);
  const menus = list(8, (n) => button('menu', [n], `Menu ${n}`, wiring));
  const sizes = ['small', 'middle', 'large'].map((size) => button('size', [size], size, wiring)).join('');
  const tools = list(6, (n) => button('share', [n], `Share ${n}`, wiring));
  const stories = list(30, (n) => {
    const number = 100 + ((article.number * 31 + n * 7) % 90);
    return `<section><h4><a href="/story/${number}">${headline(number)}</a></h4></section>`;
  });
  const hosts = list(14, (n) => `<a href="${elsewhere}/partner/${n}">Partner ${n}</a>`);
  const ads = list(
    2,
    (n) => `<figure><figcaption>Offer ${n} ${button('ad', [n], 'Hide', wiring)}</figcaption></figure>`,
  );
  const body = `<header><nav>${sections}</nav><nav>${menus}</nav></header>
<main><header><h2>${title}</h2>${sizes}${button('hot', [], 'Hot comments', wiring)}</header>
<section class="best"></section><section class="stream"></section><footer>${tools}</footer></main>
<aside><nav>${list(4, (n) => button('tab', [n], `Top ${n}`, wiring))}</nav><section class="panel"></section>
${stories}${hosts}${ads}</aside>
<footer>${list(10, (n) => `<a href="/about/${n}">About ${n}</a>`)}</footer>`;
  return newsDocument(view, title, body);
}

function comments({ article, wiring }: NewsView, number: number): string {
  const steps = pagerItems(number, article.pages).map(
    ({ text, page: target, idle }) => `<li>${idle ? text : button('showPage', [target], text, wiring)}</li>`,
  );
  const items = commentsOf(article, number).map(
    ({ mark, user, text, votes }) => `<article><blockquote>${text}</blockquote>
<footer><b>${mark}</b> <span>${button('card', [user], user, wiring)}</span><span>${button('vote', [mark, 'up'], '+', wiring)}
<i>${votes}</i>${button('vote', [mark, 'down'], '-', wiring)}</span>
<span>${button('reply', [mark], 'Reply', wiring)}</span><span>${button('report', [mark], 'Report', wiring)}</span></footer></article>`,
  );
  return `<nav><ol>${steps.join('')}</ol></nav>${items.join('\n')}`;
}

function button(does: string, args: Act['args'], text: string, wiring: Wiring): string {
  return anchor({ does, args, css: `k-${does}`, text }, wiring);
}
