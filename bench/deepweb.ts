import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Bench, byName, readArgs, UsageError } from './bench.ts';
import { type AnnotatedForm, kindName, readAnnotated } from './deepweb/annotated.ts';
import { readChinese } from './deepweb/chinese.ts';
import { measureDatabases } from './deepweb/databases.ts';
import { accuracy, f1, fitForms, foldsOf, type Guess, inFolds } from './deepweb/folds.ts';
import { measureKills } from './deepweb/kills.ts';
import { measureQuery } from './deepweb/query.ts';
import { measureRepeated } from './deepweb/repeated.ts';
import { measureSimulated } from './deepweb/simulated.ts';
import { Report } from './report.ts';

const folds = 10;
const parts = [
  { name: 'forms' },
  { name: 'chinese' },
  { name: 'databases' },
  { name: 'simulated' },
  { name: 'repeated' },
  { name: 'kills' },
  { name: 'query' },
  { name: 'fit' },
] as const;
/** Parts that need the annotated forms. */
const annotated: ReadonlySet<string> = new Set(['forms', 'fit']);

/** Forms of real sites: what they are for, and what their fields take. */
export const deepweb: Bench = {
  name: 'deepweb',
  summary: 'forms: what they are for, what their fields take, and what asking them brings',
  usage: [
    '    --data DIR    folder with forms/ (index.json, config.json, html/), as Formasaurus publishes it',
    '    --only p,q    only forms, chinese, databases, simulated (words only, thirty small ones or one of --records), repeated (without the browser), kills, query (one query over many sources); or fit: write the weights of src/forms anew',
    '    --records N   records of each database (default 10000; 1000 is the quick form)',
    '    --seed N      another set of records (default 1)',
    '    --python FILE a Python that has formasaurus, to be measured beside it on the same folds',
    '    --markdown    tables to paste into docs/benchmarks.md',
  ].join('\n'),
  run,
};

async function run(args: readonly string[]): Promise<boolean> {
  const values = readArgs(args, {
    data: { type: 'string' },
    only: { type: 'string', default: 'forms,chinese,databases' },
    records: { type: 'string' },
    seed: { type: 'string', default: '1' },
    python: { type: 'string' },
    markdown: { type: 'boolean', default: false },
  });
  const chosen = values.only.split(',').map((name) => byName(parts, name, '--only').name);
  const report = new Report(values.markdown ? 'markdown' : 'text');
  const folder = resolve(values.data ?? '', 'forms');
  if (chosen.some((name) => annotated.has(name)) && !existsSync(join(folder, 'index.json')))
    throw new UsageError(`--data needs a folder with forms/index.json; got "${values.data ?? ''}"`);
  if (chosen.includes('fit')) writeWeights(readAnnotated(folder).forms);
  if (chosen.includes('forms')) await measureForms(report, folder, values.python ?? null);
  if (chosen.includes('chinese')) measureChinese(report);
  if (chosen.includes('databases'))
    await measureDatabases(report, Number(values.records ?? 10_000), Number(values.seed));
  if (chosen.includes('simulated'))
    measureSimulated(report, simulatedCases(values.records, Number(values.seed)));
  if (chosen.includes('repeated')) await measureRepeated(report);
  if (chosen.includes('kills')) await measureKills(report);
  if (chosen.includes('query')) await measureQuery(report);
  return report.close();
}

/** One database of so many records, else thirty: three sizes, two caps, five sets each. */
function simulatedCases(records: string | undefined, seed: number) {
  if (records !== undefined) return [{ records: Number(records), cap: 50, seed }];
  return [300, 1000, 3000].flatMap((size) =>
    [20, 50].flatMap((cap) => [1, 2, 3, 4, 5].map((set) => ({ records: size, cap, seed: seed + set }))),
  );
}

