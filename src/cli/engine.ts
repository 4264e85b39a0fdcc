/** What commands use of the rooms below, each part loaded when it is first called. */
const parts = {
  crawl: async () => (await import('../run/crawl.ts')).runCrawl,
  detach: async () => (await import('../run/sharing/detach.ts')).runDetach,
  worker: async () => (await import('../run/sharing/worker.ts')).runWorker,
  status: async () => (await import('../run/sharing/status.ts')).runStatus,
  sweep: async () => (await import('../run/sharing/sweep.ts')).runSweep,
  recrawl: async () => (await import('../run/recrawl.ts')).runRecrawl,
  train: async () => (await import('../run/train.ts')).runTraining,
  history: async () => (await import('../run/history.ts')).runHistory,
  extract: async () => (await import('../run/extract.ts')).runExtraction,
  label: async () => (await import('../run/labelling/label.ts')).label,
  listRules: async () => (await import('../run/rules.ts')).rules.list,
  ruleVersions: async () => (await import('../run/rules.ts')).rules.versions,
  saveRules: async () => (await import('../run/rules.ts')).rules.save,
  testRules: async () => (await import('../run/rules.ts')).rules.test,
  mirror: async () => (await import('../run/derived.ts')).runMirror,
  sitemap: async () => (await import('../run/derived.ts')).runSitemap,
  graph: async () => (await import('../run/derived.ts')).runGraph,
  exportPages: async () => (await import('../run/derived.ts')).runExport,
  links: async () => (await import('../run/links.ts')).runLinks,
  forms: async () => (await import('../run/forms.ts')).runForms,
  lookForForms: async () => (await import('../run/forms.ts')).lookForForms,
  query: async () => (await import('../run/query/query.ts')).runQuery,
  search: async () => (await import('../run/search/search.ts')).runSearch,
  reindex: async () => (await import('../run/search/search.ts')).runReindex,
  mcp: async () => (await import('../serve/mcp/serve-crawl.ts')).runMcp,
  login: async () => (await import('../run/login/login.ts')).runLogin,
  openLive: async () => (await import('../run/open/open.ts')).openLive,
  writePlaywright: async () => (await import('../run/open/open.ts')).writePlaywright,
  serve: async () => (await import('../serve/index.ts')).startServing,
  findBrowser: async () => (await import('../drivers/chromium/find.ts')).findBrowser,
} as const;

/** What commands use of the rooms below; a test can stand in for it. */
export type Engine = { readonly [Name in keyof typeof parts]: Awaited<ReturnType<(typeof parts)[Name]>> };

/**
 * The parts, each loaded when it is first called: help and usage errors wait for none of them, and a crawl does not
 * carry what makes records. `loaded` is told each time one is there.
 */
export async function loadEngine(loaded: () => void = () => {}): Promise<Engine> {
  const late = Object.entries(parts).map(([name, load]) => [
    name,
    async (...given: readonly unknown[]) => {
      const work = (await load()) as (...given: readonly unknown[]) => unknown;
      loaded();
      return work(...given);
    },
  ]);
  return Object.fromEntries(late) as Engine;
}
