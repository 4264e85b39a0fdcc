import { Empty } from '../../parts/states.tsx';
import type { PartProps } from '../page.tsx';

/** The mirror of a page in a frame of its own origin, without scripts. */
export function PageMirror({ page }: PartProps) {
  if (page.mirror === null) return <Empty>It was not captured, so there is nothing to show.</Empty>;
  return (
    <>
      <iframe class="mirror" src={page.mirror} title={`Mirror of page ${page.number}`} />
      <p class="soft small mirror-note">
        {page.isMirrorWritten
          ? 'As the mirror has it: links lead to other pages of the mirror, scripts are left out.'
          : 'Made from the store: the mirror is written when a crawl ends, and its links lead nowhere before that.'}{' '}
        <a href={page.mirror} target="_blank" rel="noreferrer noopener">
          Open in a window of its own
        </a>
      </p>
    </>
  );
}
