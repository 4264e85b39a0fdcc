/** One page: its mirror and picture, the way to it, and everything that is known of it. */

import type { ToldPage } from '../../api/pages.ts';
import { crawlApi, useApi } from '../api.ts';
import { Fact } from '../parts/fact.tsx';
import { WhenThere } from '../parts/states.tsx';
import { briefAddress, briefName, momentText } from '../parts/words.ts';
import { crawlHref } from '../router.ts';
import type { ViewProps } from './index.ts';
import { PageActions } from './page/actions.tsx';
import { PageForms } from './page/forms.tsx';
import { PageOverTime } from './page/history.tsx';
import { PageMerged } from './page/merged.tsx';
import { PageMirror } from './page/mirror.tsx';
import { PagePath } from './page/path.tsx';
import { PagePicture } from './page/picture.tsx';
import { PageRecords } from './page/records.tsx';
import { PageRequests } from './page/requests.tsx';

/** What every part of the view is given. */
export interface PartProps {
  readonly crawl: string;
  readonly page: ToldPage;
}

const parts = [
  ['mirror', 'Mirror', PageMirror],
  ['picture', 'Picture', PagePicture],
  ['path', 'Path', PagePath],
  ['actions', 'Actions', PageActions],
  ['history', 'History', PageOverTime],
  ['record', 'Record', PageRecords],
  ['forms', 'Forms', PageForms],
  ['requests', 'Requests', PageRequests],
  ['merged', 'Merged', PageMerged],
] as const;

/** The view of one page. */
export function PageBoard({ names, query }: ViewProps) {
  const crawl = names.crawl ?? '';
  const found = useApi<ToldPage>(crawlApi(crawl, `/pages/${encodeURIComponent(names.number ?? '')}`));
  return (
    <WhenThere of={found}>
      {(page) => <PageShown crawl={crawl} page={page} wanted={query.get('show')} />}
    </WhenThere>
  );
}

function PageShown({ crawl, page, wanted }: PartProps & { readonly wanted: string | null }) {
  const base = crawlHref(crawl, `/pages/${page.number}`);
  const first = page.mirror === null ? 'path' : 'mirror';
  const [name, , Part] = parts.find(([word]) => word === (wanted ?? first)) ?? parts[2];
  return (
    <>
      <p class="soft small">
        Page {page.number}
        {page.kind === 'state' && ', a state that events lead to'}
      </p>
      <h1 title={page.label || page.title}>
        {briefName(page.label || page.title) ||
          (page.address ? briefAddress(page.address) : `Page ${page.number}`)}
      </h1>
      <PageFacts crawl={crawl} page={page} />
      <nav class="tabs part-tabs" aria-label="Parts of the page">
        {parts.map(([word, text]) => (
          <a key={word} href={`${base}?show=${word}`} aria-current={word === name ? 'page' : undefined}>
            {text}
          </a>
        ))}
      </nav>
      <section class="part" aria-label={parts.find(([word]) => word === name)?.[1] ?? ''}>
        <Part key={page.number} crawl={crawl} page={page} />
      </section>
    </>
  );
}

const words: Partial<Record<ToldPage['status'], string>> = {
  queued: 'It waits to be visited.',
  unchanged: 'Its action was fired and changed nothing, so it is no page.',
  gone: 'It is not there any more; what it showed is kept.',
};

function PageFacts({ crawl, page }: PartProps) {
  const { url, address, status, error, mergedInto, httpStatus, contentType, time, dated, depth, type, tags } =
    page;
  const link = (number: number) => <a href={crawlHref(crawl, `/pages/${number}`)}>page {number}</a>;
  const shown = url ?? address;
  return (
    <>
      {shown !== null && (
        <p class="any">
          <a href={shown} target="_blank" rel="noreferrer noopener">
            {shown}
          </a>
        </p>
      )}
      {error && (
        <div class="alert" role="note">
          <p>{error.message}</p>
          <p class="soft">
            <code>{error.code}</code>, tried {page.attempts} times
          </p>
        </div>
      )}
      {mergedInto !== null && <p>It shows what {link(mergedInto)} shows, and was merged into it.</p>}
      {words[status] && <p class="soft">{words[status]}</p>}
      <dl class="facts page-facts">
        {time !== null && <Fact name="Captured">{momentText(time)}</Fact>}
        {dated !== null && <Fact name="Dated">{momentText(dated)}</Fact>}
        {httpStatus !== null && <Fact name="Answer">{`${httpStatus} ${contentType ?? ''}`}</Fact>}
        <Fact name="Steps from the start">{depth}</Fact>
        {page.foundOn !== null && <Fact name="Found on">{link(page.foundOn)}</Fact>}
        {page.kind === 'state' && page.document !== page.number && (
          <Fact name="Document">{link(page.document)}</Fact>
        )}
        {type !== null && <Fact name="Type">{type}</Fact>}
        {tags.length > 0 && <Fact name="Tags">{tags.join(', ')}</Fact>}
      </dl>
    </>
  );
}
