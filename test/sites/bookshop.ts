import { html, routes } from './answer.ts';
import { pdfOf } from './pdf.ts';
import { type RunningSite, startSite } from './site.ts';

/** A book as the shop has it. */
export interface Book {
  readonly title: string;
  readonly author: string;
  readonly price: number;
  readonly about: string;
  /** What only the state behind "Reviews" shows. */
  readonly review: string;
}

/** English and Chinese books. */
export const books: readonly Book[] = [
  [
    'Silk and Steel',
    'Ann Weaver',
    12.5,
    'How orb weavers spin a dragline stronger than wire.',
    'Magnificent photographs throughout.',
  ],
  ['Night Harbour', 'Ben Quay', 48, 'Lanterns over a harbour that never sleeps.', 'A haunting ending.'],
  ['The Glass Orchard', 'Ann Weaver', 75, 'Pears grown under a roof of glass.', 'Too long by a chapter.'],
  ['Salt Roads', 'Cy Brine', 31, 'Caravans carried salt across the dunes.', 'The maps are superb.'],
  [
    'Winter Bees',
    'Ben Quay',
    22.95,
    'A hive keeps itself warm by shivering.',
    'My keeper friends adored it.',
  ],
  [
    'Paper Tigers',
    'Dee Fold',
    9.99,
    'Origami beasts and the people who fold them.',
    'Delightful for children.',
  ],
  ['蜘蛛的花园', '张伟', 39, '金蛛在清晨的花园里织网。', '插图非常精美。'],
  ['研究生的生活', '李娜', 45, '一名研究生在图书馆度过四年。', '读完以后很感动。'],
  ['生命的起源', '张伟', 88, '科学家研究生命如何开始。', '内容深入浅出。'],
  ['西湖游记', '王芳', 28.5, '春天的西湖边柳树发芽。', '适合旅行时阅读。'],
  ['茶与山', '李娜', 52, '云南高山上的古茶树。', '文字优美动人。'],
  ['长城脚下', '王芳', 33, '长城脚下的小村庄变了样。', '结尾出人意料。'],
].map(([title, author, price, about, review]) => ({ title, author, price, about, review }) as Book);

/** A word of the header, which one page says of its own too. */
export const frameWord = 'guarantee';

/** A shop whose every page has a header, a list of all books beside its text, and a footer. */
export function startBookshop(): Promise<RunningSite> {
  const side = books.map(({ title }, at) => `<li><a href="/book/${at}">${title}</a></li>`).join('');
  const framed = (title: string, main: string) =>
    html(
      `<title>${title} | Page and Leaf</title><div class="top">Page and Leaf, the shop with the price ${frameWord}</div>
       <div class="side"><ul>${side}</ul></div><div class="text">${main}</div>
       <div class="foot">Delivery in two days. 免费送货</div>`,
    );
  const pages = books.map(({ title, author, price, about, review }, at) => [
    `/book/${at}`,
    () =>
      framed(
        title,
        `<h1>${title}</h1><dl><dt>Author</dt><dd class="author">${author}</dd><dt>Price</dt><dd class="price">$${price.toFixed(2)}</dd></dl>
       <p id="what">${about}</p>
       <button onclick="show()">Reviews</button>
       <script>function show() { document.querySelector('#what').textContent = ${JSON.stringify(review)}; }</script>`,
      ),
  ]);
  return startSite({
    name: 'bookshop',
    start: '/',
    respond: routes({
      '/': () =>
        framed(
          'Books',
          `<h1>All books</h1><p>Welcome, reader.</p><p><a href="/promise">Our promise</a> <a href="/list.pdf">Printed list</a></p>`,
        ),
      '/promise': () => framed('Promise', `<h1>Our promise</h1><p>The ${frameWord} holds for a year.</p>`),
      '/list.pdf': () => ({
        headers: { 'content-type': 'application/pdf' },
        body: pdfOf('Wholesale conditions for booksellers'),
      }),
      ...Object.fromEntries(pages),
    }),
  });
}
