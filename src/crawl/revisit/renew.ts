import type {
  Capture,
  Change,
  Page,
  PageContent,
  PageInput,
  PageVisits,
  Transition,
} from '../../model/index.ts';
import { documentBytes } from '../commit/content.ts';
import type { RecordParts, StepWriter } from '../commit/step-writer.ts';
import type { Judged } from '../discover/gate.ts';
import type { Born } from '../discover/numbers.ts';
import type { Targets } from '../discover/targets.ts';
import type { Rank } from '../order/focused.ts';
import { waitingOf } from '../order/queue.ts';
import { inputsOf } from './inputs.ts';
import { matchActions } from './match.ts';

/** A page that shows another content than before. */
export interface Renewal {
  readonly page: Page;
  readonly capture: Capture;
  readonly judged: readonly Judged[];
  readonly visits: PageVisits;
  /** What it is made from as far as the requests of the capture do not say. */
  readonly inputs: readonly PageInput[];
  /** The step by which it was reached, where its own is not there any more. */
  readonly entry: { readonly source: number; readonly ord: number } | null;
}

/** Who numbers and writes. */
interface Hands {
  readonly targets: Targets;
  readonly writer: StepWriter;
  readonly rank: Rank | undefined;
}

/**
 * Keeps a page anew. Its actions are matched with those it had, which keep their numbers: other pages are
 * reached by them. New ones are numbered as on any page, so what they lead to is crawled.
 */
export async function renewPage(
  { site }: Pick<RecordParts, 'site'>,
  { targets, writer, rank }: Hands,
  { page, capture, judged, visits, inputs, entry }: Renewal,
  content: PageContent,
): Promise<readonly Transition[]> {
  const visit = waitingOf(page);
  const before = await site.transitions(page.number);
  const { kept, found, lost } = matchActions(before, judged);
  const born: Born[] = [];
  const index = new Map<string, number>();
  const first = (before.at(-1)?.ord ?? -1) + 1;
  for (const { action, target } of kept)
    if (target !== null && action.instruction.scope === 'page')
      index.set(action.instruction.fingerprint, target);
  const fresh = await targets.transitions(visit, found, born, index, rank, first);
  await targets.fileAddress(visit, capture, index);
  const made = inputsOf(capture, visit.url);
  const change: Change = {
    kept: {
      number: page.number,
      content,
      document: documentBytes(capture),
      ...(entry && { entry }),
    },
    transitions: [...kept, ...fresh],
    withdrawn: lost.map(({ source, ord }) => ({ source, ord })),
    instructions: [...index].map(([fingerprint, number]) => ({ fingerprint, number })),
    inputs: [{ page: page.number, inputs: made.length > 0 ? made : inputs }],
    visited: [visits],
  };
  await writer.write(change, born);
  return [...kept, ...fresh];
}
