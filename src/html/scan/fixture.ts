import fc from '../../../test/cases.ts';

const links = Array.from(
  { length: 12 },
  (_, at) =>
    `<li class="item"><a class=link href="/page/${at}.html" title='Page ${at}'>Page ${at} &amp; more</a> <span>about ${at}</span>`,
).join('\n');

/** Pages as people write them, well or badly, by what is in them. */
export const pages: Readonly<Record<string, string>> = {
  plain: `<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title> The  page </title>\n<base href="/sub/"><link rel="stylesheet" href="s.css"><link rel=canonical href="/canonical"><meta name="robots" content="noindex"></head>\n<body class="x">\n<header><a href="/"><img src="logo.png" alt="Home"></a><nav><ul>\n${links}\n</ul></nav></header>\n<main><h1>Title</h1><p>One <b>bold</b> word.<p>Two <a href=x>link</a> here<br>and there</main>\n<footer>&copy; 2020 &nbsp; A&B &lt;x&gt;</footer>\n<script>if (a < b && c > d) document.write("<a href='/no'>no</a>")</script>\n</body>\n</html>\n`,
  'no tags at all': 'just text & more < signs > here',
  empty: '',
  'blank only': '  \n ',
  'implied everything':
    '<title>t</title><p>a<p>b<ul><li>1<li>2<ul><li>3</ul><li>4</ul><dl><dt>a<dd>b<dt>c</dl>',
  'a table': `<table border=1 background=bg.gif><caption>c <a href=1>one</a></caption><colgroup><col><col></colgroup><thead><tr><th>a<th>b<tbody><tr><td>1<td><a href=2>two</a><tr><td><table><tr><td>in</table><td>x</table>after`,
  'a table without rows': '<table><td>x<td>y</table>',
  'text in a table': '<table>moved<tr><td>x</table>',
  'an anchor in a table': '<table><a href=1>moved</a><tr><td><a href=2>stays</a></td></tr></table>',
  'a form in a table':
    '<table><form action=/q><tr><td><input name=a><input type=hidden></td></tr></form></table><form action=/r></form>',
  'hidden input in a table': '<table><input type=hidden name=a><tr><td>x</table>',
  'unclosed formatting': '<p><b>bold<p>still bold<i>both</b>italic</i>',
  'formatting around blocks': '<b><div>x</div></b>y<a href=1><div>z</div></a>',
  'formatting in cells': '<table><tr><td><b>x<td>y</table>z',
  'anchors in anchors': '<a name=top><a href=1>one<a href=2>two</a><p><a href=3>three<p><a href=4>four</a>',
  'nested font': '<font size=2><font color=red>a</font><font>b</font></font>',
  drawings: `<svg viewBox="0 0 1 1"><title>icon</title><a xlink:href="/in-svg"><text>go</text></a><linearGradient id=g><stop/></linearGradient><use xlink:href="#g"/><image href="i.png"/><desc>d <b>x</b></desc><style>.a{fill:url(f.png)}</style></svg><p>after <svg/><a href=z>z</a>`,
  'a drawing that is not closed': '<p><svg><path d="M0"><p>out',
  'a drawing closed by its parent': '<div><svg><g><path/></div><a href=1>x</a>',
  'foreign objects': '<svg><foreignObject><div><p>a<a href=1>b</a></div></foreignObject><g/></svg>c',
  formulas: '<math><mi>x</mi><mo>=</mo></math><a href=1>x</a>',
  templates: '<template><a href=no>no</a></template><a href=yes>yes</a>',
  noscript:
    '<noscript><a href=no>no</a></noscript><a href=yes>yes</a><head><noscript><link href=x></noscript>',
  choices:
    '<select name=s><option value=1>a<option selected>b<optgroup label=g><option>c</optgroup><b>x</b><hr></select><a href=1>x</a>',
  'a choice that is cut short': '<select><option>a<input name=b><a href=1>x</a>',
  'texts in elements':
    '<textarea>\n<a href=no>\n</textarea><xmp><a href=no></xmp><iframe src=f.html><a href=no></iframe><noembed><a href=no></noembed><title>late</title><style>p{background:url("a.png")}@import "b.css";</style>',
  'unended title': '<title>never ended <a href=no>',
  'scripts in comments':
    '<script><!-- if (a) document.write("<a>"); //--></script><a href=1>x</a><script><!-- <script> </script> --></script><a href=2>y</a>',
  comments:
    '<!-- a --><!--><p>x<!---><!-- b --!>y<!-- --- --><? php > ?>z</ bogus>w<!doctype late><![CDATA[no]]><!-- open',
  'pre and newlines': '<pre>\n\n  a\r\n  b\rc</pre><listing>\nx</listing><pre>&#10;y</pre>',
  'comments around the end':
    '<head> <!-- 1 --> <title>t</title></head> <!-- 2 --> <body><p>a<!-- 3 -->b</></body> <!-- 4 --> </html><!-- 5 -->c<!-- 6 -->d</p>',
  'a comment before a newline': '<pre><!-- c -->\n  x</pre><pre></>\n  y</pre><select><pre>\n z</select>',
  'data in scripts':
    '<script type="application/ld+json">{"a": "<b>"}</script><p><script type=module>no()</script><script type="Application/LD+JSON"></script>',
  'a script behind the head': '<head></head><script>x</script><body><p>y',
  'a document type too late': '</p><!doctype html><p>x<table><tr><td>y</table>',
  'names of attributes':
    '<p __proto__=x constructor=y 2=b 1=a><svg viewbox="0 0 1 1" preserveaspectratio=none viewBox=2 xlink:href=#a xmlns:xlink=b><path pathlength=1 /></svg>',
  attributes: `<a href = "a b" href=second ID=I data-x='"' disabled title="&lt;&eacute;&notit;&copy=1&amp=2 &#65;&#x42; &bad; &" onclick=x()/>t</a><a href=/x/?a=1&b=2&copy=3&lt>u</a><a href='/y?c=1&amp;d=2'>v</a><a/href=z>w</a><a =x href=q>r</a>`,
  'a tag that never ends': '<p>x<a href="1',
  'an end that never ends': '<p>x</p',
  'signs without tags': 'a <3 b <- c </3> d < e',
  'a stray slash': '<br/><img src=a.png/><div/>x</div></br></p><a href=1 />y',
  'odd ends': '</div></p></a></td></body>x</html>y<p>z</body><a href=1>w</a>',
  'two bodies': '<body class=a><p>x<body><html><head><a href=1>y</a>',
  'two bodies with attributes': '<body><p>x<body title=t><a href=1>y</a>',
  frames:
    '<html><head><title>f</title></head><frameset cols="1,2"><frame src=a.html name=a><frameset><frame src=b.html></frameset><noframes><body><a href=no>no</a></body></noframes></frameset></html>',
  'head after head':
    '<head><title>a</title></head><script src=x.js></script>\n<body><link rel=next href=n><meta http-equiv=refresh content="0;url=r.html">x',
  'a meta after the head': '<head></head><meta name=robots content=none><body>x',
  'text before the body': '<html> <head> <title>x</title> </head> text <body>y',
  'a list in a list': '<ul><li><a href=1>1</a><ol><li><a href=2>2</a><li>3</ol></li></ul></li>',
  'buttons and forms':
    '<form action=a><p>x<button>1<button>2</button><form action=b><input></form><div><form></div></form>y',
  'a form that ends inside': '<div><form action=/s><p><div>x</form>y</div><a href=1>z</a>',
  objects:
    '<object data=o.html type="text/html"><param name=a><b>x</object>y<object data="f.swf" codebase="/c/"></object><applet code=A.class archive="a.jar, b.jar" codebase=../lib></applet><embed src=e.swf>',
  headings: '<h1>One <a href=1>a</a><h2>Two</h2></h1><p><a href=2>b</a><h3>Three</h2><a href=3>c</a>',
  ruby: '<ruby>a<rt>b<rp>c</ruby><ruby><rb>x<rtc>y<rt>z</ruby>',
  'a paragraph and a table': '<!doctype html><p>x<table><tr><td><p>y</table>z',
  'a paragraph and a table, quirks': '<p>x<table><tr><td><p>y</table>z',
  'an old document type':
    '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN"><p>x<table><tr><td>y</table>',
  images:
    '<picture><source srcset="a.webp 1x, b.webp 2x"><img src=data:x data-src=lazy.png srcset="s.png 100w, data:image/png;base64,AA== 2x" sizes=100vw alt=A longdesc=d.html></picture><video src=v.mp4 poster=p.png><track src=t.vtt></video><audio><source src=s.ogg></audio><input type=image src=i.gif><image src=old.gif>',
  'links of every kind':
    '<link rel="alternate" hreflang=de href=de.html><link rel=alternate type="application/rss+xml" href=feed.xml><link rel="shortcut icon" href=i.ico><link rel=preload as=font href=f.woff><link rel=prev href=p><link rel=author href=me><a href=1 ping="/p1 /p2" rel=nofollow>x</a><blockquote cite=c.html>q</blockquote><div style="background:url(bg.png)">s</div><form method=POST action=no></form><form action=/find></form>',
  chinese:
    '<html lang=zh><title>标题</title><body><h2>新闻</h2><ul><li><a href="/新闻?页=2">第二页</a>　更多<li><a href="%E4%B8%AD.html">中</a></ul>',
  'made-up elements': '<my-app><x-link><a href=1>x</a></x-link><b-c/>y</my-app><p>z</x-y>',
  'upper case':
    '<HTML><HEAD><TITLE>T</TITLE></HEAD><BODY><TABLE><TR><TD><A HREF="X.HTM">y</A></TABLE></BODY>',
  'deep lists': `${'<ul><li>'.repeat(60)}<a href=deep>x</a>`,
  'many names': `<div>${Array.from({ length: 40 }, (_, at) => `<e${at}></e${at}><e${at}></e${at}>`).join('')}<a href=1>x</a><e39><a href=2>y</a></e39></div>`,
  'roles and parts':
    '<div role=banner><h1>h</h1><a href=1>a</a></div><div role=navigation><a href=2>b</a></div><header>x <a href=3>c</a><nav>n</nav></header><article><header><a href=4>d</a></header><footer>f <a href=5>e</a></footer>long text of the article that is here</article><aside><a href=6>f</a></aside><footer><a href=7>g</a></footer>',
  dates:
    '<meta property="article:published_time" content="2020-01-02T03:04:05Z"><meta itemprop=dateModified content=2021-01-01><time datetime=2019-05-06 pubdate>x</time><nav><time datetime=2018-01-01>y</time></nav>',
};

