/** A part of a way to an element: a selector, in the document or in a frame before it. */
export interface CssPart {
  readonly selector: string;
  /** Whether the part before leads to a frame. */
  readonly inFrame: boolean;
}

/** An XPath as stores have them, as selectors: names and places among siblings of one name mean the same in both. */
export function cssPath(xpath: string): readonly CssPart[] {
  const parts: CssPart[] = [];
  let steps: string[] = [];
  let inFrame = false;
  const end = () => {
    if (steps.length > 0) parts.push({ selector: steps.join(' > '), inFrame });
    steps = [];
  };
  for (const step of xpath.split('/').filter((each) => each !== '')) {
    if (step === '#document' || step === '#shadow') {
      end();
      inFrame = step === '#document';
      continue;
    }
    const [, name = step, nth] = /^([^[]+)(?:\[(\d+)\])?$/.exec(step) ?? [];
    const escaped = name.toLowerCase().replace(/[^\w-]/g, '\\$&');
    steps.push(nth === undefined || name === 'HTML' ? escaped : `${escaped}:nth-of-type(${nth})`);
  }
  end();
  return parts;
}
