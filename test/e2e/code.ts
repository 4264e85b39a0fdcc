/** The first block of code below a heading of a Markdown text. */
export function codeIn(markdown: string, heading: string): string {
  const below = markdown.slice(markdown.indexOf(`${heading}\n`));
  const [, code] = /^```(?:ts|js|sh)\n([\s\S]*?)^```/m.exec(below) ?? [];
  if (code === undefined || !markdown.includes(`${heading}\n`))
    throw new Error(`there is no code below "${heading}"`);
  return code;
}
