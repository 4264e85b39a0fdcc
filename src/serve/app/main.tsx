/** The frame of the application: head, way between views, theme. */
import { render } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { ThemeSwitch } from './parts/theme.tsx';
import { crawlHref, followLinks, namesIn, type PathNames, usePlace } from './router.ts';
import { type AppView, views } from './views/index.ts';

interface Found {
  readonly view: AppView;
  readonly names: PathNames;
}

function viewAt(path: string): Found | null {
  for (const view of views) {
    const names = namesIn(view.pattern, path);
    if (names) return { view, names };
  }
  return null;
}

function Frame() {
  const { path, query } = usePlace();
  const found = viewAt(path);
  const main = useRef<HTMLElement>(null);
  const title = found?.view.title(found.names) ?? 'Nothing here';
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each place is told once
  useEffect(() => {
    document.title = `${title} · Argiope`;
    // Who reads with a screen reader is told of the new view; the first one is told by the browser.
    if (!isFirst.current) main.current?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [path]);
  const View = found?.view.component;
  return (
    <>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <Head crawl={found?.names.crawl ?? null} pattern={found?.view.pattern ?? ''} />
      <main id="main" tabIndex={-1} ref={main}>
        {found && View ? (
          <View key={found.names.crawl ?? ''} names={found.names} query={query} />
        ) : (
          <div class="empty">
            <h1>Nothing here</h1>
            <p>
              There is no view at <code>{path}</code>. <a href="/">All crawls</a>
            </p>
          </div>
        )}
      </main>
    </>
  );
}

function Head({ crawl, pattern }: { readonly crawl: string | null; readonly pattern: string }) {
  const tabs = views.filter(({ tab }) => tab !== undefined);
  const nav = useRef<HTMLElement>(null);
  // On a phone the strip is longer than the screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each view has its own
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (nav.current && current) nav.current.scrollLeft = current.offsetLeft - nav.current.clientWidth / 2;
  }, [pattern]);
  return (
    <header class="head">
      <div class="head-row">
        <a class="brand" href="/">
          <img src="/icon.svg" alt="" width="24" height="24" />
          <span>Argiope</span>
        </a>
        {crawl !== null && (
          <a class="head-crawl" href={crawlHref(crawl)}>
            {crawl}
          </a>
        )}
        {crawl !== null && (
          <nav class="tabs" aria-label="Views of the crawl" ref={nav}>
            {tabs.map((view) => (
              <a
                key={view.pattern}
                href={view.pattern.replace(':crawl', encodeURIComponent(crawl))}
                aria-current={view.pattern === pattern ? 'page' : undefined}
              >
                {view.tab}
              </a>
            ))}
          </nav>
        )}
        <ThemeSwitch />
      </div>
    </header>
  );
}

followLinks();
const root = document.getElementById('app');
if (root) render(<Frame />, root);
