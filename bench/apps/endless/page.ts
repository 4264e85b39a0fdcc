import { monthNames, monthPage, notesPage } from './writing.ts';

function one(selector: string): HTMLElement {
  return document.querySelector(selector) as HTMLElement;
}

const count = one('#count');
one('#plus').addEventListener('click', () => {
  count.textContent = String(Number(count.textContent) + 1);
});

/** Months since the year 0. */
let month = monthNames.length * 2030;
function turn(by: number): void {
  month += by;
  one('#month').innerHTML = monthPage(month);
}
one('#next').addEventListener('click', () => turn(1));
one('#previous').addEventListener('click', () => turn(-1));

let part = 1;
one('#more').addEventListener('click', () => {
  one('#notes').insertAdjacentHTML('beforeend', notesPage(++part));
});
