import { anchor, type Wiring, wiringScript } from '../site/wiring.ts';

/** Selectors of the places that the script of a comment page works on. */
export interface NewsHooks {
  readonly comments: string;
  readonly comment: string;
  readonly side: string;
  readonly hot: string;
  readonly ad: string;
}

/** Anchors of the comment page that a script answers, beside those of the pager. */
export const newsActs = {
  vote: (mark: string, way: 'up' | 'down', wiring: Wiring) =>
    anchor({ does: 'vote', args: [mark, way], css: `vote ${way}`, text: way === 'up' ? '+' : '-' }, wiring),
  reply: (mark: string, wiring: Wiring) =>
    anchor({ does: 'reply', args: [mark], css: 'reply', text: 'Reply' }, wiring),
  report: (mark: string, wiring: Wiring) =>
    anchor({ does: 'report', args: [mark], css: 'report', text: 'Report' }, wiring),
  card: (user: string, wiring: Wiring) =>
    anchor({ does: 'card', args: [user], css: 'user', text: user }, wiring),
  share: (number: number, wiring: Wiring) =>
    anchor({ does: 'share', args: [number], css: 'share', text: `Share ${number}` }, wiring),
  size: (size: string, wiring: Wiring) =>
    anchor({ does: 'size', args: [size], css: 'size', text: size }, wiring),
  tab: (number: number, wiring: Wiring) =>
    anchor({ does: 'tab', args: [number], css: 'tab', text: `Top ${number}` }, wiring),
  ad: (number: number, wiring: Wiring) =>
    anchor({ does: 'ad', args: [number], css: 'hide', text: 'Hide' }, wiring),
  menu: (number: number, wiring: Wiring) =>
    anchor({ does: 'menu', args: [number], css: 'menu', text: `Menu ${number}` }, wiring),
};

const names = ['showPage', 'vote', 'reply', 'report', 'card', 'share', 'size', 'tab', 'hot', 'ad', 'menu'];

/** Script of the comment pages: comments come by XHR, the address never changes. */
export function newsScript(hooks: NewsHooks, wiring: Wiring): string {
  return `'use strict';
function get(path, done) {
  var request = new XMLHttpRequest();
  request.open('GET', path);
  request.onload = function () { if (request.status === 200) done(request.responseText); };
  request.send();
}
function put(place, html) {
  place.innerHTML = html;
  wire(place);
}
function one(selector) { return document.querySelector(selector); }
function commentOf(mark) {
  return Array.prototype.find.call(document.querySelectorAll('${hooks.comment}'), function (comment) {
    return comment.querySelector('b').textContent === mark;
  });
}
function box(parent, name) {
  var found = parent.querySelector('.' + name);
  if (found) return found;
  var made = document.createElement('div');
  made.className = name;
  return parent.appendChild(made);
}
function showPage(page) {
  get('/api/comments/' + document.body.getAttribute('data-article') + '/' + page, function (html) {
    put(one('${hooks.comments}'), html);
  });
}
function vote(mark, way) {
  var request = new XMLHttpRequest();
  request.open('POST', '/api/vote');
  request.onload = function () { commentOf(mark).querySelector('i').textContent = request.responseText; };
  request.send(mark + ' ' + way);
}
function reply(mark) { box(commentOf(mark), 'answer').innerHTML = '<p>Your answer</p><textarea></textarea>'; }
function report(mark) { box(commentOf(mark), 'why').innerHTML = '<p>What is wrong with it?</p><textarea></textarea>'; }
function card(user) { get('/api/card/' + user, function (html) { box(document.body, 'card').innerHTML = html; }); }
function share(number) { window.open('/share/' + number); }
function size(name) { document.body.className = name; }
function tab(number) { get('/api/top/' + number, function (html) { put(one('${hooks.side}'), html); }); }
function hot() {
  var place = one('${hooks.hot}');
  if (place.firstChild) place.innerHTML = '';
  else get('/api/hot', function (html) { place.innerHTML = html; });
}
function ad(number) { document.querySelectorAll('${hooks.ad}')[number - 1].style.display = 'none'; }
function menu(number) { get('/api/menu/' + number, function (html) { box(document.body, 'dropped').innerHTML = html; }); }
${wiringScript(names, wiring)}showPage(1);
`;
}
