import type { ServedPage } from './truth.ts';

const show = 'function show(text) { document.getElementById("out").textContent = text; }';

function page(
  path: string,
  before: string,
  script: string,
  more: Omit<ServedPage, 'path' | 'body'>,
  extra = '',
): ServedPage {
  return { path, body: `<p id="out">${before}</p>${extra}<script>${show}\n${script}</script>`, ...more };
}

function button(call: string): string {
  return `<button onclick="${call}">${call}</button>`;
}

/** Pages whose content is a matter of when: timers, frames, tasks, transitions, polling. */
export const schedulingPages: readonly ServedPage[] = [
  page(
    '/slow-click',
    'Nothing has happened',
    `function slow() {
      setTimeout(function () {
        fetch('/late-data').then(function (r) { return r.text(); }).then(function (text) {
          setTimeout(function () { show('Five seconds later: ' + text); }, 3000);
        });
      }, 2000);
    }`,
    { text: 'Nothing has happened', states: ['Five seconds later: the late answer'] },
    button('slow()'),
  ),
  page(
    '/put-off',
    'Nothing is due',
    `function slow() { show('Wait'); setTimeout(function () { show('Due after fifteen seconds'); }, 15000); }
    function slowly() { setTimeout(function () { setTimeout(function () { show('Nobody asked for that'); }, 15000); }, 1000); }`,
    { text: 'Nothing is due', states: ['Due after fifteen seconds', 'Nothing is due'] },
    button('slow()') + button('slowly()'),
  ),
  page('/late', 'Too early', 'setTimeout(function () { show("Came after five seconds"); }, 5000);', {
    text: 'Came after five seconds',
  }),
  page(
    '/frames',
    'No frame yet',
    `function draw(n) { show('Drawn in frame ' + n); if (n < 3) requestAnimationFrame(function () { draw(n + 1); }); }
    requestAnimationFrame(function () { draw(1); });`,
    { text: 'Drawn in frame 3' },
  ),
  page(
    '/transition',
    'Still folded',
    `function unfold() {
      var box = document.getElementById('box');
      box.addEventListener('transitionend', function () { show('Unfolded to the end'); });
      box.style.width = '300px';
    }`,
    { text: 'Still folded', states: ['Unfolded to the end'] },
    `<div id="box" style="width: 20px; height: 20px; background: #9ab; transition: width 400ms"></div>${button('unfold()')}`,
  ),
  page(
    '/polling',
    'Not asked yet',
    `setInterval(function () {
      fetch('/tick').then(function (r) { return r.text(); }).then(function (text) { show('Asked again and again: ' + text); });
    }, 1000);`,
    { text: 'Asked again and again: no news' },
  ),
  page(
    '/endless',
    'It turns for ever',
    `function turn(n) { document.getElementById('wheel').style.transform = 'rotate(' + (n % 360) + 'deg)'; requestAnimationFrame(function () { turn(n + 1); }); }
    turn(0);`,
    { text: 'It turns for ever' },
    '<style>@keyframes beat { to { opacity: 0.9 } } #wheel { animation: beat 1s infinite alternate; width: 20px; height: 20px }</style><div id="wheel"></div>',
  ),
  page(
    '/debounce',
    'Type something',
    `var waiting;
    function typed() { clearTimeout(waiting); waiting = setTimeout(function () { show('Suggestions after the pause'); }, 250); }`,
    { text: 'Type something', states: ['Suggestions after the pause'] },
    button('typed()'),
  ),
  page(
    '/jsonp',
    'No answer yet',
    `function answered(data) { show('JSONP: ' + data.text); }
    var tag = document.createElement('script'); tag.src = '/jsonp.js?callback=answered'; document.body.appendChild(tag);`,
    { text: 'JSONP: answered by a script' },
  ),
  page(
    '/channel',
    'Not scheduled',
    `var channel = new MessageChannel(); var left = 5;
    channel.port1.onmessage = function () { left -= 1; if (left > 0) channel.port2.postMessage(0); else show('Five messages later'); };
    channel.port2.postMessage(0);`,
    { text: 'Five messages later' },
  ),
  page('/idle', 'Busy', 'requestIdleCallback(function () { show("Written when idle"); });', {
    text: 'Written when idle',
  }),
  page(
    '/hang/click',
    'A button that hangs and one that works',
    'function hang() { for (;;) {} } function work() { show("The other button works"); }',
    { text: 'A button that hangs and one that works', states: ['The other button works'] },
    button('hang()') + button('work()'),
  ),
];
