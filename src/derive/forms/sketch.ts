const inHtml = /<(?:form|input|select|textarea|button)\b[^>]{0,2000}>/gi;
const inTree = /"tag":"(?:form|input|select|textarea|button)"(?:,"attrs":\{[^}]{0,2000}\})?/g;
const telling = /\b(?:name|id|type|action|method|role)["']?\s*[=:]\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi;

/**
 * A line about all that can be filled in on a page, by its text alone: pages of a site mostly have the same forms, and
 * only the first of them needs to be read. Empty where there is nothing.
 */
export function formSketch(text: string, isTree: boolean): string {
  const tags = text.match(isTree ? inTree : inHtml);
  if (tags === null) return '';
  return tags.map((tag) => `${tag.slice(0, 8)} ${(tag.match(telling) ?? []).join(' ')}`).join('\n');
}
