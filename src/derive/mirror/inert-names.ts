import type { ElementNode } from '../../model/document.ts';

/**
 * Names of elements and attributes that run nothing and load nothing by themselves. Whatever stands in none of these
 * lists is left out of a mirror: a name that nobody here has heard of may mean something to a browser.
 */

const words = (text: string): readonly string[] => text.split(' ');
const byLowerCase = (names: readonly string[]): ReadonlyMap<string, string> =>
  new Map(names.map((name) => [name.toLowerCase(), name]));

const htmlElements = byLowerCase(
  words(
    'html head body frameset title style link meta address article aside footer header h1 h2 h3 h4 h5 h6 hgroup main ' +
      'nav section search blockquote dd div dl dt figcaption figure hr li menu ol p pre ul a abbr b bdi bdo br cite code ' +
      'data dfn em i kbd mark q rp rt rb rtc ruby s samp small span strong sub sup time u var wbr area audio img map ' +
      'track video picture source canvas del ins caption col colgroup table tbody td tfoot th thead tr button datalist ' +
      'fieldset form input label legend meter optgroup option output progress select selectedcontent textarea details ' +
      'dialog summary slot template iframe frame object embed acronym big blink center dir font image listing marquee ' +
      'menuitem multicol nobr plaintext spacer strike tt xmp',
  ),
);

const svgElements = byLowerCase(
  words(
    'a animate animateMotion animateTransform circle clipPath defs desc ellipse feBlend feColorMatrix ' +
      'feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow ' +
      'feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset ' +
      'fePointLight feSpecularLighting feSpotLight feTile feTurbulence filter foreignObject g image line linearGradient ' +
      'marker mask metadata mpath path pattern polygon polyline radialGradient rect set stop style svg switch symbol ' +
      'text textPath title tspan use view',
  ),
);

const mathElements = byLowerCase(
  words(
    'math maction menclose merror mfenced mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms ' +
      'mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none semantics annotation',
  ),
);

const anyAttributes = words(
  'accesskey class dir draggable hidden id inert lang part role slot style tabindex title translate width height ' +
    'color type name media target href',
);

const htmlAttributes = new Map(
  words(
    `${anyAttributes.join(' ')} autocapitalize autofocus contenteditable enterkeyhint exportparts inputmode is itemid ` +
      'itemprop itemref itemscope itemtype popover spellcheck abbr accept action align alink allowfullscreen alt as ' +
      'autocomplete autoplay axis background behavior bgcolor border bordercolor cellpadding cellspacing char charoff ' +
      'charset checked cite clear cols colspan command commandfor compact content controls controlslist coords data ' +
      'datetime decoding default direction dirname disabled disablepictureinpicture download enctype face for form ' +
      'formaction formmethod formnovalidate formtarget frame frameborder headers high hreflang hspace http-equiv kind ' +
      'label link list loop low marginheight marginwidth max maxlength method min minlength multiple muted nohref ' +
      'noresize noshade novalidate nowrap open optimum pattern placeholder playsinline popovertarget ' +
      'popovertargetaction poster preload readonly rel required rev reversed rows rowspan rules scheme scope ' +
      'scrollamount scrolldelay scrolling selected shape size sizes span src srclang srcset start step summary text ' +
      'usemap valign value vlink vspace wrap property typeof vocab prefix resource about datatype',
  ).map((name) => [name, name]),
);

const foreignAttributes = byLowerCase([
  ...anyAttributes,
  ...words(
    'accumulate additive amplitude attributeName attributeType azimuth baseFrequency baseProfile begin bias by calcMode ' +
      'clip clipPathUnits cursor cx cy d diffuseConstant direction display divisor dur dx dy edgeMode elevation end ' +
      'exponent fill filter filterUnits font fr from fx fy gradientTransform gradientUnits in in2 intercept k1 k2 k3 k4 ' +
      'kernelMatrix kernelUnitLength keyPoints keySplines keyTimes lengthAdjust limitingConeAngle marker markerHeight ' +
      'markerUnits markerWidth mask maskContentUnits maskUnits max method min mode numOctaves offset opacity operator ' +
      'order orient orientation origin overflow paint-order path pathLength patternContentUnits patternTransform ' +
      'patternUnits points pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio primitiveUnits r radius refX ' +
      'refY repeatCount repeatDur requiredExtensions requiredFeatures restart result rotate rx ry scale seed side slope ' +
      'spacing specularConstant specularExponent spreadMethod startOffset stdDeviation stitchTiles stroke surfaceScale ' +
      'systemLanguage tableValues targetX targetY textLength to transform values version viewBox viewTarget visibility x ' +
      'x1 x2 xChannelSelector y y1 y2 yChannelSelector z zoomAndPan xlink:href xml:lang xml:space',
  ),
  ...words(
    'accent accentunder align bevelled close columnalign columnlines columnspacing columnspan denomalign depth dir ' +
      'display displaystyle encoding fence fontstyle frame framespacing linethickness lspace mathbackground mathcolor ' +
      'mathsize mathvariant maxsize minsize movablelimits notation numalign open rowalign rowlines rowspacing rowspan ' +
      'rspace scriptlevel selection separator separators stretchy symmetric voffset',
  ),
]);

