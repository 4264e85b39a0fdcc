import { type Concept, concept } from './concept.ts';

/** Attributes of anything. */
export const general: readonly Concept[] = [
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
