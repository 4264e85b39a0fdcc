import { floods, markup, poisoned } from './more-pages.ts';

/** A page that means harm: what is in it, and headers beside. */
export interface HostilePage {
  /** Kind and name. */
  readonly name: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const script = (text: string): string => `<script>${text}</script>`;

/** Work without end, where it begins. */
const endless: Readonly<Record<string, string>> = {
  'at load': 'for (;;);',
  'in a timer': 'setTimeout(() => { for (;;); }, 10)',
  'in a promise': '(function again() { Promise.resolve().then(again) })()',
  'in a microtask': '(function again() { queueMicrotask(again) })()',
  'in a frame': 'requestAnimationFrame(() => { for (;;); })',
  'in an observer':
    'new MutationObserver(() => document.body.append("x")).observe(document.body, { childList: true, subtree: true }); document.body.append("y")',
  'in a getter': 'Object.defineProperty(document, "title", { get() { for (;;); } })',
  'in toString':
    'document.body.onclick = { toString() { for (;;); } }; document.body.setAttribute("data-x", "1")',
  'in a click': 'document.body.insertAdjacentHTML("beforeend", "<button onclick=\'for(;;);\'>go</button>")',
  'in many clicks':
    'for (let i = 0; i < 50; i++) document.body.insertAdjacentHTML("beforeend", "<button onclick=\'for(;;);\'>go " + i)',
  'in a scroll': 'addEventListener("scroll", () => { for (;;); }); document.body.style.height = "9000px"',
  'in unload':
    'addEventListener("pagehide", () => { for (;;); }); addEventListener("beforeunload", (e) => { e.preventDefault(); e.returnValue = "stay" })',
  'of intervals': 'for (let i = 0; i < 2000; i++) setInterval(() => document.body.append(i), 0)',
  'of alerts': 'for (;;) alert(1)',
  'of questions': 'while (!confirm("sure?") || prompt("name")) ;',
  'of history': 'for (let i = 0; i < 100000; i++) history.pushState(i, "", "?" + i)',
  'of hashes': 'let i = 0; setInterval(() => { location.hash = i++ }, 0)',
  'of reloads': 'location.reload()',
  'of refreshes': 'location.replace(location.pathname + "?" + Math.random())',
  'of windows': 'setInterval(() => open(location.href), 1)',
  'of frames': 'const f = document.createElement("iframe"); f.src = location.href; document.body.append(f)',
  'of documents':
    'let i = 0; setInterval(() => { document.open(); document.write("<p>" + i++); document.close() }, 1)',
  'of requests': 'setInterval(() => fetch("/slow?" + Math.random()), 1)',
  'of workers': 'setInterval(() => new Worker(URL.createObjectURL(new Blob(["for(;;);"]))), 20)',
  'of messages': 'onmessage = () => postMessage(1, "*"); for (let i = 0; i < 100; i++) postMessage(1, "*")',
  'of prints': 'setInterval(() => print(), 1)',
  'of a debugger': 'setInterval(() => { debugger }, 1)',
  'of animations':
    'setInterval(() => document.body.animate([{ opacity: 0 }, { opacity: 1 }], { iterations: Infinity, duration: 1 }), 1)',
  'of errors': 'setInterval(() => { throw new Error("x".repeat(1e5)) }, 0)',
  'of logs': 'setInterval(() => console.log("x".repeat(1e6)), 0)',
};

/** What takes memory, or room. */
const large: Readonly<Record<string, string>> = {
  arrays: 'const all = []; for (;;) all.push(new Array(1e6).fill(Math.random()))',
  buffers: 'const all = []; setInterval(() => all.push(new Uint8Array(64 << 20).fill(1)), 1)',
  texts: 'let t = "x"; for (;;) t += t',
  elements:
    'for (let i = 0; i < 400000; i++) document.body.appendChild(document.createElement("p")).textContent = i',
  depth:
    'let at = document.body; for (let i = 0; i < 30000; i++) at = at.appendChild(document.createElement("div")); at.textContent = "deep"',
  attributes: 'for (let i = 0; i < 60000; i++) document.body.setAttribute("data-" + i, "x".repeat(100))',
  'one text': 'document.body.append("word ".repeat(2e7))',
  canvas:
    'const c = document.body.appendChild(document.createElement("canvas")); c.width = c.height = 16000; c.getContext("2d").fillRect(0, 0, 9, 9)',
  shadows:
    'for (let i = 0; i < 20000; i++) document.body.appendChild(document.createElement("div")).attachShadow({ mode: "closed" }).innerHTML = "<p>x"',
  storage: 'for (let i = 0; ; i++) localStorage.setItem("k" + i, "x".repeat(1e5))',
  cookies: 'for (let i = 0; i < 5000; i++) document.cookie = "c" + i + "=" + "x".repeat(3000)',
  databases:
    'indexedDB.open("d").onupgradeneeded = (e) => { const s = e.target.result.createObjectStore("s"); for (let i = 0; i < 2000; i++) s.put("x".repeat(1e6), i) }',
  wasm: 'const m = []; setInterval(() => m.push(new WebAssembly.Memory({ initial: 1000 })), 1)',
  blobs: 'const b = []; setInterval(() => b.push(new Blob(["x".repeat(1e7)])), 1)',
  styles:
    'document.head.appendChild(document.createElement("style")).textContent = ".a{color:red}".repeat(500000)',
  links:
    'document.body.innerHTML = Array.from({ length: 30000 }, (_, i) => "<a href=#" + i + ">" + i + "</a>").join("")',
  buttons:
    'document.body.innerHTML += Array.from({ length: 3000 }, (_, i) => "<button onclick=this.textContent=Math.random()>" + i + "</button>").join("")',
  titles: 'document.title = "t".repeat(3e7)',
};

/** Natives that a page replaces. */
const replaced = [
  ...[
    'Array.prototype.push',
    'Array.prototype.map',
    'Array.prototype.includes',
    'Array.prototype.join',
    'Array.prototype.sort',
  ],
  ...[
    'Array.from',
    'Array.isArray',
    'Object.keys',
    'Object.entries',
    'Object.assign',
    'Object.defineProperty',
    'JSON.stringify',
    'JSON.parse',
  ],
  ...[
    'Map.prototype.get',
    'Map.prototype.set',
    'WeakMap.prototype.get',
    'Set.prototype.has',
    'Promise.prototype.then',
    'Function.prototype.call',
  ],
  ...[
    'Function.prototype.apply',
    'Function.prototype.toString',
    'String.prototype.replace',
    'RegExp.prototype.exec',
    'RegExp.prototype.test',
  ],
  ...[
    'Element.prototype.getAttribute',
    'Node.prototype.appendChild',
    'EventTarget.prototype.addEventListener',
    'EventTarget.prototype.dispatchEvent',
  ],
  ...[
    'Document.prototype.querySelectorAll',
    'performance.now',
    'Math.random',
    'Symbol.prototype.toString',
    'window.setTimeout',
    'window.requestAnimationFrame',
  ],
];

/** Ways to have the browser ask an address; `X` stands for it. */
const asking: Readonly<Record<string, string>> = {
  image: '<img src="X">',
  srcset: '<img srcset="X 2x">',
  style: '<link rel=stylesheet href="X">',
  import: '<style>@import "X";</style>',
  background: '<p style="background:url(X)">x',
  font: '<style>@font-face{font-family:f;src:url(X)}p{font-family:f}</style><p>x',
  script: '<script src="X"></script>',
  module: '<script type=module src="X"></script>',
  preload: '<link rel=preload as=image href="X">',
  prefetch: '<link rel=prefetch href="X">',
  icon: '<link rel=icon href="X">',
  manifest: '<link rel=manifest href="X">',
  frame: '<iframe src="X"></iframe>',
  object: '<object data="X"></object>',
  embed: '<embed src="X">',
  video: '<video src="X" poster="X" autoplay></video>',
  audio: '<audio src="X" autoplay></audio>',
  track: '<video><track default src="X"></video>',
  drawing: '<svg><image href="X"/><use href="X#a"/></svg>',
  refresh: '<meta http-equiv=refresh content="0;url=X">',
  ping: '<a href="#a" ping="X">x</a>',
  window: '<a href="X" target=_blank>x</a>',
  form: '<form action="X" target=_blank><button>x</button></form>',
  post: '<form action="X" method=post><button>x</button></form>',
  fetch: script('fetch("X").catch(() => {})'),
  'fetch without CORS': script('fetch("X", { mode: "no-cors", method: "POST", body: "x" }).catch(() => {})'),
  XHR: script('const x = new XMLHttpRequest(); x.open("GET", "X"); x.send()'),
  beacon: script('navigator.sendBeacon("X", "x")'),
  events: script('new EventSource("X")'),
  socket: script('new WebSocket("X".replace("http", "ws"))'),
  worker: script("new Worker(URL.createObjectURL(new Blob([\"fetch('X', { mode: 'no-cors' })\"])))"),
  location: script('location = "X"'),
  open: script('open("X")'),
  rtc: script(
    'const c = new RTCPeerConnection({ iceServers: [{ urls: "stun:" + new URL("X").host }] }); c.createDataChannel("a"); c.createOffer().then((o) => c.setLocalDescription(o))',
  ),
};

/** Other things that a page may want of a browser. */
const others: Readonly<Record<string, string>> = {
  'a look for the agent': script(
    'for (const n of Object.getOwnPropertyNames(window)) try { const v = window[n]; if (v && v.foreign) { document.body.append("FOUND " + n) } } catch {}',
  ),
  'forged messages': script(
    'setInterval(() => postMessage({ kind: "capture", foreign: true, document: {} }, "*"), 5)',
  ),
  'a service worker': script('navigator.serviceWorker?.register("/worker.js")'),
  'a download': script(
    'const a = document.createElement("a"); a.href = URL.createObjectURL(new Blob(["x".repeat(1e7)])); a.download = "x.exe"; a.click()',
  ),
  permissions: script(
    'Notification.requestPermission(); navigator.geolocation?.getCurrentPosition(() => {}); document.documentElement.requestFullscreen?.()',
  ),
  'a closed window': script('close(); stop(); self.opener = self'),
  'a replaced document': script('document.documentElement.remove()'),
  'a frozen world': script(
    'Object.freeze(Object.prototype); Object.freeze(Array.prototype); Object.freeze(window.document)',
  ),
  'a crash': script('location = "chrome://crash"'),
  'a key event flood': script(
    'setInterval(() => document.dispatchEvent(new KeyboardEvent("keydown", { key: "a" })), 0)',
  ),
};

const slug = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, '-');