async function measureForms(report: Report, folder: string, python: string | null): Promise<void> {
  const { forms, pages } = readAnnotated(folder);
  report.section('Kinds of forms and fields, sites held out');
  report.note(
    `${pages.agreeing} of ${pages.all} pages: as many forms found as annotated; ${forms.length} forms`,
  );
  const ours = inFolds(forms, folds);
  const peer = python === null ? null : await peerGuesses(forms, folder, python);
  const kinds = [...new Set(ours.forms.map(({ truth }) => truth))].sort();
  const figures = (guesses: readonly Guess[] | undefined, kind: string) =>
    guesses === undefined ? '-' : f1(guesses, kind).toFixed(3);
  report.table(
    ['kind', 'forms', 'F1', 'Formasaurus'],
    kinds.map((kind) => {
      const all = ours.forms.filter(({ truth }) => truth === kind).length;
      return [kind, all, figures(ours.forms, kind), figures(peer?.forms, kind)];
    }),
  );
  const mean = (guesses: readonly Guess[]) =>
    kinds.reduce((sum, kind) => sum + f1(guesses, kind), 0) / kinds.length;
  const share = (guesses: readonly Guess[] | undefined) =>
    guesses === undefined ? '-' : accuracy(guesses).toFixed(3);
  report.table(
    ['', 'Argiope', 'Formasaurus'],
    [
      ['macro F1 of kinds', mean(ours.forms).toFixed(3), peer === null ? '-' : mean(peer.forms).toFixed(3)],
      ['forms right', share(ours.forms), share(peer?.forms)],
      ['fields right', share(ours.fields), share(peer?.fields)],
    ],
  );
  const search = f1(ours.forms, 'search');
  report.verdict(search >= 0.95, 'search or not: F1 ≥ .95', search.toFixed(3));
  report.verdict(mean(ours.forms) >= 0.85, 'eight kinds: macro F1 ≥ .85', mean(ours.forms).toFixed(3));
  report.verdict(accuracy(ours.fields) >= 0.85, 'fields: ≥ .85 right', accuracy(ours.fields).toFixed(3));
}

function measureChinese(report: Report): void {
  const { forms, searchable, labels, rightLabels, wrong } = readChinese();
  report.section('Chinese forms');
  report.table(
    ['what', 'all', 'right', 'share'],
    [
      ['searchable or not', forms, searchable, (searchable / forms).toFixed(3)],
      ['labels', labels, rightLabels, (rightLabels / labels).toFixed(3)],
    ],
  );
  for (const one of wrong) report.note(one);
  report.verdict(searchable / forms >= 0.97, 'searchable or not: ≥ .97', (searchable / forms).toFixed(3));
  report.verdict(rightLabels / labels >= 0.97, 'labels: ≥ .97', (rightLabels / labels).toFixed(3));
}

/** What Formasaurus says, trained and asked on the same folds. */
async function peerGuesses(
  annotated: readonly AnnotatedForm[],
  folder: string,
  python: string,
): Promise<{ readonly forms: readonly Guess[]; readonly fields: readonly Guess[] }> {
  const foldOf = foldsOf(annotated, folds);
  const byPage = Object.fromEntries(
    annotated.map(({ where, site }) => [where.split('#')[0], foldOf.get(site)]),
  );
  const said = await askPeer(python, JSON.stringify({ folder, folds: byPage }));
  const guess = (where: string, truth: string, kind = ''): Guess => {
    return { where, truth, judged: { kind: kindName(kind), confidence: 1 } };
  };
  return {
    forms: annotated.map(({ where, kind }) => guess(where, kind, said.forms[where])),
    fields: annotated.flatMap(({ where, form, fields }) =>
      form.fields.flatMap(({ name }) => {
        const truth = fields?.[name];
        return truth === undefined ? [] : [guess(where, truth, said.fields[`${where} ${name}`])];
      }),
    ),
  };
}

interface PeerSaid {
  readonly forms: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, string>>;
}

async function askPeer(python: string, input: string): Promise<PeerSaid> {
  const script = fileURLToPath(new URL('./deepweb/peer.py', import.meta.url));
  const child = spawn(python, [script], { stdio: ['pipe', 'pipe', 'ignore'] });
  child.stdin.end(input);
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  if (text === '') throw new Error(`${python} ${script} said nothing: is formasaurus installed there?`);
  return JSON.parse(text) as PeerSaid;
}

function writeWeights(annotated: readonly AnnotatedForm[]): void {
  const path = fileURLToPath(new URL('../src/forms/weights.json', import.meta.url));
  writeFileSync(path, `${JSON.stringify(fitForms(annotated)).replaceAll('],"', '],\n"')}\n`);
}
