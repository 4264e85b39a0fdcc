/** How the site hangs together: a map of clusters and pages, what is linked, and the way to a page. */
import { useCallback, useMemo, useRef, useState } from 'preact/hooks';
import { crawlApi } from '../api.ts';
import { Empty, Failed, Loading } from '../parts/states.tsx';
import { countOf } from '../parts/words.ts';
import { crawlHref, goTo } from '../router.ts';
import { type Drawing, GraphCanvas } from './graph/canvas.tsx';
import type { Neighbours } from './graph/links.ts';
import { type LoadedGraph, useGraph, useShownLinks } from './graph/load.ts';
import { svgOf } from './graph/paint.ts';
import { Contents, Crumbs, GraphSearch, ItemButton } from './graph/panel.tsx';
import { WayTo } from './graph/way.tsx';
import type { ViewProps } from './index.ts';

/** The view of the graph. */
export function GraphBoard({ names, query }: ViewProps) {
  const crawl = names.crawl ?? '';
  const { graph, error } = useGraph(crawl);
  if (error) return <Failed error={error} />;
  if (!graph)
    return (
      <>
        <h1>Graph</h1>
        <Loading what="Laying the graph out" />
      </>
    );
  if (graph.model.pageCount === 0)
    return (
      <Empty>
        <h1>No pages yet</h1>
        <p>The graph is here as soon as a page is stored.</p>
      </Empty>
    );
  return <Board crawl={crawl} graph={graph} asked={query.get('page')} />;
}

const nothing: Neighbours = { into: [], from: [] };

function Board({
  crawl,
  graph,
  asked,
}: {
  readonly crawl: string;
  readonly graph: LoadedGraph;
  readonly asked: string | null;
}) {
  const { model, places } = graph;
  const first = asked === null ? null : model.itemOfPage(Number(asked));
  const [open, setOpen] = useState<ReadonlySet<number>>(
    () => new Set([0, ...(first === null ? [] : model.around(first))]),
  );
  const [chosen, setChosen] = useState<number | null>(first);
  const [way, setWay] = useState<{ readonly to: number; readonly items: readonly number[] } | null>(null);
  const drawing = useRef<Drawing | null>(null);
  const shown = useMemo(() => model.shown(open), [model, open]);
  const links = useShownLinks(graph, shown);
  const isOpen = chosen !== null && model.isCluster(chosen) && open.has(chosen);
  const near = useMemo(
    () => (chosen === null || isOpen ? nothing : model.neighbours(shown, chosen)),
    [model, shown, chosen, isOpen],
  );

  const unfold = useCallback(
    (items: readonly number[]) =>
      setOpen((before) => new Set([...before, ...items.flatMap((item) => model.around(item))])),
    [model],
  );
  const choose = useCallback(
    (item: number) => {
      unfold([item]);
      if (model.isCluster(item)) setOpen((before) => new Set([...before, item]));
      setChosen(item === 0 ? null : item);
      drawing.current?.goTo(item);
      const found = model.item(item);
      const page = found.kind === 'page' ? `?page=${found.number}` : '';
      goTo(crawlHref(crawl, `/graph${page}`), 'replace');
    },
    [model, unfold, crawl],
  );
  const close = (cluster: number) => {
    const closed = new Set([...open].filter((id) => id !== cluster && !model.around(id).includes(cluster)));
    setOpen(closed);
    setChosen(cluster);
    drawing.current?.goTo(model.parents[cluster] as number);
  };
  const pick = (item: number | null) => {
    if (item === null) setChosen(null);
    else if (model.isCluster(item)) choose(item);
    else setChosen(item);
  };
  const follow = useCallback(
    (to: number, numbers: readonly number[]) => {
      const items = numbers.flatMap((number) => model.itemOfPage(number) ?? []);
      unfold(items);
      setWay({ to, items });
      drawing.current?.goAmong(items);
    },
    [model, unfold],
  );
  const use = useCallback((made: Drawing) => {
    drawing.current = made;
  }, []);
  const drawn = useMemo(
    () => ({
      model,
      places,
      open,
      links,
      focus:
        chosen === null || isOpen || way !== null ? null : { item: chosen, into: near.into, out: near.from },
      way: way?.items ?? [],
    }),
    [model, places, open, links, chosen, isOpen, near, way],
  );
  const everything = () => setOpen(new Set(model.clusters.map(({ id }) => id)));
  const isAllOpen = open.size === model.clusters.length;
  const here = chosen ?? 0;
  const item = model.item(here);
  return (
    <div class="graph">
      <div class="graph-head">
        <h1>Graph</h1>
        <p class="soft">
          {countOf(model.pageCount, 'page')}
          {model.clusters.length > 1 && ` in ${countOf(model.clusters.length - 1, 'group')}`}
        </p>
        <div class="actions">
          {model.clusters.length > 1 && (
            <button
              type="button"
              onClick={() => {
                if (isAllOpen) setOpen(new Set([0]));
                else everything();
                setChosen(null);
                drawing.current?.goTo(0);
              }}
            >
              {isAllOpen ? 'Close all' : 'Open all'}
            </button>
          )}
          <Exports crawl={crawl} drawing={drawing} />
        </div>
      </div>
      <div class="graph-body">
        <div class="graph-map">
          <GraphCanvas drawn={drawn} onPick={pick} use={use} />
          <div class="graph-zoom">
            <button type="button" aria-label="Zoom in" onClick={() => drawing.current?.zoom(1.6)}>
              +
            </button>
            <button type="button" aria-label="Zoom out" onClick={() => drawing.current?.zoom(1 / 1.6)}>
              −
            </button>
            <button type="button" aria-label="Show all" onClick={() => drawing.current?.goTo(0)}>
              ⤢
            </button>
          </div>
          <Legend />
        </div>
        <aside class="graph-side" aria-label="What is chosen">
          <GraphSearch model={model} choose={choose} />
          {here !== 0 && <Crumbs model={model} item={here} choose={choose} />}
          <h2 class="any">{here === 0 ? model.site : model.nameOf(here)}</h2>
          {item.kind === 'page' ? (
            <>
              <p class="small any">
                {item.url === null ? (
                  <span class="soft">A state: events alone lead to it</span>
                ) : (
                  <span class="soft">{item.url}</span>
                )}
              </p>
              <p class="graph-do">
                <a class="button" href={crawlHref(crawl, `/pages/${item.number}`)}>
                  Page {item.number}
                </a>
                {way?.to === item.number ? (
                  <button type="button" onClick={() => setWay(null)}>
                    Leave the way
                  </button>
                ) : (
                  <button type="button" class="main" onClick={() => setWay({ to: item.number, items: [] })}>
                    Way from the start
                  </button>
                )}
              </p>
              {way?.to === item.number && (
                <WayTo
                  crawl={crawl}
                  to={item.number}
                  onWay={(numbers) => follow(item.number, numbers)}
                  onStep={(number) => {
                    const step = model.itemOfPage(number);
                    if (step !== null) drawing.current?.goTo(step);
                  }}
                />
              )}
            </>
          ) : (
            <>
              <p class="soft">
                {countOf(item.cluster.pages, 'page')}
                {item.cluster.states > 0 && `, ${countOf(item.cluster.states, 'state')} of them`}
              </p>
              {here !== 0 && (
                <p class="graph-do">
                  {isOpen ? (
                    <button type="button" onClick={() => close(here)}>
                      Close the group
                    </button>
                  ) : (
                    <button type="button" class="main" onClick={() => choose(here)}>
                      Open the group
                    </button>
                  )}
                </p>
              )}
              <Contents key={here} model={model} cluster={here} choose={choose} />
            </>
          )}
          {!isOpen && chosen !== null && way?.to !== (item.kind === 'page' ? item.number : -1) && (
            <Linked graph={graph} near={near} choose={choose} />
          )}
        </aside>
      </div>
    </div>
  );
}

