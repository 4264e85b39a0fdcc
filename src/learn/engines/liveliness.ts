import type { DocumentTree, ElementNode } from '../../model/document.ts';
import { addressAttributes, runsScript } from './scripts.ts';

/** What in a document may make a browser show more than its text holds. */
export type Sign = 'script' | 'handler' | 'frame' | 'shadow' | 'xhtml';

/**
 * What a document holds that a browser may make more of. Where there is nothing of it, reading is enough: what
 * style sheets and disclosures hide is in the document, and opens in the mirror as it does on the site.
 */
export function signsOf(document: DocumentTree, contentType: string): ReadonlySet<Sign> {
  const signs = new Set<Sign>();
  // Read as XML, a document may be another one than read as HTML.
  if (contentType === 'application/xhtml+xml') signs.add('xhtml');
  const open: ElementNode[] = [document.root];
  for (let node = open.pop(); node; node = open.pop()) {
    const sign = signOf(node);
    if (sign) signs.add(sign);
    // What is inside a template is nothing before a script takes it out.
    if (node.tag === 'template') continue;
    for (const attr in node.attrs) {
      if (/^on[a-z]/.test(attr)) signs.add('handler');
      else if (addressAttributes.has(attr) && /^\s*javascript:/i.test(node.attrs[attr] ?? ''))
        signs.add('handler');
    }
    for (const kid of node.kids ?? []) if (typeof kid !== 'string') open.push(kid);
  }
  return signs;
}

function signOf({ tag, attrs = {} }: ElementNode): Sign | null {
  switch (tag) {
    case 'script':
      return runsScript(attrs.type) ? 'script' : null;
    case 'template':
      return attrs.shadowrootmode === undefined ? null : 'shadow';
    case 'iframe':
    case 'frame':
      return attrs.srcdoc !== undefined || /^(?!about:)./.test(attrs.src ?? '') ? 'frame' : null;
    case 'object':
      return attrs.data && !/pdf|flash|image\/(?!svg)|audio|video/.test(attrs.type ?? '') ? 'frame' : null;
    default:
      return null;
  }
}
