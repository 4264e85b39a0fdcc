import { createServer } from 'node:http';
import { startServer, stopServer } from '../servers.ts';

/** Forms that want more than a word: several steps, checks, days, a choice of what was suggested. */
export type StepsMake = 'wizard' | 'pages' | 'checked' | 'days' | 'completing';

export interface StepsSite {
  readonly url: string;
  /** Requests in their order, with their queries. */
  readonly log: string[];
  readonly things: number;
  close(): Promise<void>;
}

interface Thing {
  readonly id: number;
  readonly name: string;
  readonly land: string;
  readonly kind: string;
  readonly day: string;
}

const [lands, kinds] = [
  ['peru', 'kenya', 'nepal'],
  ['lamp', 'chair', 'rug'],
];
const words = 'amber birch cedar delta ember flint grove heath iris juniper kelp larch'.split(' ');

const things: readonly Thing[] = Array.from({ length: 36 }, (_, id) => ({
  id,
  name: `${words[id % 12]} ${words[(id * 5 + 1 + Math.floor(id / 12)) % 12]}`,
  land: lands[id % 3] as string,
  kind: kinds[Math.floor(id / 3) % 3] as string,
  day: new Date(Date.UTC(2023, 0, 10 + id * 9)).toISOString().slice(0, 10),
}));

/** Serves 36 things that only one form reaches. */
export async function serveSteps(make: StepsMake): Promise<StepsSite> {
  const log: string[] = [];
  const server = createServer((request, response) => {
    log.push(`${request.method} ${request.url}`);
    const url = new URL(request.url ?? '/', 'http://steps');
    const isData = url.pathname === '/api' || url.pathname === '/suggest';
    response.setHeader('content-type', isData ? 'application/json' : 'text/html; charset=utf-8');
    response.end(isData ? data(url) : page(make, url));
  });
  return {
    log,
    things: things.length,
    url: `${await startServer(server)}/`,
    close: () => stopServer(server),
  };
}

function found(query: URLSearchParams): readonly Thing[] {
  const [q, from, to] = [query.get('q'), query.get('from'), query.get('to')].map((one) => one ?? '');
  return things.filter(
    (one) =>
      (q === '' || one.name.split(' ').includes(q as string)) &&
      (query.get('land') || one.land) === one.land &&
      (query.get('kind') || one.kind) === one.kind &&
      (!from || one.day >= iso(from)) &&
      (!to || one.day <= iso(to)),
  );
}

/** Days are written as the calendar writes them: day, month, year. */
function iso(day: string): string {
  return day.replace(/^(\d\d)\.(\d\d)\.(\d{4})$/, '$3-$2-$1');
}

function data({ pathname, searchParams }: URL): string {
  if (pathname === '/suggest') {
    const typed = searchParams.get('typed') ?? '';
    return JSON.stringify(words.filter((word) => typed !== '' && word.startsWith(typed)));
  }
  return JSON.stringify({ items: found(searchParams).map(({ id, name }) => ({ id, name })) });
}

function options(values: readonly string[]): string {
  return `<option value="">Choose</option>${values.map((value) => `<option>${value}</option>`).join('')}`;
}

function page(make: StepsMake, { pathname, searchParams }: URL): string {
  const thing = /^\/thing\/(\d+)$/.exec(pathname);
  if (thing !== null) return html(`Thing ${thing[1]}`, `<p>${things[Number(thing[1])]?.name}</p>`);
  if (pathname === '/two')
    return html(
      'Which kind',
      `<form action="/three"><input type="hidden" name="land" value="${searchParams.get('land')}">
       <label>Kind of thing <select name="kind" required>${options(kinds)}</select></label><button>Search</button></form>`,
    );
  if (pathname === '/three') {
    const all = searchParams.get('land') && searchParams.get('kind') ? found(searchParams) : [];
    return html(
      'Found',
      `<ul>${all.map(({ id, name }) => `<li><a href="/thing/${id}">${name}</a></li>`).join('')}</ul>`,
    );
  }
  return pathname === '/' ? html('Find a thing', forms[make]) : html('Nothing', '<p>Not here.</p>');
}

