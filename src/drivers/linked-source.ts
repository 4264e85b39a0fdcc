import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';

/**
 * The text of a script for pages: modules, joined in the order in which they depend on each other. They are ordinary
 * modules for the type checker and the tests; in the page they share one scope, so imports and the word `export` fall
 * away. That is all a bundler would do here.
 */
export function linkedSource(files: readonly URL[]): string {
  return files.map((file) => partText(file, files)).join('\n');
}

/**
 * The same for modules that have names of their own within: each keeps its scope, and gives what it exports to those
 * behind it. An exported name is declared once in this program, so none of them meet.
 */
export function linkedModules(files: readonly URL[]): string {
  return files
    .map((file) => {
      const names = exportedNames(withoutTypes(readFileSync(file, 'utf8'))).join(', ');
      return `const { ${names} } = (() => {\n${partText(file, files)}\nreturn { ${names} };\n})();`;
    })
    .join('\n');
}

function exportedNames(source: string): readonly string[] {
  const declared = /^export (?:async )?(?:const|let|function\*?|class) (?:\[([^\]]+)\]|([\w$]+))/gm;
  return [...source.matchAll(declared)].flatMap(
    ([, several, name]) => several?.split(/,\s*/) ?? [name as string],
  );
}

function partText(file: URL, files: readonly URL[]): string {
  const source = withoutTypes(readFileSync(file, 'utf8'));
  for (const from of importsOf(source)) refuseForeign(new URL(from, file), file, files);
  return source.replace(/^import\b[\s\S]*?;[ \t]*$/gm, '').replace(/^export /gm, '');
}

/** Modules that a text without types imports values of. */
function importsOf(source: string): readonly string[] {
  const imports = /^import\s+([^;]*?)\s*from\s+'([^']+)';/gm;
  return [...source.matchAll(imports)].flatMap(([, names = '', from = '']) => (/\w/.test(names) ? from : []));
}

/** What is not among the files has no value in the page, which would be noticed only where the page asks for it. */
function refuseForeign(imported: URL, by: URL, files: readonly URL[]): void {
  if (files.some((file) => file.href === imported.href)) return;
  throw new Error(`${by.pathname} takes values from ${imported.pathname}, which is no part of this script`);
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
