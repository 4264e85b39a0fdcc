import type { BlogPage, BlogTruth } from '../../test/sites/blog.ts';
import { bareTextOf, mirrorFiles } from './outputs.ts';

/** How the pages of a crawl compare with what there was to find. */
export interface TruthCheck {
  /** Pages of the crawl that are pages of the blog. */
  readonly found: number;
  readonly missing: readonly BlogPage[];
  /** Pages of the blog that the crawl kept more than once. */
  readonly twice: readonly BlogPage[];
  /** Files whose text is no page of the blog. */
  readonly strange: readonly string[];
}

/** Compares the text of every mirror file with that of every page of the blog. */
export async function checkTruth(
  out: string,
  truth: BlogTruth,
  wanted: (page: BlogPage) => boolean = () => true,
): Promise<TruthCheck> {
  const left = new Map<string, BlogPage>();
  for (const page of truth.allPages()) if (wanted(page)) left.set(page.text, page);
  const seen = new Map<string, BlogPage>();
  const twice: BlogPage[] = [];
  const strange: string[] = [];
  for (const file of (await mirrorFiles(out)).values()) {
    const text = await bareTextOf(file);
    const again = seen.get(text);
    const page = left.get(text);
    if (again) twice.push(again);
    else if (!page) strange.push(file);
    else {
      seen.set(text, page);
      left.delete(text);
    }
  }
  return { found: seen.size, missing: [...left.values()], twice, strange };
}

/** Whether everything was found, once. */
export function isExact(check: TruthCheck): boolean {
  return check.missing.length === 0 && check.twice.length === 0 && check.strange.length === 0;
}

/** A check in words. */
export function describeCheck(check: TruthCheck): string {
  const first = check.missing[0];
  const hint = first ? ` (first: article ${first.article}, page ${first.page})` : '';
  return `${check.found} found, ${check.missing.length} missing${hint}, ${check.twice.length} twice, ${check.strange.length} unknown`;
}
