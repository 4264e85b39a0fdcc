import type { ValueType } from '../../values/index.ts';
import { type Concept, concept } from './lexicon/concept.ts';
import { goods } from './lexicon/goods.ts';
import { people } from './lexicon/people.ts';
import { works } from './lexicon/works.ts';

/** Attributes of anything. */
const general: readonly Concept[] = [
  concept('title', 'title|headline|标题|书名|职位|职位名称|片名|题名', { weak: ['name'], main: true }),
  concept('name', 'name|full name|名称|姓名|品名|商品名称', { weak: ['title'], main: true }),
  concept('description', 'description|overview|summary|synopsis|about|简介|描述|内容简介|概述|介绍'),
  concept('rating', 'rating|average rating|score|stars|评分|星级|得分', { types: ['rating', 'number'] }),
  concept('category', 'category|categories|department|section|subject|subjects|分类|栏目|目录'),
  concept('tags', 'tags|keywords|labels|标签|关键词'),
  concept('date', 'date|日期|时间', { types: ['date', 'year'] }),
  concept('year', 'year|年份|年款', { types: ['year'] }),
  concept('time', 'time|start time|时刻', { types: ['time'] }),
  concept('country', 'country|国家', { types: ['place'] }),
  concept('views', 'views|view count|浏览|阅读|点击|浏览次数', { types: ['number'] }),
  concept('comments', 'comments|replies|reviews|评论|回复|评价', { types: ['number'] }),
  concept('image', 'image|photo|picture|thumbnail|图片|封面', { types: ['url'] }),
];

/** Words of names that say what values are, whatever else a name says: `birth_date`, `sale_price`, `screen_size`. */
const words: readonly (readonly [words: string, types: readonly ValueType[]])[] = [
  ['isbn', ['isbn']],
  ['phone telephone tel fax mobile', ['phone']],
  ['email mail', ['email']],
  ['url website homepage link web', ['url']],
  ['price cost fee fare rent salary wage tuition budget revenue income gross', ['price', 'number']],
  ['date day birthday deadline posted published updated released born', ['date', 'year']],
  ['year founded established', ['year', 'date']],
  ['time hour', ['time', 'date']],
  ['address street', ['address', 'place']],
  ['location city town state country region place venue birthplace hometown', ['place', 'address']],
  ['percent percentage', ['percentage', 'number']],
  [
    'height weight length width depth duration runtime distance speed mileage capacity',
    ['quantity', 'number'],
  ],
  ['count page bedroom bathroom room enrollment population student', ['number', 'quantity']],
  ['author writer director actor artist editor photographer owner', ['person']],
  ['company employer publisher manufacturer organization organisation', ['organisation']],
];

/** Types by the words of names that speak of them. */
const typeWords: ReadonlyMap<string, readonly ValueType[]> = new Map(
  words.flatMap(([list, types]) => list.split(' ').map((word) => [word, types] as const)),
);

export type { Concept } from './lexicon/concept.ts';

/** Common attributes in English and Chinese; small on purpose, since a schema may bring labels of its own. */
export const lexicon: readonly Concept[] = [...general, ...goods, ...works, ...people];

/** What is known about attributes before any page is seen. */
export interface Vocabulary {
  readonly concepts: readonly Concept[];
  /** Types by the words of names that speak of them. */
  readonly typeWords: typeof typeWords;
}

export const vocabulary: Vocabulary = { concepts: lexicon, typeWords };
