/** Commands and programs that stand in documents. */

/** One block of code of a Markdown text. */
export interface CodeBlock {
  readonly language: string;
  readonly text: string;
}

/** The blocks of code of a Markdown text, in their order. */
export function codeBlocks(markdown: string): readonly CodeBlock[] {
  const found = markdown.matchAll(/^```(\w*)\n([\s\S]*?)^```/gm);
  return [...found].map(([, language = '', text = '']) => ({ language, text }));
}

/** The command lines of `argiope` in the shell blocks of a text, as words, without what follows a `#`. */
export function argiopeCommands(markdown: string): readonly (readonly string[])[] {
  const shell = codeBlocks(markdown).filter(({ language }) => language === 'sh' || language === '');
  const lines = shell.flatMap(({ text }) => text.replace(/\\\n\s*/g, ' ').split('\n'));
  return lines.map(words).flatMap((line) => (line[0] === 'argiope' ? [line.slice(1)] : []));
}

/** Words of a line as a shell has them, quotes taken off. */
function words(line: string): readonly string[] {
  const found = line.matchAll(/\s+(#.*)$|"([^"]*)"|'([^']*)'|([^\s"']+)/g);
  return [...found].flatMap(([, comment, double, single, plain]) =>
    comment === undefined ? [double ?? single ?? plain ?? ''] : [],
  );
}
