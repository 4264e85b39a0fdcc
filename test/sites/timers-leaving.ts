import type { ServedPage } from './truth.ts';

const app = `<p id="view"></p>
<span onclick="go('red')">red</span> <span onclick="go('green')">green</span> <span onclick="go('blue')">blue</span>
<script>
function render() {
  var name = location.pathname.split('/')[2] || 'home';
  document.getElementById('view').textContent = 'The view called ' + name;
}
function go(name) { history.pushState(null, '', '/app/' + name); render(); }
addEventListener('popstate', render);
render();
</script>`;

function view(name: string, more: Partial<ServedPage> = {}): ServedPage {
  return {
    path: name === 'home' ? '/app' : `/app/${name}`,
    text: `The view called ${name}`,
    body: app,
    ...more,
  };
}

function beyond(name: string): ServedPage {
  return {
    path: `/beyond/${name}`,
    text: `Reached by ${name}`,
    body: `<p>Reached by ${name}</p>`,
    unlinked: true,
  };
}

/** Pages that ask, open windows, go elsewhere, or change their address. */
export const leavingPages: readonly ServedPage[] = [
  {
    path: '/dialogs',
    text: 'Loaded after the alert',
    states: ['The question was answered', 'A name was asked for', 'The warning was read'],
    body: `<p id="out">Before</p>
<button onclick="ask()">ask()</button> <button onclick="askName()">askName()</button> <button onclick="warn()">warn()</button>
<script>
function show(text) { document.getElementById('out').textContent = text; }
function ask() { confirm('Sure?'); show('The question was answered'); }
function askName() { prompt('Name?'); show('A name was asked for'); }
function warn() { alert('Careful'); show('The warning was read'); }
alert('Welcome'); show('Loaded after the alert');
</script>`,
  },
  {
    path: '/popup',
    text: 'Opens another window',
    body: `<p>Opens another window</p><button onclick="window.open('/beyond/popup')">open</button>`,
  },
  {
    path: '/leave',
    text: 'Goes elsewhere by script',
    body: `<p>Goes elsewhere by script</p><span onclick="location.href = '/beyond/leaving'">leave</span>`,
  },
  {
    path: '/downloads',
    text: 'Files to take home',
    body: '<p>Files to take home</p><a href="/archive.zip">archive</a> <a href="/data.bin" download>data</a>',
  },
  view('home'),
  view('red', { unlinked: true }),
  view('green', { unlinked: true }),
  view('blue', { unlinked: true }),
  beyond('popup'),
  beyond('leaving'),
];
