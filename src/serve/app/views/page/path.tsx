import type { PathStep } from '../../../api/page-parts.ts';
import { crawlApi, useApi } from '../../api.ts';
import { Empty, WhenThere } from '../../parts/states.tsx';
import { crawlHref } from '../../router.ts';
import type { PartProps } from '../page.tsx';

/** The way to a page, step by step. */
export function PagePath({ crawl, page }: PartProps) {
  const found = useApi<{ readonly steps: readonly PathStep[] }>(
    crawlApi(crawl, `/pages/${page.number}/path`),
  );
  return (
    <WhenThere of={found}>
      {({ steps }) =>
        steps.length === 0 ? (
          <Empty>The way to this page cannot be told any more.</Empty>
        ) : (
          <ol class="path">
            {steps.map((step, at) => (
              <Step key={step.page} crawl={crawl} step={step} isLast={at === steps.length - 1} />
            ))}
          </ol>
        )
      }
    </WhenThere>
  );
}

function Step({
  crawl,
  step,
  isLast,
}: {
  readonly crawl: string;
  readonly step: PathStep;
  readonly isLast: boolean;
}) {
  const href = crawlHref(crawl, `/pages/${step.page}?show=path`);
  return (
    <li>
      <div>
        {step.open !== null ? (
          <>
            Open <span class="any">{step.open}</span>
          </>
        ) : (
          <>
            {verb(step.fire ?? '')} <strong>{step.label || step.value || 'an element without a text'}</strong>
            {step.value !== null && step.label !== '' && <> with “{step.value}”</>}
          </>
        )}
      </div>
      {step.xpath !== null && (
        <div class="soft small">
          <code>{step.xpath}</code>
          {step.instruction !== null && step.instruction !== '' && (
            <>
              <br />
              does <code>{step.instruction}</code>
            </>
          )}
        </div>
      )}
      <div class="small">
        {isLast ? (
          <>shows this page, {step.page}</>
        ) : (
          <>
            shows <a href={href}>page {step.page}</a>
            {step.title !== '' && `, ${step.title}`}
          </>
        )}
      </div>
    </li>
  );
}

function verb(event: string): string {
  if (event === 'click') return 'Click';
  if (event === 'mouseover') return 'Hover over';
  if (event === 'change') return 'Choose in';
  if (event === 'input') return 'Type into';
  return `Fire ${event} on`;
}
