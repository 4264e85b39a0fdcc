import { type Concept, concept } from './concept.ts';

/** What books, films, music, recipes and other works are told by. */
export const works: readonly Concept[] = [
  concept('author', 'author|authors|written by|writer|author name|作者|著者', {
    weak: ['by', '编者', '文'],
    types: ['person'],
  }),
  concept('isbn_13', 'isbn 13|isbn13|isbn|ean|国际标准书号|书号', {
    types: ['isbn'],
    pattern: /97[89](?:[\s-]?\d){10}/,
  }),
  concept('isbn_10', 'isbn 10|isbn10|isbn', {
    types: ['isbn'],
    pattern: /(?<![\d-])(?:\d[\s-]?){9}[\dXx](?![\d-])/,
  }),
  concept('isbn', 'isbn|isbn number|国际标准书号|书号', { types: ['isbn'] }),
  concept('publisher', 'publisher|published by|imprint|publishing house|出版社|出版者|出版商', {
    types: ['organisation'],
  }),
  concept(
    'publication_date',
    'publication date|pub date|date published|published|publish date|release date|published date|publication year|year published|pubdate|出版日期|出版时间|出版年|上市时间',
    { weak: ['date', 'released'], types: ['date', 'year'] },
  ),
  concept('pages', 'pages|number of pages|page count|页数', { types: ['number', 'quantity'] }),
  concept('format', 'format|binding|media|装帧|开本|版式'),
  concept('language', 'language|languages|语言|语种'),
  concept('edition', 'edition|版次|版本'),
  concept('genre', 'genre|genres|类型|流派|类别', { weak: ['category', 'categories'] }),
  concept('director', 'director|directed by|directors|导演', { types: ['person'] }),
  concept('actors', 'cast|starring|stars|actors|主演|演员', { types: ['person'] }),
  concept('mpaa_rating', 'mpaa rating|mpaa|rated|certification|certificate|content rating|分级', {
    weak: ['rating'],
    holds: /^(?:rated:? )?(?:g|pg|pg-13|r|nc-17|nr|not rated|unrated)\b/i,
  }),
  concept('runtime', 'runtime|running time|run time|duration|length|片长|时长', {
    types: ['quantity', 'time'],
  }),
  concept('release_date', 'release date|released|in theaters|opening date|上映日期|发行日期', {
    types: ['date', 'year'],
  }),
  concept('artist', 'artist|performer|band|singer|歌手|艺人'),
  concept('album', 'album|record|专辑'),
  concept('ingredients', 'ingredients|原料|配料|食材'),
  concept('servings', 'servings|serves|yield|makes|份量'),
  concept('prep_time', 'prep time|preparation time|准备时间', { types: ['quantity', 'time'] }),
  concept('cook_time', 'cook time|cooking time|烹饪时间', { types: ['quantity', 'time'] }),
];
