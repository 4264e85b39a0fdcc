import type { Site } from './answer.ts';

/** Topics of the site, each with as many pages. */
export const topics = [
  ...['deep sea fish', 'steam engines', 'roman coins', 'alpine flowers', 'string quartets'],
  ...['bread baking', 'chess openings', 'desert travel', 'paper folding', 'old maps'],
] as const;

const things = ['history', 'guide', 'gallery', 'questions', 'letters', 'sources', 'notes', 'review'];

/**
 * A site of `count` pages on ten topics. Every page leads to the next two of its topic and to six of any
 * topic; of either kind some links say where they lead, and some only "Read more".
 */
export function topicSite(count: number): Site {
  return {
    name: 'topics',
    start: '/p/0',
    respond({ path }) {
      const number = Number(/^\/p\/(\d+)$/.exec(path)?.[1] ?? Number.NaN);
      if (!(number < count)) return { status: 404, body: 'nothing here' };
      const headers = { 'content-type': 'text/html; charset=utf-8' };
      return { headers, body: pageOf(number, count) };
    },
  };
}

/** The topic that a page is about; the start page is about none. */
export function topicOf(number: number): string | null {
  return number === 0 ? null : (topics[number % topics.length] ?? null);
}

function pageOf(number: number, count: number): string {
  const topic = topicOf(number);
  const title = titleOf(number);
  const near = topic === null ? [] : [number + topics.length, number + 2 * topics.length];
  const far = [1, 2, 3, 4, 5, 6].map((step) => 1 + ((number * 37 + step * 101) % (count - 1)));
  const links = [...near, ...far].map((to) => to % count).filter((to) => to !== number);
  const items = links.map((to, at) => {
    const tells = at < near.length ? (number + at) % 2 === 0 : (number + at) % 4 !== 0;
    const text = tells ? titleOf(to) : 'Read more';
    return `<li><a href="/p/${to}">${text}</a></li>`;
  });
  const body =
    topic === null ? 'Welcome to all of it.' : `<p>About ${topic}, number ${number}.</p>`.repeat(4);
  return `<!doctype html><title>${title}</title><h1>${title}</h1>${body}<ul>${items.join('')}</ul>`;
}

function titleOf(number: number): string {
  const topic = topicOf(number);
  return topic === null ? 'Start' : `${things[number % things.length]} ${number} of ${topic}`;
}
