import { linkedModules } from '../../drivers/linked-source.ts';

/** Modules of the page's program, those first that others build on. */
const modules = [
  ...['model/errors', 'config/nearest', 'search/tokens', 'search/query', 'search/bytes', 'search/segment'],
  ...['search/bm25', 'search/match', 'search/find', 'search/rank', 'search/suggest', 'search/snippets'],
  ...['derive/search-page/client', 'derive/search-page/main'],
];

/** The program of the search page: that of `argiope search`, and the page's own part. A built package has its text. */
export function searchProgram(): string {
  return `(() => {\n${linkedModules(modules.map((module) => new URL(`../../${module}.ts`, import.meta.url)))}\n})();\n`;
}
