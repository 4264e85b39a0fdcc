import { anchor, type Wiring, wiringScript } from '../site/wiring.ts';

/** Selectors of the places that the script of the forum works on. */
export interface ForumHooks {
  /** Where a page of the list or of a thread goes. */
  readonly content: string;
}

/** Anchors of the forum that a script answers, beside those of the pagers. */
export const forumActs = {
  quote: (mark: string, css: string, wiring: Wiring) =>
    anchor({ does: 'quote', args: [mark], css, text: 'Quote' }, wiring),
  report: (mark: string, css: string, wiring: Wiring) =>
    anchor({ does: 'report', args: [mark], css, text: 'Report' }, wiring),
  thread: (number: number, css: string, text: string, wiring: Wiring) =>
    anchor({ does: 'thread', args: [number], css, text }, wiring),
};

/** Script of the board and of the threads: the body says which pages are turned. */
export function forumScript(hooks: ForumHooks, wiring: Wiring): string {
  return `'use strict';
function showPage(page) {
  var request = new XMLHttpRequest();
  request.open('GET', document.body.getAttribute('data-pages') + page);
  request.onload = function () {
    if (request.status !== 200) return;
    var content = document.querySelector('${hooks.content}');
    content.innerHTML = request.responseText;
    wire(content);
  };
  request.send();
}
function thread(number) { location.assign('/thread/' + number); }
function quote(mark) {
  sessionStorage.setItem('quoted', mark);
  window.open('/compose');
}
function report(mark) {
  var request = new XMLHttpRequest();
  request.open('POST', '/api/report');
  request.onload = function () { document.title = request.responseText; };
  request.send(mark);
}
${wiringScript(['showPage', 'thread', 'quote', 'report'], wiring)}`;
}
