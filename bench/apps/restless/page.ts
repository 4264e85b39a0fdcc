import { passage } from '../passages.ts';
import { advertise, animate, clock, morningNotes, poll, ticker } from './unrest.ts';

/** Names that are new on every load, as libraries for styles and forms make them. */
const salt = Math.random().toString(36).slice(2, 8);
let made = 0;

/** Makes an element with a generated id and class, and puts it at the end of another. */
function add(parent: Element, tag: string, text = ''): HTMLElement {
  const element = document.createElement(tag);
  element.id = `x${salt}-${++made}`;
  element.className = `css-${salt}${made.toString(36)}`;
  element.textContent = text;
  parent.append(element);
  return element;
}

const page = document.querySelector('main') as HTMLElement;
clock(add(page, 'p'));
poll(add(page, 'p'));
ticker(add(page, 'p'));
animate(add(page, 'div', '●'));
advertise(add(page, 'aside'));
morningNotes(add(page, 'div'), (parent, text) => void add(parent, 'p', text));

const bar = add(page, 'nav');
const panel = add(page, 'article', passage('tab sea').text);
for (const name of ['sea', 'sky', 'wood', 'field', 'town', 'road']) {
  add(bar, 'button', name).addEventListener('click', () => {
    panel.textContent = passage(`tab ${name}`).text;
  });
}
