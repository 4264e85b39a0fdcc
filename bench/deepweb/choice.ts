import { knownForm, pageForms } from '../../src/forms/index.ts';
import { parseDocument } from '../../src/html/tree.ts';
import { meaningsOf, parseRequest, rankSources, type SourceSummary } from '../../src/query/index.ts';
import type { Report } from '../report.ts';

/** Subjects with what their records speak of; the first words are what people ask by. */
const subjects: Readonly<Record<string, string>> = {
  'marine biology':
    'fish reef whale plankton coral shark ocean tide squid kelp lagoon estuary 海洋 鱼类 珊瑚 鲸鱼 浮游',
  law: 'court statute appeal contract judge verdict tort plaintiff clause treaty 法律 法院 合同 判决 诉讼 条款',
  music:
    'sonata violin orchestra opera symphony quartet melody chorus concerto 音乐 小提琴 交响 歌剧 旋律 合唱',
  astronomy:
    'galaxy telescope comet nebula orbit asteroid quasar eclipse planet 天文 星系 望远镜 彗星 行星 星云',
  cooking: 'recipe oven sauce flour roast butter pastry garlic stew 烹饪 食谱 烤箱 酱汁 面粉 炖',
  finance: 'bond equity dividend portfolio hedge futures inflation yield bank 金融 债券 股票 红利 期货 银行',
  medicine: 'clinical therapy diagnosis vaccine surgery patient tumour dosage 医学 临床 疫苗 手术 患者 诊断',
  architecture: 'facade cathedral vault blueprint masonry skyscraper arch plaza 建筑 立面 拱 教堂 图纸 广场',
};
/** Words that records of all subjects have. */
const everyday =
  'new guide history introduction modern study notes handbook world people 研究 导论 概论 手册 新 历史'.split(
    ' ',
  );
const perSubject = 5;
/** Share of records that have nothing to do with the subject of their source. */
const strays = 0.2;

interface Source extends SourceSummary {
  readonly subject: string;
}

/** How many of the first five sources are of the subject that is asked for, in the mean over questions. */
export async function measureChoice(report: Report): Promise<number> {
  const draw = dice(11);
  const names = Object.keys(subjects);
  const sources = names.flatMap((subject) =>
    Array.from({ length: perSubject }, (_, nth) => sourceOf(subject, nth, draw)),
  );
  const rows = names.map((subject) => {
    const words = (subjects[subject] as string).split(' ');
    const questions = Array.from({ length: 4 }, (_, nth) =>
      [0, 1, 2].map((step) => words[(nth * 4 + step * 3) % words.length]).join(' '),
    );
    const hits = questions.map((about) => {
      const five = rankSources(sources, about, parseRequest('title=x')).slice(0, perSubject);
      return five.filter(({ source }) => source.subject === subject).length / perSubject;
    });
    return {
      subject,
      questions: questions.length,
      score: hits.reduce((sum, hit) => sum + hit, 0) / hits.length,
    };
  });
  const mean = rows.reduce((sum, { score }) => sum + score, 0) / rows.length;
  report.section(`Choice among ${sources.length} sources by three words that their records use`);
  report.table(
    ['subject', 'questions', 'P@5'],
    rows.map(({ subject, questions, score }) => [subject, questions, score.toFixed(2)]),
  );
  return mean;
}

/** A source that does not say what it is about, but for a heading now and then: its answers do. */
function sourceOf(subject: string, nth: number, draw: (most: number) => number): Source {
  const words = (subjects[subject] as string).split(' ');
  const heading = nth === 0 ? subject : ['Search', '检索', 'Catalogue', 'Find'][nth % 4];
  const page = `<h1>${heading}</h1><form action="/s"><label>Title <input name="t"></label><label>Author <input name="a"></label><button>Search</button></form>`;
  const [form] = pageForms(parseDocument(page, `http://s${nth}.test/`, 100));
  if (form === undefined) throw new Error('the page of a source has no form');
  const known = knownForm(form);
  const sample = Array.from({ length: 20 }, () => {
    const own =
      draw(100) < strays * 100
        ? (Object.values(subjects)[draw(Object.keys(subjects).length)] as string).split(' ')
        : words;
    return Array.from({ length: 6 }, (_, at) =>
      at % 2 === 0 ? own[draw(own.length)] : everyday[draw(everyday.length)],
    ).join(' ');
  });
  return {
    subject,
    name: `${subject} ${nth}`,
    title: String(heading),
    form: known,
    meanings: meaningsOf(known),
    sample,
  };
}

function dice(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}
