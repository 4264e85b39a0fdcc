/** Scripts of linked data are few, and long ones say nothing more. */
const mostData = 5;
const longestData = 200_000;

/** The texts of linked-data scripts; trees do not keep them. */
export function linkedData(text: string): readonly string[] {
  const found: string[] = [];
  let at = text.indexOf('ld+json');
  while (at >= 0 && found.length < mostData) {
    const from = text.indexOf('>', at) + 1;
    const end = from === 0 ? -1 : text.indexOf('</', from);
    if (end < 0) break;
    found.push(text.slice(from, Math.min(end, from + longestData)));
    at = text.indexOf('ld+json', end);
  }
  return found;
}
