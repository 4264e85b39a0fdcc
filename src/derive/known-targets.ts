import type { Lead } from '../model/page.ts';
import type { SiteStore } from '../model/store.ts';

/**
 * Leads with the numbers of pages that their addresses have after all: a link that was not followed (too deep,
 * unwelcome where it stood) still leads to a page that was found elsewhere.
 */
export async function withKnownTargets<L extends Lead>(
  site: Pick<SiteStore, 'numbersOf'>,
  leads: readonly L[],
): Promise<readonly L[]> {
  const open = leads.filter(isOpen);
  if (open.length === 0) return leads;
  const numbers = await site.numbersOf([
    ...new Set(open.map(({ action }) => action.instruction.fingerprint)),
  ]);
  if (numbers.size === 0) return leads;
  return leads.map((lead) => {
    const target = isOpen(lead) ? numbers.get(lead.action.instruction.fingerprint) : undefined;
    return target === undefined ? lead : { ...lead, target };
  });
}

function isOpen({ target, action }: Lead): boolean {
  return target === null && action.instruction.kind === 'url';
}
