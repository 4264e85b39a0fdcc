/** Scripts of attackers who have read the agent's source: what it touches is poisoned, what it counts on is broken. */
export const poisoned: Readonly<Record<string, string>> = {
  'a then that hangs': 'Object.defineProperty(Object.prototype, "then", { get() { for (;;); } })',
  'a then that lies': 'Object.prototype.then = function (go) { go({ kind: "capture", document: {} }) }',
  'a toJSON': 'Object.prototype.toJSON = () => ({ fingerprint: "0000000000000000", found: true })',
  'an iterator': 'Array.prototype[Symbol.iterator] = function* () { for (;;) yield 1 }',
  'a length': 'Object.defineProperty(NodeList.prototype, "length", { get: () => 1e9 })',
  'a parent in a circle': 'Object.defineProperty(Node.prototype, "parentNode", { get() { return this } })',
  'children without end':
    'Object.defineProperty(Node.prototype, "firstChild", { get() { return document.createElement("p") } })',
  'a species': 'Object.defineProperty(Array, Symbol.species, { get() { throw 1 } })',
  'a stack': 'Error.stackTraceLimit = Infinity; Error.prepareStackTrace = () => { for (;;); }',
  'getters on everything':
    'for (const k of ["kind", "url", "found", "answer", "known", "task", "document", "wanted"]) Object.defineProperty(Object.prototype, k, { get: () => "x", set() {} })',
  'a shadow of the document':
    'document.body.innerHTML += "<form id=body><input name=attributes><input name=childNodes><input name=nodeName><input name=parentNode></form><img name=querySelectorAll><img name=createElement>"',
  'an element that throws':
    'class X extends HTMLElement { getAttribute() { throw 1 } get attributes() { throw 1 } get tagName() { for (;;); } } customElements.define("x-x", X); document.body.append(new X())',
  'elements that come back':
    'customElements.define("x-y", class extends HTMLElement { disconnectedCallback() { document.body.append(this) } connectedCallback() { this.remove() } }); document.body.append(document.createElement("x-y"))',
  'a proxy as document':
    'try { Object.setPrototypeOf(document, new Proxy({}, { get() { for (;;); } })) } catch {}',
  'a listener before ours':
    'for (const t of ["click", "mouseover", "load", "message", "error"]) addEventListener(t, (e) => { e.stopImmediatePropagation(); for (let i = 0; i < 1e7; i++); }, true)',
  'a forged event':
    'setInterval(() => dispatchEvent(new CustomEvent("argiope", { detail: { agent: true } })), 1)',
  'a trap for the debugger':
    'console.log(new Proxy({}, { get() { for (;;); } })); console.table([{ get a() { for (;;); } }])',
  'a date that stands': 'Date.now = () => 0; performance.now = () => NaN; window.setTimeout = () => 0',
};