const tags =
  'a b i p div span ul li ol table tr td th tbody caption col select option h1 h2 form button pre svg g title style script textarea br img input dl dt dd font nobr object body html head link meta base iframe noscript center frameset frame hr optgroup colgroup thead strong em section nav header footer main ruby rt'.split(
    ' ',
  );
const attribute = fc.constantFrom(
  ...[
    '',
    ' href=/a',
    ' href="b.html"',
    " href='?q=1&r=2'",
    ' id=x',
    ' class="c d"',
    ' src=i.png',
    ' title="t &amp; u"',
  ],
  ...[
    ' type=hidden',
    ' rel=next',
    ' role=navigation',
    ' style="background:url(x.png)"',
    ' lang=en',
    ' alt=A',
    ' /',
    ' disabled',
  ],
);
const tag = fc.constantFrom(...tags);

/** Markup in which any tag may follow any other. */
export const soup = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.tuple(tag, attribute).map(([name, attrs]) => `<${name}${attrs}>`) },
      { weight: 4, arbitrary: tag.map((name) => `</${name}>`) },
      {
        weight: 4,
        arbitrary: fc.constantFrom(
          'text',
          ' ',
          '\n  ',
          'a &amp; b',
          '中文',
          '<!-- c -->',
          '&nbsp;',
          '<',
          '&',
          'x\r\ny',
          '</>',
          '<? x >',
          '<!doctype html>',
          '<script type="application/ld+json">{}</script>',
        ),
      },
    ),
    { maxLength: 40 },
  )
  .map((pieces) => pieces.join(''));

