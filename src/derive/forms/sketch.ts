const inHtml = /<(?:form|input|select|textarea|button)\b[^>]{0,2000}>|display:\s*none|\shidden(?=[\s>])/gi;
const inTree =
  /"tag":"(?:form|input|select|textarea|button)"(?:,"attrs":\{[^}]{0,2000}\})?|display:\s*none|"hidden":(?:true|"")/g;
const control = /form|input|select|textarea|button/;
const telling = /\b(?:name|id|type|action|method|role)["']?\s*[=:]\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi;

/**
 * A line about all that can be filled in on a page, by its text alone: pages of a site mostly have the same forms, and
 * only the first of them needs to be read. Empty where there is nothing.
 */
export function formSketch(text: string, isTree: boolean): string {
  const tags = text.match(isTree ? inTree : inHtml);
  // What is hidden counts as well: the next step of a form may be there and not be shown yet.
  if (tags?.some((tag) => control.test(tag)) !== true) return '';
  return tags.map((tag) => `${tag.slice(0, 8)} ${(tag.match(telling) ?? []).join(' ')}`).join('\n');
}
