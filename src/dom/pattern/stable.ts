/** Names that tools make: a new build, or a new visit, makes others. */
const made: readonly RegExp[] = [
  /[:«»]/, // ids of React and its kin, variants of utility classes
  /^_?r_\w+_$/,
  /^(?:css|sc|svelte|astro|emotion|styled|jsx|tss|go)-?(?=[a-z]*\d)[a-z0-9]{4,}(?:-|$)/i,
  /^(?:sc|css)-[A-Za-z]{5,}$/,
  /^(?:jss|ember|ext-(?:gen|comp-)|yui[_-]|gwt-uid-|ui-id-|react-|radix-|headlessui-[\w-]*|mui-|cid-)\d/i,
  /^(?:_?ng(?:content|host)|data-v|makestyles|withstyles)-/i,
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}/i,
  /\d{4,}$/,
  /^\d+$/,
];

/**
 * Whether an id or a class looks made by a tool (hashes, counters) and not chosen by a person.
 *
 * Wrong answers cost little: a good name that is refused leaves other anchors, a bad one that is taken
 * stops matching one day and the next alternative counts.
 */
export function looksGenerated(token: string): boolean {
  if (token === '' || made.some((form) => form.test(token))) return true;
  return token.split(/[-_]+/).some(isNoise);
}

/** Letters, digits and cases that change too often for a word. */
function isNoise(segment: string): boolean {
  if (segment.length < 5) return false;
  if (/^(?=\D*\d)[0-9a-f]{6,}$/i.test(segment)) return true;
  const runs = segment.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+|[^A-Za-z\d]+/g) ?? [];
  if (runs.length >= 3 && segment.length / runs.length < 3) return true;
  return segment.length >= 6 && /^[b-df-hj-np-tv-xz]+$/i.test(segment);
}

const states =
  /^(?:active|inactive|current|selected|unselected|open|opened|closed|hover|hovered|focus|focused|disabled|enabled|visited|unvisited|read|unread|show|shown|hide|hidden|visible|invisible|collapsed?|collapsing|expanded|loading|loaded|checked|pressed|on|off|new|hot|in|out|first|last|odd|even|alt|highlight(?:ed)?)$/i;

/** Whether a class tells the state or the place of an element (`active`, `is-open`, `odd`) and not its kind. */
export function isStateToken(token: string): boolean {
  if (/^(?:is|has|was|not)[-_A-Z]/.test(token)) return true;
  if (states.test(token)) return true;
  const modifier = /(?:--|__|_|-)([A-Za-z]+)$/.exec(token)?.[1];
  return (
    modifier !== undefined &&
    /^(?:active|current|selected|open|closed|disabled|hover|expanded|collapsed|visited|odd|even)$/i.test(
      modifier,
    )
  );
}

/** The classes of an element by which it will still be known tomorrow, sorted. */
export function stableClasses(value: string | undefined): readonly string[] {
  if (value === undefined) return [];
  const tokens = new Set(value.split(/\s+/).filter((token) => token !== ''));
  return [...tokens].filter((token) => !looksGenerated(token) && !isStateToken(token)).sort();
}
