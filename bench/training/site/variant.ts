/** How far a site's template has moved away from the one that a model was trained on. */
export const variants = ['plain', 'banner', 'wrapper', 'reorder', 'changed', 'redesign'] as const;

/**
 * `banner`: a block before the content. `wrapper`: the content in one more `div`. `reorder`: sibling blocks
 * in another order. `changed`: all three. `redesign`: another template altogether.
 */
export type Variant = (typeof variants)[number];

/** Blocks of a page that the template puts one after the other. */
export interface Blocks {
  readonly top: string;
  readonly main: string;
  readonly side: string;
  readonly foot: string;
}

/** Puts the blocks of a page together in the way of a variant. */
export function arrange({ top, main, side, foot }: Blocks, variant: Variant): string {
  const content = reorders(variant) ? [side, main] : [main, side];
  const wrapped = wraps(variant) ? `<div class="frame">${content.join('\n')}</div>` : content.join('\n');
  const blocks = [top, bannerOf(variant), wrapped, foot];
  return blocks.filter((block) => block !== '').join('\n');
}

/** Puts the blocks of the main column in the order of a variant: what comes first comes last. */
export function ordered(blocks: readonly string[], variant: Variant): string {
  const [first, ...rest] = blocks;
  return (reorders(variant) ? [...rest, first ?? ''] : blocks).join('\n');
}

function bannerOf(variant: Variant): string {
  if (variant !== 'banner' && variant !== 'changed') return '';
  return '<div class="promo"><div><p>Autumn fair in the old harbour, from Friday on.</p></div></div>';
}

function wraps(variant: Variant): boolean {
  return variant === 'wrapper' || variant === 'changed';
}

function reorders(variant: Variant): boolean {
  return variant === 'reorder' || variant === 'changed';
}
