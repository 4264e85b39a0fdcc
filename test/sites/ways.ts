import { type Answer, html, notFound, type Site } from './answer.ts';

/** A page of the site: what it leads to is known by the paths that only its events ask for. */
export interface WayPage {
  /** Title and heading, where they are not the page's name. */
  readonly title?: string;
  readonly body: string;
  /** Names of addresses (`/to/…`) and of contents (`/say/…`) that it leads to. */
  readonly to?: readonly string[];
  readonly say?: readonly string[];
}

const tools = `<div id="out"></div><script>
function go(name) { location.href = '/to/' + name; }
function say(name) { fetch('/say/' + name).then((r) => r.text()).then((t) => { document.getElementById('out').innerHTML = t; }); }
</script>`;

const names = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${prefix}${at + 1}`);
const options = (values: readonly string[]) =>
  [
    '<option value="">Choose one</option>',
    ...values.map((value) => `<option value="${value}">${value}</option>`),
  ].join('');
const paths = (values: readonly string[]) =>
  [
    '<option value="">Choose one</option>',
    ...values.map((value) => `<option value="/to/${value}">To ${value}</option>`),
  ].join('');

const inlineTypes = [
  'mousedown',
  'mouseup',
  'pointerdown',
  'pointerup',
  'mouseenter',
  'mouseover',
  'mouseout',
  'mouseleave',
  'dblclick',
  'contextmenu',
  'focus',
];
const heardTypes = [
  ...inlineTypes,
  'pointerenter',
  'pointerout',
  'pointerleave',
  'mousemove',
  'touchstart',
  'blur',
];
const focusable = (type: string) => (/focus|blur/.test(type) ? ' tabindex="0"' : '');

/** Pages that look alike until someone clicks. */
const twin = (name: string) =>
  `<button onclick="show()">Show</button><script>function show() { say('twin-${name}'); }</script>`;

/** Pages by path. */
export const wayPages: Readonly<Record<string, WayPage>> = {
  '/select-inline': {
    body: `<select name="page" onchange="go(this.value)">${options(names('inline', 11))}</select>`,
    to: names('inline', 11),
  },
  '/select-navigates': {
    body: `<select onchange="if (this.value) location = this.value">${paths(names('nav', 3))}</select>`,
    to: names('nav', 3),
  },
  '/select-submits': {
    body: `<form action="/form" method="get"><select name="q" onchange="this.form.submit()">${options(names('sent', 2))}</select></form>`,
    to: names('sent', 2),
  },
  '/select-says': {
    body: `<select id="one" onchange="say(this.options[this.selectedIndex].value)">${options(names('said', 4))}</select>
<select id="two">${options(names('heard', 3))}</select><script>two.addEventListener('change', () => say(two.value));</script>
<form id="around"><select name="three">${options(names('around', 3))}</select></form><script>around.onchange = (e) => say(e.target.value);</script>
<form onchange="say(event.target.value)"><select name="four">${options(names('above', 3))}</select></form>`,
    say: [...names('said', 4), ...names('heard', 3), ...names('around', 3), ...names('above', 3)],
  },
  '/select-depends': {
    body: `<select id="land"><option value="">Land</option><option>north</option><option>south</option></select>
<select id="town" onchange="say(land.value + this.value)"></select><script>
land.addEventListener('change', () => { town.innerHTML = '<option value="">Town</option>' + [1, 2].map((n) => '<option value="' + n + '">' + land.value + ' town ' + n + '</option>').join(''); });</script>`,
    say: ['north1', 'north2', 'south1', 'south2'],
  },
  '/twin-a': { title: 'Twins', body: twin('a'), say: ['twin-a'] },
  '/twin-b': { title: 'Twins', body: twin('b'), say: ['twin-b'] },
  '/inline': {
    body: inlineTypes
      .map((type) => `<p on${type}="go('i-${type}')"${focusable(type)}>Inline ${type}</p>`)
      .join('\n'),
    to: inlineTypes.map((type) => `i-${type}`),
  },
  '/listeners': {
    body: `${heardTypes.map((type) => `<p id="h-${type}"${focusable(type)}>Heard ${type}</p>`).join('\n')}<script>
