/** Who writes in the bundled blog. */
export interface Author {
  readonly key: string;
  readonly name: string;
  readonly about: string;
}

/** One article of the bundled blog. */
export interface DemoArticle {
  readonly number: number;
  readonly title: string;
  readonly lang: 'en' | 'zh';
  readonly author: string;
  readonly date: string;
  readonly text: readonly string[];
  /** Pages that its comments fill; only the first is in the HTML. */
  readonly commentPages: number;
}

/** The authors, each with a card that shows when the pointer is over the name. */
export const authors: readonly Author[] = [
  {
    key: 'ada',
    name: 'Ada Brandt',
    about: 'Keeps a garden full of orb weavers and draws their webs at dawn.',
  },
  { key: 'tomas', name: 'Tomás Rey', about: 'Repairs bridges for a living and reads about silk at night.' },
  { key: 'lin', name: '林晓', about: 'Photographs insects in the hills west of Hangzhou. 摄影爱好者。' },
];

// biome-ignore format: one article reads best as one block
const rows: readonly (readonly [string, string, string, number, string, string])[] = [
  ['A zigzag in the middle', 'ada', '2024-03-04', 3,
    'Every morning the spider by the gate puts a bright zigzag into the middle of her web. For a long time it was said to strengthen the web, and so it was called a stabilimentum.',
    'It strengthens nothing. What it does do is still argued about: it may lure flies, warn birds, or shade the one who made it.'],
  ['How a web begins', 'tomas', '2024-03-11', 1,
    'The first thread is a gamble. The spider lets out silk into the wind and waits until it catches somewhere she cannot see.',
    'Only then does she walk across, doubling the line as she goes. Everything else hangs from this one bridge.'],
  ['Stronger than it looks', 'tomas', '2024-03-20', 5,
    'Weight for weight, dragline silk rivals steel, and it stretches where steel would snap. A bridge builder can only be jealous.',
    'The trick is not strength alone but toughness: the thread takes up the blow of a bee in flight and lets it go as heat.'],
  ['Eating yesterday', 'ada', '2024-04-02', 2,
    'Before dawn she eats the web of the day before, all but the frame. By sunrise there is a new one, and the old silk is in it.',
    'I timed her once: thirty-eight minutes from the first spoke to the last turn of the spiral.'],
  ['Eight notes on hunger', 'ada', '2024-04-15', 6,
    'A spider in front of an empty web does not move for days. She is not asleep; touch a thread and she is there.',
    'What looks like patience is arithmetic. Moving the web costs more than waiting, until one day it does not.'],
  ['西湖边的金蛛', 'lin', '2024-05-01', 4,
    '五月的清晨,我在西湖边的灌木丛里发现了一只横纹金蛛。它头朝下停在网的正中,身上的黄黑条纹十分醒目。',
    '网中央有一条白色的锯齿形丝带。露水还没有干,整张网像一面小小的镜子。我拍了三十多张照片,只有一张满意。'],
  ['The quiet one', 'tomas', '2024-05-09', 1,
    'He is a fifth of her size and spends a week at the edge of her web, plucking a single thread.',
    'It is a message and a question. The wrong rhythm is answered as a fly would be.'],
  ['A bag of four hundred', 'ada', '2024-08-28', 3,
    'In late summer she hangs a brown paper lantern in the rosemary. There are about four hundred eggs inside.',
    'They hatch in autumn and stay in the bag all winter. In April they leave it, all on the same day.'],
  ['Ballooning', 'lin', '2024-09-12', 2,
    'On a warm day after rain the young climb to the tip of a grass blade, lift their bellies and let the wind take a thread.',
    'Sailors have found them in the rigging, hundreds of miles from any land.'],
  ['What the web knows', 'tomas', '2024-10-03', 6,
    'A web is also an ear. By turning from spoke to spoke she finds the one that trembles most, and runs along it.',
    'She tunes it, too: threads are pulled tight in the direction from which food came the day before.'],
  ['Counting corners', 'ada', '2024-11-17', 4,
    'I counted the spokes of sixty webs this year. The least was fifteen, the most thirty-four, and hungry spiders make fewer.',
    'The spiral is the part that catches. It is laid from the outside to the middle, over a draft that is eaten on the way.'],
  ['After the frost', 'lin', '2024-12-05', 5,
    'The first hard frost ends her year. The web stays up a few days longer, without its maker, and catches only snow.',
    'In the lantern in the rosemary four hundred others are waiting for April.'],
];

/** All articles in the order of their numbers. */
export const articles: readonly DemoArticle[] = rows.map(
  ([title, author, date, commentPages, ...text], index) => ({
    number: index + 1,
    title,
    lang: /\p{Script=Han}/u.test(title) ? 'zh' : 'en',
    author,
    date,
    text,
    commentPages,
  }),
);
