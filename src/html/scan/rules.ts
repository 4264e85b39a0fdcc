import { BoundedMap, remembering } from '../../model/bounded-map.ts';
/** How the start of an element is dealt with inside a body (HTML §13.2.6.4.7), as a number to switch on. */
export const begins = {
  generic: 0,
  block: 1,
  item: 2,
  definition: 3,
  heading: 4,
  pre: 5,
  void: 6,
  rule: 7,
  formatting: 8,
  anchor: 9,
  nobr: 10,
  raw: 11,
  xmp: 12,
  script: 13,
  title: 14,
  textarea: 15,
  headVoid: 16,
  html: 17,
  head: 18,
  body: 19,
  frameset: 20,
  frame: 21,
  form: 22,
  table: 23,
  tablePart: 24,
  button: 25,
  marked: 26,
  select: 27,
  option: 28,
  ruby: 29,
  svg: 30,
  image: 31,
  /** Left to the parser that builds trees. */
  intricate: 32,
} as const;

/** What the outline needs to know of an element by its name. */
export interface Rule {
  readonly tag: string;
  readonly begins: number;
  /** Stops the search for an element that an end tag names. */
  readonly special: boolean;
  /** Bounds the scope in which an end tag looks for its element. */
  readonly scope: boolean;
  /** The end of its parent closes it silently: its own end tag may be left out. */
  readonly implied: boolean;
  /** Would be opened again behind what closes it. */
  readonly formatting: boolean;
  /** Bounds the formatting elements that are opened again. */
  readonly marker: boolean;
}

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '));

const kinds: readonly (readonly [kind: number, names: string])[] = [
  [
    begins.block,
    'p dl ol ul div dir nav main menu aside center figure footer header hgroup dialog details address article search section summary fieldset blockquote figcaption',
  ],
  [begins.item, 'li'],
  [begins.definition, 'dd dt'],
  [begins.heading, 'h1 h2 h3 h4 h5 h6'],
  [begins.pre, 'pre listing'],
  [begins.void, 'br img wbr area embed keygen input param track source'],
  [begins.rule, 'hr'],
  [begins.formatting, 'i s b u em tt big code font small strike strong'],
  [begins.anchor, 'a'],
  [begins.nobr, 'nobr'],
  [begins.raw, 'iframe noembed noframes noscript style'],
  [begins.xmp, 'xmp'],
  [begins.script, 'script'],
  [begins.title, 'title'],
  [begins.textarea, 'textarea'],
  [begins.headVoid, 'base link meta bgsound basefont'],
  [begins.html, 'html'],
  [begins.head, 'head'],
  [begins.body, 'body'],
  [begins.frameset, 'frameset'],
  [begins.frame, 'frame'],
  [begins.form, 'form'],
  [begins.table, 'table'],
  [begins.tablePart, 'td th tr tbody thead tfoot caption col colgroup'],
  [begins.button, 'button'],
  [begins.marked, 'applet marquee object'],
  [begins.select, 'select'],
  [begins.option, 'option optgroup'],
  [begins.ruby, 'rb rtc rt rp'],
  [begins.svg, 'svg'],
  [begins.image, 'image'],
  [begins.intricate, 'template math plaintext'],
];

const special = set(
  'address applet area article aside base basefont bgsound blockquote body br button caption center col ' +
    'colgroup dd details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 ' +
    'h5 h6 head header hgroup hr html iframe img input li link listing main marquee menu meta nav noembed ' +
    'noframes noscript object ol p param plaintext pre script section select source style summary table tbody ' +
    'td template textarea tfoot th thead title tr track ul wbr xmp',
);
const scope = set('applet caption html marquee object table td template th');
const implied = set('dd dt li optgroup option p rb rp rt rtc');
const formatting = set('a b big code em font i nobr s small strike strong tt u');
const markers = set('applet caption marquee object td template th');

const known = new Map<string, Rule>();
for (const [kind, names] of kinds) for (const tag of names.split(' ')) known.set(tag, ruleFor(tag, kind));

/** Names that pages make up. */
const made = new BoundedMap<string, Rule>(2000);

function ruleFor(tag: string, kind: number): Rule {
  return {
    tag,
    begins: kind,
    special: special.has(tag),
    scope: scope.has(tag),
    implied: implied.has(tag),
    formatting: formatting.has(tag),
    marker: markers.has(tag),
  };
}

/** The rule of an HTML element, its name being in lower case. */
export function ruleOf(tag: string): Rule {
  return known.get(tag) ?? made.getOrMake(tag, genericRule);
}

function genericRule(tag: string): Rule {
  return ruleFor(tag, begins.generic);
}

const svgSpecial = set('foreignObject desc title');

/** The rule of an SVG element, its name spelled as SVG does. */
export const svgRuleOf = remembering(2000, (tag: string): Rule => {
  const bounds = svgSpecial.has(tag);
  return {
    tag,
    begins: begins.generic,
    special: bounds,
    scope: bounds,
    implied: false,
    formatting: false,
    marker: false,
  };
});

/** HTML elements that end a drawing which they are written into. */
export const breakouts = set(
  'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu ' +
    'meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var font',
);
