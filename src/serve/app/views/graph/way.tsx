/** The way from the start to a page, step by step, with what is clicked outlined on the stored pages. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Way, WayStep } from '../../../api/graph.ts';
import { type ApiError, crawlApi, useApi } from '../../api.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { Failed, Loading } from '../../parts/states.tsx';
import { crawlHref } from '../../router.ts';

/** The way to a page; `onWay` is told its pages, `onStep` the page of the step that is looked at. */
export function WayTo({
  crawl,
  to,
  onWay,
  onStep,
}: {
  readonly crawl: string;
  readonly to: number;
  readonly onWay: (pages: readonly number[]) => void;
  readonly onStep: (page: number) => void;
}) {
  const found = useApi<Way>(crawlApi(crawl, `/graph/way?to=${to}`));
  const steps = found.data?.steps;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a way is told once
  useEffect(() => onWay((steps ?? []).map(({ number }) => number)), [steps]);
  if (found.error) return <Failed error={found.error as ApiError} again={found.reload} />;
  if (!steps) return <Loading what="Looking for the way" />;
  if (steps.length === 0)
    return (
      <p class="soft">No link or event leads there from the start page: it was named as a start itself.</p>
    );
  return <Steps key={to} crawl={crawl} steps={steps} onStep={onStep} />;
}

function Steps({
  crawl,
  steps,
  onStep,
}: {
  readonly crawl: string;
  readonly steps: readonly WayStep[];
  readonly onStep: (page: number) => void;
}) {
  const [at, setAt] = useState(0);
  const step = steps[at] as WayStep;
  const turn = (to: number) => {
    setAt(to);
    onStep((steps[to] as WayStep).number);
  };
  return (
    <div class="way">
      <ol class="way-steps">
        {steps.map((each, nth) => (
          <li key={each.number}>
            <button type="button" aria-current={nth === at ? 'step' : undefined} onClick={() => turn(nth)}>
              <span class="way-nth">{nth + 1}</span>
              <span class="graph-name">{each.label || each.url || `Page ${each.number}`}</span>
            </button>
            {each.click && <p class="way-click soft small">{clickText(each.click)}</p>}
          </li>
        ))}
      </ol>
      <StepPicture step={step} />
      <div class="way-turn">
        <button type="button" disabled={at === 0} onClick={() => turn(at - 1)}>
          Back
        </button>
        <span class="soft small" role="status">
          Step {at + 1} of {steps.length}
        </span>
        <button type="button" disabled={at === steps.length - 1} onClick={() => turn(at + 1)}>
          Next
        </button>
        <a href={crawlHref(crawl, `/pages/${step.number}`)}>Page {step.number}</a>
      </div>
    </div>
  );
}

function clickText({ event, label, reason }: NonNullable<WayStep['click']>): string {
  const what = event === 'click' ? 'Click' : event;
  const known = reason === 'known' ? ', known to lead there' : '';
  return `${what} ${label === '' ? 'an element without a text' : `“${label}”`}${known}`;
}

function StepPicture({ step }: { readonly step: WayStep }) {
  const [isMissing, setMissing] = useState(false);
  const { click, picture, label, number } = step;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step is looked at anew
  useEffect(() => setMissing(false), [picture]);
  const asks = useMemo(
    () => (click ? [{ kind: 'element' as const, xpath: click.xpath, label: clickText(click) }] : []),
    [click],
  );
  return (
    <figure class="way-picture">
      <div class="way-shrunk">
        <PageFrame
          key={picture}
          src={picture}
          title={`Page ${number}: ${label}`}
          asks={asks}
          onShown={(isThere) => setMissing(!isThere)}
          isStill
        />
      </div>
      {isMissing && (
        <figcaption class="soft small">
          The element cannot be shown here: it lies in a frame or shadow tree.
        </figcaption>
      )}
    </figure>
  );
}
