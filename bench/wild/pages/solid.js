import { createSignal, For, Show } from 'solid-js';
import html from 'solid-js/html';
import { render } from 'solid-js/web';
import { named, names } from './words.ts';

function App() {
  const [at, setAt] = createSignal(0);
  const [isOpen, setOpen] = createSignal(false);
  const [rows, setRows] = createSignal(names(1200, 3));
  return html`
    <ul>${() => names(1190, 4).map((name, one) => html`<li><button onClick=${() => setAt(one)}>${name}</button></li>`)}</ul>
    <p>Chosen: Card of the ${() => named(1194 + at())}</p>
    <button onClick=${() => setOpen(!isOpen())}>Toggle</button>
    <${Show} when=${isOpen}><p>Shown of the ${named(1199)}</p><//>
    <ol><${For} each=${rows}>${(row) => html`<li>Row of the ${row}</li>`}<//></ol>
    <button onClick=${() => setRows((old) => names(1200, Math.min(12, old.length + 3)))}>More rows</button>`;
}
render(App, document.getElementById('root'));