function Legend() {
  return (
    <ul class="graph-legend small" aria-label="What the colours mean">
      <li>
        <span class="graph-dot cluster" aria-hidden="true" /> group
      </li>
      <li>
        <span class="graph-dot page" aria-hidden="true" /> page
      </li>
      <li>
        <span class="graph-dot state" aria-hidden="true" /> state
      </li>
    </ul>
  );
}

/** Neighbours that are listed; the drawing shows all. */
const mostNear = 30;

function Linked({
  graph: { model },
  near,
  choose,
}: {
  readonly graph: LoadedGraph;
  readonly near: Neighbours;
  readonly choose: (item: number) => void;
}) {
  const part = (title: string, all: Neighbours['into'], end: 0 | 1) =>
    all.length > 0 && (
      <section class="graph-linked">
        <h3>
          {title} <span class="soft">{countOf(all.length, 'thing')}</span>
        </h3>
        <ul class="graph-list">
          {all.slice(0, mostNear).map((link) => (
            <li key={link[end]}>
              <ItemButton
                model={model}
                id={link[end]}
                onPick={() => choose(link[end])}
                count={countOf(link[2], 'link')}
              />
            </li>
          ))}
        </ul>
      </section>
    );
  return (
    <>
      {part('Leads to', near.from, 1)}
      {part('Led to by', near.into, 0)}
    </>
  );
}

function Exports({
  crawl,
  drawing,
}: {
  readonly crawl: string;
  readonly drawing: { readonly current: Drawing | null };
}) {
  const svg = () => {
    const seen = drawing.current?.seen();
    if (seen) save(new Blob([svgOf(seen.scene, seen.palette)], { type: 'image/svg+xml' }), `${crawl}.svg`);
  };
  const png = async () => {
    const picture = await drawing.current?.picture();
    if (picture) save(picture, `${crawl}.png`);
  };
  return (
    <>
      <button type="button" onClick={svg}>
        SVG
      </button>
      <button type="button" onClick={() => void png()}>
        PNG
      </button>
      <a class="button" href={crawlApi(crawl, '/graph/graphml')} download>
        GraphML
      </a>
    </>
  );
}

function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