function html(title: string, body: string): string {
  return `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>${body}</html>`;
}

const show = `async function show(query) {
  const { items } = await (await fetch('/api?' + new URLSearchParams(query))).json();
  document.querySelector('#found').innerHTML = items.length === 0 ? 'Nothing was found.'
    : items.map((one) => '<li><a href="/thing/' + one.id + '">' + one.name + '</a></li>').join('');
}`;

const forms: Readonly<Record<StepsMake, string>> = {
  /* Two steps in one document: the second is shown when the first is done. */
  wizard: `<form id="search"><fieldset id="one"><label>Land <select name="land" id="land">${options(lands)}</select></label>
    <button type="button" id="next" disabled>Next</button></fieldset>
    <fieldset id="two" style="display:none"><label>Kind of thing <select name="kind" id="kind">${options(kinds)}</select></label>
    <button id="go">Search</button></fieldset></form><ul id="found"></ul><script>${show}
    const by = (id) => document.getElementById(id);
    by('land').addEventListener('change', () => { by('next').disabled = by('land').value === ''; });
    by('next').addEventListener('click', () => { by('one').style.display = 'none'; by('two').style.display = ''; });
    by('search').addEventListener('submit', (event) => { event.preventDefault();
      if (by('kind').value !== '') show({ land: by('land').value, kind: by('kind').value }); });</script>`,
  /* Two steps on two pages: the second carries the first along. */
  pages: `<form action="/two"><label>Land <select name="land" required>${options(lands)}</select></label><button>Search: next step</button></form>`,
  /* The button is locked until what is typed will do, and a choice must be made. */
  checked: `<p>Such as flint, or amber.</p><form id="search" role="search"><input name="q" minlength="4" pattern="[a-z]+" placeholder="Search">
    <select name="state" required><option value="">Choose</option><option value="used">Used or new</option></select>
    <button id="go" disabled>Search</button></form><ul id="found"></ul><script>${show}
    const form = document.querySelector('#search');
    const check = () => { document.querySelector('#go').disabled = form.q.value.length < 4 || form.state.value === ''; };
    form.addEventListener('input', check); form.addEventListener('change', check);
    form.addEventListener('submit', (event) => { event.preventDefault(); if (form.checkValidity()) show({ q: form.q.value }); });</script>`,
  /* Days are chosen from a calendar: nobody can type them. */
  days: `<form id="search" role="search"><label>From <input name="from" readonly placeholder="dd.mm.yyyy"></label>
    <label>To <input name="to" readonly placeholder="dd.mm.yyyy"></label><button>Search</button></form><ul id="found"></ul><script>${show}
    const form = document.querySelector('#search');
    form.addEventListener('submit', (event) => { event.preventDefault();
      if (form.from.value === '' || form.to.value === '') document.querySelector('#found').textContent = 'Choose two days.';
      else show({ from: form.from.value, to: form.to.value }); });</script>`,
  /* What is typed does not count before one of the suggestions is taken. */
  completing: `<p>Such as flint, or amber.</p><form id="search" role="search"><input id="typed" placeholder="Search" autocomplete="off"><ul id="list" role="listbox"></ul>
    <button id="go" disabled>Search</button></form><ul id="found"></ul><script>${show}
    const typed = document.querySelector('#typed'), list = document.querySelector('#list'), go = document.querySelector('#go');
    let timer = 0;
    typed.addEventListener('input', () => { go.disabled = true; clearTimeout(timer); timer = setTimeout(async () => {
      const words = await (await fetch('/suggest?typed=' + encodeURIComponent(typed.value))).json();
      list.innerHTML = words.map((word) => '<li role="option">' + word + '</li>').join(''); }, 400); });
    list.addEventListener('click', (event) => { typed.value = event.target.textContent; list.innerHTML = ''; go.disabled = false; });
    document.querySelector('#search').addEventListener('submit', (event) => { event.preventDefault(); if (!go.disabled) show({ q: typed.value }); });</script>`,
};
