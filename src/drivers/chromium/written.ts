import { readTree } from '../../dom/reading/tree.ts';
import {
  headerAddresses,
  type Remains,
  unlinked,
  type WrittenLinks,
  writtenAddresses,
} from '../../dom/written.ts';
import { linkCandidates } from '../../html/links.ts';
import type { Candidate, Capture } from '../../model/capture.ts';
import type { LinkKind } from '../../model/link.ts';
import type { ScriptFiles } from '../script-files.ts';

/** Links that the agent sees itself, or that the browser has shown as parts of the page. */
const seenByAgent = new Set<LinkKind>(['a', 'area', 'refresh', 'frame', 'iframe', 'object', 'embed']);

/** Asks a page for its comments and, where all counts, for its scripts. */
export function askRemains(how: WrittenLinks): string {
  return `(() => {
  try {
    const comments = [];
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_COMMENT);
    while (comments.length < 500 && walker.nextNode())
      if (/href|src|:\\/\\//.test(walker.currentNode.data)) comments.push(walker.currentNode.data.slice(0, 20000));
    const scripts = ${how === 'all'} ? [...document.scripts].filter((each) => !each.src).map((each) => each.text.slice(0, 2000000)) : [];
    return JSON.stringify({ comments, scripts });
  } catch { return '{"comments":[],"scripts":[]}'; }
})()`;
}

/** What a page answers to that; nothing where its scripts have made something else of the answer. */
export function readRemains(said: string): Remains {
  const isTexts = (value: unknown) => Array.isArray(value) && value.every((each) => typeof each === 'string');
  try {
    const { comments, scripts } = JSON.parse(said) as Remains;
    if (isTexts(comments) && isTexts(scripts)) return { comments, scripts };
  } catch {
    // No JSON.
  }
  return { comments: [], scripts: [] };
}

/** The capture of a document that was opened, with the links that only its markup, headers and texts name. */
export async function withWritten(
  capture: Capture,
  remains: Remains,
  header: (name: string) => string,
  { how, scripts }: { readonly how: WrittenLinks; readonly scripts: ScriptFiles | null },
): Promise<Capture> {
  const { document, candidates, wanted, documentUrl } = capture;
  const written = [
    ...headerAddresses(header, documentUrl),
    ...writtenAddresses(document, remains, how),
    ...((await scripts?.of(document)) ?? []),
  ];
  const all = [...candidates, ...furtherLinks(capture)];
  return { ...capture, candidates: all, wanted: [...new Set([...wanted, ...unlinked(written, all)])] };
}

function furtherLinks({ document, candidates }: Capture): readonly Candidate[] {
  const links = readTree(document).links.filter(({ kind, use }) => use === 'page' && !seenByAgent.has(kind));
  if (links.length === 0) return [];
  const known = new Set(candidates.map(({ href }) => href));
  return linkCandidates(links).filter(({ href }) => !known.has(href));
}