for (const type of ${JSON.stringify(heardTypes)}) document.getElementById('h-' + type).addEventListener(type, () => say('l-' + type));</script>`,
    say: heardTypes.map((type) => `l-${type}`),
  },
  '/several': {
    body: `<p onmousedown="go('m-down')" onmouseup="go('m-up')" onclick="go('m-click')">Several</p>
<p id="both">Over and out</p><script>both.onmouseover = () => say('m-over'); both.onmouseout = () => go('m-out');</script><button onclick="say('m-other')">Other</button>`,
    to: ['m-down', 'm-up', 'm-click', 'm-out'],
    say: ['m-over', 'm-other'],
  },
  '/boxes': {
    body: `<label><input type="radio" name="r" value="r-one" onclick="go(this.value)"> one</label>
<label><input type="radio" name="r" value="r-two" onchange="location = '/to/' + this.value"> two</label>
<label><input type="checkbox" id="box"> box</label><script>box.addEventListener('change', () => { if (box.checked) location = '/to/r-box'; });</script>
<label><input type="radio" name="s" value="s-one" checked> one</label> <label><input type="radio" name="s" value="s-two"> two</label>
<script>for (const each of document.querySelectorAll('[name=s]')) each.onchange = () => say(each.value);</script>
<input id="field" value="old"><button onclick="field.value = 'new'; location = '/to/r-field'">Set and go</button>`,
    to: ['r-one', 'r-two', 'r-box', 'r-field'],
    say: ['s-one', 's-two'],
  },
  '/windows': {
    body: `<button onclick="window.open('/to/w-open')">Open</button>
<button onclick="var w = window.open('', 'help'); w.location = '/to/w-later'; w.focus()">Open, then go</button>
<button onclick="window.open('/to/w-self', '_self')">Open here</button>
<button onclick="setTimeout(() => { const a = document.createElement('a'); a.href = '/to/w-link'; a.target = '_blank'; a.click(); }, 50)">Click a link</button>
<form action="/form" target="_blank"><input type="hidden" name="q" value="w-form"><select name="s" onchange="this.form.submit()"><option>a</option><option>b</option></select></form>
<button onclick="say('w-said'); window.open('/to/w-beside')">Say and open</button>
<a href="/to/w-blank" target="_blank">Blank</a>`,
    to: ['w-open', 'w-later', 'w-self', 'w-link', 'w-form', 'w-beside', 'w-blank'],
    say: ['w-said'],
  },
  '/enter': {
    body: `<input id="a" onkeydown="if (event.key === 'Enter') go('e-inline')"><input id="b" value="e-kept"><input id="c" list="l"><datalist id="l"><option value="e-offered"></datalist><script>
b.addEventListener('keypress', (e) => { if (e.keyCode === 13) go(b.value); }); c.addEventListener('keyup', (e) => { if (e.key === 'Enter' && c.value) go(c.value); });</script>`,
    to: ['e-inline', 'e-kept', 'e-offered'],
  },
};

/** A site in which every address and content is reached by another kind of event. */
export function ways(): Site {
  const index = Object.keys(wayPages)
    .map((path) => `<li><a href="${path}">${path.slice(1)}</a></li>`)
    .join('');
  return {
    name: 'ways',
    start: '/',
    respond: ({ path, query }): Answer => {
      if (path === '/') return page('Ways', `<ul>${index}</ul>`);
      const found = wayPages[path];
      if (found) return page(found.title ?? path.slice(1), tools + found.body);
      if (path === '/form') return page('A form', `<p>The form was sent with ${query.get('q')}</p>`);
      const [, kind, name] = /^\/(to|say)\/([\w-]+)$/.exec(path) ?? [];
      if (kind === 'to') return page(`Arrived at ${name}`, `<p>Nothing leads on from ${name}</p>`);
      return kind === 'say' ? html(`<p>What was said is ${name}</p>`) : notFound();
    },
  };
}

function page(title: string, body: string): Answer {
  return html(`<!doctype html><title>${title}</title><h1>${title}</h1>${body}`);
}
