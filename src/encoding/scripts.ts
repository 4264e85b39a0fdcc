/** What text of an encoding is made of: enough to tell which of several readings of the same bytes is meant. */

/** Lead bytes from … to …, and trail bytes from … to …. */
export type Rows = readonly [fromLead: number, toLead: number, fromTrail: number, toTrail: number];

/** An encoding whose characters beyond ASCII take two bytes. */
export interface Script {
  readonly charset: 'gb18030' | 'big5' | 'shift_jis' | 'euc-jp' | 'euc-kr';
  /** Rows of the characters that make up nearly all text. */
  readonly usual: readonly Rows[];
  /** Rows of punctuation. */
  readonly signs: readonly Rows[];
  /** The most frequent characters of running text. */
  readonly frequent: string;
}

const hiragana =
  'のにはをたがでてとしれさいうあるかなこまもらりすくきよつせそけちめやどじだみえおわろんげびべずゃゅょっごぎ';

/** Two-byte encodings that are tried. */
export const scripts: readonly Script[] = [
  {
    charset: 'gb18030',
    // The first level of GB 2312: 3,755 characters in the order of their sound.
    usual: [[0xb0, 0xd7, 0xa1, 0xfe]],
    signs: [
      [0xa1, 0xa1, 0xa1, 0xfe],
      [0xa3, 0xa3, 0xa1, 0xfe],
    ],
    frequent:
      '的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运搜索首页网站登录新闻',
  },
  {
    charset: 'big5',
    // The first level of Big5: 5,401 characters in the order of their strokes.
    usual: [
      [0xa4, 0xc6, 0x40, 0x7e],
      [0xa4, 0xc6, 0xa1, 0xfe],
    ],
    signs: [
      [0xa1, 0xa2, 0x40, 0x7e],
      [0xa1, 0xa2, 0xa1, 0xfe],
    ],
    frequent:
      '的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心本前開但因只從想實日軍者意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應戰向頭文體政美相見被利什二等產或新己制身果加西斯月話合回特代內信表化老給世位次度門任常先海通教兒原東聲提立及比員解水名真論處走義各入幾口認條平系氣題活爾更別打女變四神總何電數安少報才結反受目太量再感建務做接必場件計管期市直德資命山金指克許統區保至隊形社便空決治展馬科司五基眼書非則聽白卻界達光放強即像難且權思王象完設式色路記南品住告類求據程北邊死張該交規萬取拉格望覺術領共確傳師觀清今切院讓識候帶導爭運灣網站首頁登錄新聞',
  },
  {
    charset: 'euc-jp',
    // Katakana, and the first level of JIS X 0208.
    usual: [
      [0xa5, 0xa5, 0xa1, 0xf6],
      [0xb0, 0xcf, 0xa1, 0xfe],
    ],
    signs: [[0xa1, 0xa1, 0xa1, 0xfe]],
    frequent: hiragana,
  },
  {
    charset: 'shift_jis',
    usual: [
      [0x83, 0x83, 0x40, 0x96],
      [0x88, 0x97, 0x40, 0xfc],
    ],
    signs: [[0x81, 0x81, 0x40, 0xac]],
    frequent: hiragana,
  },
  {
    charset: 'euc-kr',
    // The 2,350 syllables of KS X 1001.
    usual: [[0xb0, 0xc8, 0xa1, 0xfe]],
    signs: [[0xa1, 0xa1, 0xa1, 0xfe]],
    frequent:
      '이다는을가에의고하지한로은도사기인리서어를자대시아해으나스보정수일그과부있전제들장라만니상여게원주구성무공조안선동면비경신유적국연화내우진관소마모문오세분행회생개영물미계중실방했위당없었며였및것',
  },
];
