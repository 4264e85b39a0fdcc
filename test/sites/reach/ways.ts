/** Ways in which a page makes a browser ask for something; `at(n)` is the origin that way `n` is to reach. */
export type Ways = readonly (readonly [name: string, page: (at: string) => string])[];

const script = (code: string) => `<script>try{${code}}catch(e){}</script>`;
const later = (code: string) => script(`(async()=>{${code}})().catch(()=>{})`);
/** A worker that says something is not waited for any longer. */
const ofWorker = (code: string) =>
  later(
    `new Worker(URL.createObjectURL(new Blob([${JSON.stringify(`postMessage(1);${code}`)}],{type:'text/javascript'})))`,
  );
const ofFile = (kind: string, code: string) =>
  later(`${kind.replace('URL', `'/code.js?'+encodeURIComponent(${JSON.stringify(code)})`)}`);
const style = (rules: string) => `<style>${rules}</style>`;

/** What a page loads while it stays where it is: all of it fits into one document. */
export const filesOfPages: Ways = [
  ['img', (at) => `<img src="${at}/">`],
  ['img srcset', (at) => `<img srcset="${at}/ 1x">`],
  ['picture', (at) => `<picture><source srcset="${at}/"><img></picture>`],
  ['input image', (at) => `<input type="image" src="${at}/">`],
  ['body background', (at) => `<table background="${at}/"><tr><td>x</table>`],
  ['Image()', (at) => script(`new Image().src='${at}/'`)],
  ['svg image', (at) => `<svg width="9" height="9"><image href="${at}/" width="9" height="9"/></svg>`],
  ['svg xlink', (at) => `<svg width="9" height="9"><image xlink:href="${at}/" width="9" height="9"/></svg>`],
  [
    'svg feImage',
    (at) =>
      `<svg width="9" height="9"><filter id="f"><feImage href="${at}/"/></filter><rect width="9" height="9" filter="url(#f)"/></svg>`,
  ],
  ['video', (at) => `<video src="${at}/" preload="auto"></video>`],
  ['video poster', (at) => `<video poster="${at}/"></video>`],
  ['video source', (at) => `<video preload="auto"><source src="${at}/"></video>`],
  ['audio', (at) => `<audio src="${at}/" preload="auto"></audio>`],
  ['Audio()', (at) => script(`new Audio('${at}/').load()`)],
  [
    'track',
    (at) =>
      `<video crossorigin="anonymous"><track default src="${at}/" kind="captions"></video>${script("document.querySelectorAll('track').forEach(t=>t.track.mode='showing')")}`,
  ],
  ['object', (at) => `<object data="${at}/"></object>`],
  ['embed', (at) => `<embed src="${at}/">`],
  ['iframe', (at) => `<iframe src="${at}/"></iframe>`],
  ['iframe srcdoc', (at) => `<iframe srcdoc="<img src='${at}/'>"></iframe>`],
  ['iframe data', (at) => `<iframe src="data:text/html,<img src='${at}/'>"></iframe>`],
  ['iframe sandbox', (at) => `<iframe sandbox src="${at}/"></iframe>`],
  [
    'frame by script',
    (at) => script(`document.body.append(Object.assign(document.createElement('iframe'),{src:'${at}/'}))`),
  ],
  ['stylesheet', (at) => `<link rel="stylesheet" href="${at}/">`],
  ['stylesheet import', (at) => style(`@import url(${at}/);`)],
  ['css background', (at) => `<p style="background:url(${at}/)">x</p>`],
  ['css image-set', (at) => `<p style="background:image-set(url(${at}/) 1x)">x</p>`],
  ['css list-style', (at) => `<ul style="list-style-image:url(${at}/)"><li>x</ul>`],
  ['css border-image', (at) => `<p style="border:9px solid;border-image:url(${at}/) 1">x</p>`],
  ['css content', (at) => `${style(`#cc::before{content:url(${at}/)}`)}<p id="cc">x</p>`],
  ['css mask', (at) => `<p style="mask-image:url(${at}/)">x</p>`],
  ['css font', (at) => `${style(`@font-face{font-family:q;src:url(${at}/)}`)}<p style="font-family:q">x</p>`],
  ['FontFace()', (at) => later(`await new FontFace('z','url(${at}/)').load()`)],
  ['script', (at) => `<script src="${at}/"></script>`],
  ['script async', (at) => `<script async src="${at}/"></script>`],
  ['script module', (at) => `<script type="module" src="${at}/"></script>`],
  ['import()', (at) => later(`await import('${at}/')`)],
  ['preload image', (at) => `<link rel="preload" as="image" href="${at}/">`],
  ['preload script', (at) => `<link rel="preload" as="script" href="${at}/">`],
  ['preload fetch', (at) => `<link rel="preload" as="fetch" crossorigin href="${at}/">`],
  ['modulepreload', (at) => `<link rel="modulepreload" href="${at}/">`],
  ['prefetch', (at) => `<link rel="prefetch" href="${at}/">`],
  ['prerender', (at) => `<link rel="prerender" href="${at}/">`],
  ['preconnect', (at) => `<link rel="preconnect" href="${at}/">`],
  ['dns-prefetch', (at) => `<link rel="dns-prefetch" href="${at}/">`],
  ['icon', (at) => `<link rel="icon" href="${at}/">`],
  ['manifest', (at) => `<link rel="manifest" href="${at}/">`],
  [
    'speculation rules',
    (at) =>
      `<script type="speculationrules">{"prefetch":[{"source":"list","urls":["${at}/"],"eagerness":"immediate"}]}</script>`,
  ],
  ['fetch', (at) => later(`await fetch('${at}/')`)],
  ['fetch no-cors', (at) => later(`await fetch('${at}/',{mode:'no-cors'})`)],
  ['fetch POST', (at) => later(`await fetch('${at}/',{method:'POST',body:'x',mode:'no-cors'})`)],
  ['fetch PUT', (at) => later(`await fetch('${at}/',{method:'PUT',body:'x'})`)],
  ['fetch keepalive', (at) => later(`await fetch('${at}/',{keepalive:true,mode:'no-cors'})`)],
  ['XMLHttpRequest', (at) => script(`var x=new XMLHttpRequest();x.open('GET','${at}/');x.send()`)],
  ['XMLHttpRequest POST', (at) => script(`var x=new XMLHttpRequest();x.open('POST','${at}/');x.send('x')`)],
  ['sendBeacon', (at) => script(`navigator.sendBeacon('${at}/','x')`)],
  ['EventSource', (at) => script(`var s=new EventSource('${at}/');s.onerror=()=>s.close()`)],
  ['WebSocket', (at) => script(`new WebSocket('${at.replace('http', 'ws')}/')`)],
  ['secure WebSocket', (at) => script(`new WebSocket('${at.replace('http', 'wss')}/')`)],
  ['https', (at) => `<img src="${at.replace('http', 'https')}/">`],
  ['worker fetch', (at) => ofWorker(`fetch('${at}/',{mode:'no-cors'})`)],
  ['worker XMLHttpRequest', (at) => ofWorker(`var x=new XMLHttpRequest();x.open('GET','${at}/');x.send()`)],
  ['worker importScripts', (at) => ofWorker(`importScripts('${at}/')`)],
  ['worker WebSocket', (at) => ofWorker(`new WebSocket('${at.replace('http', 'ws')}/')`)],
  ['worker EventSource', (at) => ofWorker(`var s=new EventSource('${at}/');s.onerror=()=>s.close()`)],
  ['module worker', (at) => ofFile("new Worker(URL,{type:'module'})", `import '${at}/'`)],
  ['shared worker', (at) => ofFile('new SharedWorker(URL)', `fetch('${at}/',{mode:'no-cors'})`)],
  [
    'service worker',
    (at) =>
      ofFile("await navigator.serviceWorker.register(URL,{scope:'/a/'})", `fetch('${at}/',{mode:'no-cors'})`),
  ],
  [
    'service worker importScripts',
    (at) => ofFile("await navigator.serviceWorker.register(URL,{scope:'/b/'})", `importScripts('${at}/')`),
  ],
  ['audio worklet', (at) => later(`await new AudioContext().audioWorklet.addModule('${at}/')`)],
  ['paint worklet', (at) => later(`await CSS.paintWorklet.addModule('${at}/')`)],
  ['redirected img', (at) => `<img src="/to?${at}/">`],
  ['redirected script', (at) => `<script src="/to?${at}/"></script>`],
  ['redirected fetch', (at) => later(`await fetch('/to?${at}/',{mode:'no-cors'})`)],
  ['redirected iframe', (at) => `<iframe src="/to?${at}/"></iframe>`],
  ['redirected POST', (at) => later(`await fetch('/to?${at}/',{method:'POST',body:'x',mode:'no-cors'})`)],
  ['redirected stylesheet', (at) => `<link rel="stylesheet" href="/to?${at}/">`],
  ['redirected worker', (at) => ofWorker(`importScripts(location.origin+'/to?${at}/')`)],
  [
    'form in a frame',
    (at) =>
      `<iframe name="ff"></iframe><form target="ff" action="${at}/" id="g"></form>${script('g.submit()')}`,
  ],
  [
    'POST form in a frame',
    (at) =>
      `<iframe name="fp"></iframe><form method="post" target="fp" action="${at}/" id="h"></form>${script('h.submit()')}`,
  ],
  [
    'link in a frame',
    (at) => `<iframe name="fl"></iframe><a target="fl" href="${at}/" id="l"></a>${script('l.click()')}`,
  ],
  [
    'frame with a refresh',
    (at) => `<iframe srcdoc="<meta http-equiv=refresh content='0;url=${at}/'>"></iframe>`,
  ],
  ['report of a policy', (at) => `<iframe src="/policy?${at}/"></iframe>`],
  ['Link header', (at) => `<iframe src="/linked?${at}/"></iframe>`],
  ['XSLT', (at) => `<iframe src="/styled?${at}/"></iframe>`],
  ['window.open', (at) => script(`open('${at}/')`)],
  ['link to a new window', (at) => `<a target="_blank" href="${at}/" id="nw"></a>${script('nw.click()')}`],
  [
    'form to a new window',
    (at) => `<form target="_blank" action="${at}/" id="nf"></form>${script('nf.submit()')}`,
  ],
  [
    'POST form to a new window',
    (at) => `<form method="post" target="_blank" action="${at}/" id="np"></form>${script('np.submit()')}`,
  ],
  [
    'link with ping',
    (at) => `<a target="fl" href="/empty" ping="${at}/" id="pg"></a>${script('pg.click()')}`,
  ],
  ['STUN', (at) => rtc(`stun:${at.slice(7)}`)],
  ['TURN', (at) => rtc(`turn:${at.slice(7)}?transport=udp`)],
  ['TURN by TCP', (at) => rtc(`turn:${at.slice(7)}?transport=tcp`)],
  ['WebTransport', (at) => later(`await new WebTransport('${at.replace('http', 'https')}/').ready`)],
];

function rtc(urls: string): string {
  const servers = `{iceServers:[{urls:'${urls}',username:'u',credential:'c'}]}`;
  return later(
    `var c=new RTCPeerConnection(${servers});c.createDataChannel('x');await c.setLocalDescription(await c.createOffer())`,
  );
}

/** Ways in which a document leads elsewhere: each needs a document of its own. */
export const leadingElsewhere: Ways = [
  ['location', (at) => script(`location.href='${at}/'`)],
  ['location.replace', (at) => script(`location.replace('${at}/')`)],
  ['meta refresh', (at) => `<meta http-equiv="refresh" content="0;url=${at}/">`],
  ['form', (at) => `<form action="${at}/" id="f"></form>${script('f.submit()')}`],
  ['POST form', (at) => `<form method="post" action="${at}/" id="f"></form>${script('f.submit()')}`],
  // Also what is to be saved leads there: no other way may stand in a document with it.
  ['download', (at) => `<a download href="${at}/" id="dl"></a>${script('dl.click()')}`],
  ['redirect', () => ''],
  ['two redirects', () => ''],
  ['Refresh header', () => ''],
];