const remarks = fc.constantFrom(
  ...[
    '</body>',
    '</html>',
    '<!-- c -->',
    '<?pi?>',
    '</ b>',
    '</>',
    '<!>',
    '<!doctype html>',
    '<head>',
    '\n',
    'text',
  ],
  ...['<script type="application/ld+json">{"a": "<b>"}</script>', '<script>1</script>', '<style>s</style>'],
  ...[
    '<svg viewbox="0 0 1 1" xlink:href=a><g preserveaspectratio=x xml:lang=e>',
    '</svg>',
    '<p __proto__=x>',
  ],
  ...[
    '<select>',
    '</select>',
    '<table>',
    '</table>',
    '<td>',
    '<textarea>\n\nx</textarea>',
    '<noscript>a<b></noscript>',
  ],
);

/** Markup with much in it that parts texts, or looks as if it did. */
export const remarked = fc
  .tuple(
    fc.constantFrom('', '<!doctype html>'),
    fc.array(fc.oneof({ weight: 3, arbitrary: remarks }, soup), { maxLength: 25 }),
  )
  .map(([doctype, pieces]) => doctype + pieces.join(''));

/** Markup whose elements are nested as they should be, as most pages' are. */
export const orderly = fc.letrec<{ node: string; nodes: string }>((tie) => ({
  nodes: fc.array(tie('node'), { maxLength: 5 }).map((nodes) => nodes.join('')),
  node: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('text ', '\n', 'more &lt;', '<br>', '<img src=i.png alt=A>', '<hr>', '中文'),
    fc
      .tuple(
        fc.constantFrom(
          'div',
          'ul',
          'li',
          'p',
          'span',
          'a',
          'b',
          'section',
          'nav',
          'h2',
          'td',
          'tr',
          'table',
          'svg',
          'em',
          'form',
        ),
        attribute,
        tie('nodes'),
      )
      .map(([name, attrs, inner]) => `<${name}${attrs.replace(' /', '')}>${inner}</${name}>`),
  ),
})).nodes;