/** Scripts that flood or break what stands around the page. */
export const floods: Readonly<Record<string, string>> = {
  'a title of signs':
    'document.title = "\\x1b[2J\\x1b]0;owned\\x07\\u009b31m\\u202egnp.exe\\u2028=cmd|calc!A0"',
  'an address of a megabyte': 'history.replaceState(0, "", "?" + "x".repeat(1e6))',
  'a state of many megabytes': 'for (let i = 0; i < 40; i++) history.pushState("x".repeat(1e6), "", "?" + i)',
  'a name of the window': 'window.name = "x".repeat(3e7)',
  'sockets to itself':
    'for (let i = 0; i < 400; i++) new WebSocket(location.origin.replace("http", "ws") + "/slow" + i)',
  'streams to itself': 'for (let i = 0; i < 100; i++) new EventSource("/slow" + i)',
  'refused requests':
    'for (let i = 0; i < 3000; i++) fetch("http://10.0.0.1/" + i, { mode: "no-cors" }).catch(() => {})',
  channels:
    'const c = new BroadcastChannel("c"), d = new BroadcastChannel("c"); c.onmessage = () => c.postMessage(1); d.onmessage = () => d.postMessage(1); c.postMessage(1)',
  'shared workers': 'for (let i = 0; i < 40; i++) new SharedWorker("data:text/javascript,for(;;);", "w" + i)',
  'a wait': 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)',
  'a synchronous request': 'const x = new XMLHttpRequest(); x.open("GET", "/slow-sync", false); x.send()',
  'an expression': '/^(a+)+$/.test("a".repeat(40) + "b")',
  'a way back':
    'history.pushState(0, "", "?a"); onpopstate = () => history.forward(); setInterval(() => history.back(), 1)',
  'a form that sends itself':
    'document.body.innerHTML += "<form id=f><input name=a></form>"; setInterval(() => f.submit(), 1)',
  'frames in frames':
    'let f = document.body; for (let i = 0; i < 60; i++) { const n = f.ownerDocument.createElement("iframe"); f.append(n); f = n.contentDocument.body }',
  'a thousand frames':
    'for (let i = 0; i < 1000; i++) document.body.append(Object.assign(document.createElement("iframe"), { srcdoc: "<p>" + i }))',
  'a frame in itself':
    'const s = "<script>(" + go + ")()</" + "script>"; function go() { const f = document.createElement("iframe"); f.srcdoc = document.documentElement.outerHTML; document.documentElement.append(f) } document.body.append(Object.assign(document.createElement("iframe"), { srcdoc: s }))',
  'blob documents':
    'document.body.append(Object.assign(document.createElement("iframe"), { src: URL.createObjectURL(new Blob(["<script>for(;;);</" + "script>"], { type: "text/html" })) }))',
  'shadows in shadows':
    'let at = document.body; for (let i = 0; i < 3000; i++) { const n = document.createElement("div"); at.append(n); at = n.attachShadow({ mode: "open" }) } at.append("deep")',
  downloads:
    'setInterval(() => { const a = document.createElement("a"); a.href = "data:application/octet-stream,x"; a.download = "../../x"; a.click() }, 1)',
  'a link of a megabyte': 'document.body.innerHTML += "<a href=\'/?" + "x".repeat(1e6) + "\'>long</a>"',
  'names for files':
    'document.body.innerHTML += ["../../../x", "..%2f..%2fx", "con", "a\\u0000b", "-rf", "\\u202egnp.html"].map((n) => "<a href=\'/missing/" + n + "\'>" + n + "</a>").join("")',
  'a crowd of observers':
    'for (let i = 0; i < 5000; i++) new IntersectionObserver(() => { document.body.append("") }).observe(document.body)',
  'a lock': 'navigator.locks?.request("x", () => new Promise(() => {})); navigator.storage?.persist?.()',
};

/** Markup that costs without a script. */
export const markup: Readonly<Record<string, string>> = {
  'a refresh to itself': '<meta http-equiv=refresh content="0"><p>again',
  'a refresh to data': '<meta http-equiv=refresh content="0;url=data:text/html,x"><p>words',
  'a drawing of drawings': `<svg>${Array.from({ length: 12 }, (_, n) => `<g id="g${n}">${`<use href="#g${n + 1}"/>`.repeat(10)}</g>`).join('')}<g id="g12"><path d="M0 0h1"/></g></svg>`,
  'variables of variables': `<style>p{${Array.from({ length: 30 }, (_, n) => `--v${n}: var(--v${n + 1}) var(--v${n + 1});`).join('')}--v30:x;content:var(--v0)}</style><p>x`,
  'selectors in selectors': `<style>${':is('.repeat(500)}p${')'.repeat(500)}{color:red} ${'div:has(p) '.repeat(50)}{color:red}</style>${'<div>'.repeat(300)}<p>x`,
  'a thousand tables': `${'<table><tr><td>'.repeat(400)}x`,
  'a million entities': `<p>${'&NotEqualTilde;'.repeat(300_000)}`,
  'facts of megabytes': `<script type="application/ld+json">[${'{"@type":"Thing","name":"x","__proto__":{"a":1}},'.repeat(60_000)}{}]</script><p>words`,
  'an address in a set': `<img srcset="${'/x.png 1x,'.repeat(20_000)}"><p>words`,
  options: `<select>${'<option>x'.repeat(50_000)}</select><p>words`,
  'a policy': `<meta http-equiv=Content-Security-Policy content="script-src 'none'; require-trusted-types-for 'script'"><p>words`,
  'shadows by markup': `${'<div><template shadowrootmode=open><slot></slot>'.repeat(200)}<p>x`,
  comments: `<!--${'--'.repeat(500_000)}--><p>words${'<!-- x -->'.repeat(50_000)}`,
};