/** All hostile pages; `secret` is an address that nobody may ask. */
export function hostilePages(secret: string): readonly HostilePage[] {
  const named = (kind: string, list: Readonly<Record<string, string>>, body: (text: string) => string) =>
    Object.entries(list).map(([name, text]) => ({ name: `${kind}-${slug(name)}`, body: body(text) }));
  return [
    ...named('endless', endless, script),
    ...named('large', large, script),
    ...replaced.map((name) => ({
      name: `replaced-${slug(name)}`,
      body: `${script(`${name} = function () { throw new Error("no") }`)}<p>Words of this page</p><button onclick="this.append('x')">go</button>`,
    })),
    ...named('poisoned', poisoned, (text) => `<p>Words of this page</p>${script(text)}`),
    ...named('flood', floods, script),
    ...named('markup', markup, (text) => text),
    ...named('asking', asking, (text) => text.replaceAll('X', secret)),
    ...named('other', others, (text) => text),
    { name: 'header-download', body: 'x', headers: { 'content-disposition': 'attachment; filename=x.exe' } },
    { name: 'header-clear', body: 'x', headers: { 'clear-site-data': '"*"' } },
    {
      name: 'header-policy',
      body: 'x',
      headers: { 'content-security-policy': "default-src 'none'; sandbox" },
    },
    { name: 'header-refresh', body: 'x', headers: { refresh: `0;url=${secret}` } },
  ];
}
