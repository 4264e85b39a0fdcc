import type { Capture } from '../model/capture.ts';
import type { Tab } from '../model/driver.ts';
import { ArgiopeError } from '../model/errors.ts';
import { PatternMatcher } from './matching.ts';
import type { ReportedSample, ReportedType, TrainingReport } from './report.ts';
import type { Trained } from './train.ts';

/** Sample pages of a type that are shown. */
const shownPerType = 4;

/** Reaches a page of the training again, in a tab. */
export type ReachAgain = (tab: Tab, page: number) => Promise<Capture>;

/** Everything that a report shows; where a sample cannot be reached again, `lost` is told and its picture missing. */
export async function reportOf(
  trained: Trained,
  counts: { readonly events: number; readonly seconds: number },
  camera: { readonly tab: Tab; readonly reach: ReachAgain; readonly lost: (text: string) => void },
): Promise<TrainingReport> {
  const { model, advice, seen, figures, groups, warnings } = trained;
  const types: ReportedType[] = [];
  for (const [at, { name, patterns }] of model.types.entries()) {
    const matcher = new PatternMatcher(patterns);
    const samples: ReportedSample[] = [];
    for (const sample of groups[at]?.pages.slice(0, shownPerType) ?? [])
      samples.push(await shown(sample, matcher, camera));
    types.push({
      name,
      seen: seen.get(name) ?? 0,
      samples,
      advice: advice.find((each) => each.name === name) ?? null,
      fired: figures.get(name) ?? [],
    });
  }
  const pages = [...seen.values()].reduce((sum, count) => sum + count, 0);
  return { model, counts: { ...counts, pages }, types, warnings };
}

async function shown(
  { page, at }: { readonly page: number; readonly at: string },
  matcher: PatternMatcher,
  { tab, reach, lost }: Parameters<typeof reportOf>[2],
): Promise<ReportedSample> {
  try {
    const { document } = await reach(tab, page);
    const matches = matcher.match(document).map((paths) => [...paths]);
    return { at, matches, picture: await tab.picture(matches.flat()) };
  } catch (error) {
    if (!(error instanceof ArgiopeError) || error.consequence === 'stop') throw error;
    lost(`no picture of ${at}: ${error.message}`);
    return { at, matches: matcher.patterns.map(() => []), picture: null };
  }
}
