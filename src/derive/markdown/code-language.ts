/** How generators of documentation name the language of code in the classes of what stands around it. */
const spellings = [
  /(?:^|\s)lang(?:uage)?-([\w+#.-]+)/,
  /(?:^|\s)mw-highlight-lang-([\w+#-]+)/,
  /(?:^|\s)(?:highlight-)?source-([\w+#]+)/,
  /(?:^|\s)highlight-([\w+#]+)/,
  /(?:^|\s)brush:\s*([\w+#]+)/,
];

/** What is written where no language is known. */
const none = /^(?:default|none|text|plain|plaintext|output|guess|auto)$/i;

/** The language of code that the classes of an element tell; `null` where they tell none. */
export function languageIn(classes: string | undefined): string | null {
  if (!classes) return null;
  for (const spelling of spellings) {
    const name = spelling.exec(classes)?.[1];
    if (name !== undefined) return none.test(name) ? '' : name;
  }
  return null;
}
