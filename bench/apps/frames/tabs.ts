import { passage } from '../passages.ts';

/** Buttons of a document that show a passage each; the document says which. */
const panel = document.querySelector('#panel') as HTMLElement;
const kind = document.body.dataset.kind;
for (const button of document.querySelectorAll('button')) {
  button.addEventListener('click', () => {
    panel.textContent = passage(`${kind} ${button.value}`).text;
  });
}
