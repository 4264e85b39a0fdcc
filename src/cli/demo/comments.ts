import { articles, type DemoArticle } from './articles.ts';

/** One comment below an article. */
export interface Comment {
  readonly id: string;
  readonly by: string;
  readonly text: string;
}

const perPage = 5;

const voices = {
  en: {
    names: ['Mara', 'Jonas', 'Priya', 'Oskar', 'Wen', 'Fatou', 'Elif', 'Noor', 'Piet', 'Sol'],
    openings: [
      'I saw the same thing last summer.',
      'Lovely read, thank you.',
      'Are you sure about this?',
      'My children asked me exactly that.',
      'This is why I never sweep the porch.',
      'I had always believed the opposite.',
      'There is one above my desk right now.',
    ],
    endings: [
      'It was gone the next morning.',
      'Do you have a photograph?',
      'I will look again when the rain stops.',
      'The book you named says so on its first page.',
      'Ours came back three years in a row.',
      'I counted, and you are right.',
    ],
  },
  zh: {
    names: ['小陈', '阿明', '王雪', '老李', '青青', '子墨', '海燕', '周周', '文博', '秋水'],
    openings: [
      '拍得真好!',
      '我家阳台上也有一只。',
      '第一次知道它的名字。',
      '请问用的什么镜头?',
      '小时候常见,现在少了。',
      '文字也很美。',
      '原来如此。',
    ],
    endings: [
      '期待下一篇。',
      '周末也去看看。',
      '早上去光线最好。',
      '孩子看了很喜欢。',
      '收藏了。',
      '谢谢分享。',
    ],
  },
} as const;

/** The comments on one page of an article, always the same; the last page is not full. */
export function commentsOn(article: DemoArticle, page: number): readonly Comment[] {
  const { names, openings, endings } = voices[article.lang];
  const before = (page - 1) * perPage;
  const first =
    articles.slice(0, article.number - 1).reduce((sum, one) => sum + commentCount(one), 0) + before;
  // 10 names, 7 openings and 6 endings repeat after 210 comments; the whole blog has fewer.
  return Array.from({ length: amountOn(article, page) }, (_, index) => ({
    id: `comment-${article.number}-${before + index + 1}`,
    by: names[((first + index) * 3) % names.length] ?? '',
    text: `${openings[(first + index) % openings.length]} ${endings[(first + index) % endings.length]}`,
  }));
}

/** How many comments an article has. */
export function commentCount(article: DemoArticle): number {
  return (article.commentPages - 1) * perPage + amountOn(article, article.commentPages);
}

function amountOn(article: DemoArticle, page: number): number {
  return page < article.commentPages ? perPage : 2 + (article.number % (perPage - 1));
}
