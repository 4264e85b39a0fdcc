import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';

/**
 * The text of a script for pages: modules, joined in the order in which they depend on each other. They are ordinary
 * modules for the type checker and the tests; in the page they share one scope, so imports and the word `export` fall
 * away. That is all a bundler would do here.
 */
export function linkedSource(files: readonly URL[]): string {
  return files.map(partText).join('\n');
}

/**
 * The same for modules that have names of their own within: each keeps its scope, and gives what it exports to those
 * behind it. An exported name is declared once in this program, so none of them meet.
 */
export function linkedModules(files: readonly URL[]): string {
  return files
    .map((file) => {
      const names = exportedNames(withoutTypes(readFileSync(file, 'utf8'))).join(', ');
      return `const { ${names} } = (() => {\n${partText(file)}\nreturn { ${names} };\n})();`;
    })
    .join('\n');
}

function exportedNames(source: string): readonly string[] {
  const declared = /^export (?:async )?(?:const|let|function\*?|class) (?:\[([^\]]+)\]|([\w$]+))/gm;
  return [...source.matchAll(declared)].flatMap(
    ([, several, name]) => several?.split(/,\s*/) ?? [name as string],
  );
}

function partText(file: URL): string {
  return withoutTypes(readFileSync(file, 'utf8'))
    .replace(/^import\b[\s\S]*?;[ \t]*$/gm, '')
    .replace(/^export /gm, '');
}

function withoutTypes(source: string): string {
  const warn = process.emitWarning;
  // The function is marked experimental in Node 24; the warning would meet every user.
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = warn;
  }
}