/** The name that a parser would give an element; `null` where it is not known to be inert. */
function inertElementName({ tag, ns }: Pick<ElementNode, 'tag' | 'ns'>): string | null {
  const name = String(tag).toLowerCase();
  if (ns === 'svg') return svgElements.get(name) ?? null;
  if (ns === 'math') return mathElements.get(name) ?? null;
  if (ns !== undefined) return null;
  return htmlElements.get(name) ?? (isCustom(name) ? name : null);
}

/** Names of custom elements are out of reach for the standard, but for eight that it had used before. */
function isCustom(name: string): boolean {
  return /^[a-z][a-z0-9._]*-[a-z0-9._-]*$/.test(name) && !name.startsWith('font-face') && !reserved.has(name);
}

const reserved = new Set(['annotation-xml', 'color-profile', 'missing-glyph']);

const looked = { html: new Map<string, string | null>(), foreign: new Map<string, string | null>() };
/** Names whose answers are kept, before all of them are forgotten. */
const mostNames = 4000;

/** The name that a parser would give an attribute of an element; `null` where it is not known to be inert. */
function inertAttributeName(name: string, { tag, ns }: Pick<ElementNode, 'tag' | 'ns'>): string | null {
  const known = looked[ns === undefined ? 'html' : 'foreign'];
  let inert = known.get(name);
  if (inert === undefined) {
    if (known.size >= mostNames) known.clear();
    const lower = name.toLowerCase();
    inert = isUnnamed(lower) ? lower : ((ns ? foreignAttributes : htmlAttributes).get(lower) ?? null);
    known.set(name, inert);
  }
  if (inert === 'http-equiv' && tag !== 'meta') return null;
  if (inert !== null || ns !== undefined || !tag.includes('-')) return inert;
  // To a custom element every attribute is its own affair, and its script is gone.
  return /^(?!on)[a-z][a-z0-9]*$/i.test(name) && !fetching.has(name.toLowerCase())
    ? name.toLowerCase()
    : null;
}

/** Attributes that mean something to readers of a file though they stand on any element. */
const fetching = new Set(['srcdoc', 'ping', 'manifest', 'nonce', 'integrity', 'crossorigin']);

/** Names of a page's own: standards name attributes by letters alone, and with hyphens only those of `own`. */
function isUnnamed(name: string): boolean {
  return /^[a-z0-9_]+-[\w.-]*$/.test(name) ? !own.test(name) : /^[@:_*#[(.$][\w@:_*#[\]().$-]*$/.test(name);
}

const own = /^(?:http-equiv|on.*|accept-charset)$/;

/** Elements of HTML whose contents are never shown, or only where no scripts run. */
const unshown = new Set(
  'script noscript noembed noframes base portal fencedframe param bgsound basefont'.split(' '),
);

/**
 * An element under the names that a parser would give it and its attributes, and only inert ones; the node itself
 * where it is so already, `null` where it goes. An element that no browser knows shows what it holds, so that stays.
 */
export function inertNames(node: ElementNode): ElementNode | null {
  const known = inertElementName(node);
  if (known === null && (node.ns !== undefined || unshown.has(node.tag.toLowerCase()))) return null;
  const tag = known ?? 'span';
  const kept = inertAttributes(node, tag);
  const attrs = known === null ? { ...kept, 'data-argiope-was': node.tag.toLowerCase() } : kept;
  return tag === node.tag && attrs === node.attrs ? node : { ...node, tag, ...(attrs && { attrs }) };
}

function inertAttributes(node: ElementNode, tag: string): ElementNode['attrs'] {
  if (node.attrs === undefined) return undefined;
  const kind = node.ns === undefined ? { tag } : { tag, ns: node.ns };
  const attrs: Record<string, string> = {};
  let same = true;
  for (const name in node.attrs) {
    const inert = inertAttributeName(name, kind);
    const value = node.attrs[name];
    if (inert === name && typeof value === 'string') attrs[name] = value;
    else {
      same = false;
      if (inert !== null && typeof value === 'string') attrs[inert] ??= value;
    }
  }
  return same ? node.attrs : attrs;
}

const animations = new Set(['set', 'animate', 'animateTransform']);

/** Whether an SVG element animates an attribute that could run or load something: only those known to be figures may move. */
export function isLiveAnimation({ tag, attrs }: ElementNode): boolean {
  if (!animations.has(tag)) return false;
  const name = (attrs?.attributeName ?? '').trim().toLowerCase();
  return /href|^(?:style|class|id|target|name|type|role|lang|attributename)$/.test(name) || !moves(name);
}

function moves(name: string): boolean {
  return foreignAttributes.has(name) || /^[a-z]+(?:-[a-z]+)+$/.test(name);
}
