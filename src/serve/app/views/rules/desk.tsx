/** Where the rules of one template are corrected: the page, its fields, what was changed and what that does. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { RulesEffect, RulesOnPage, TemplateView } from '../../../api/rules.ts';
import { type ApiError, ask, crawlApi } from '../../api.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { Failed, Loading } from '../../parts/states.tsx';
import { countOf } from '../../parts/words.ts';
import { changesOf, type Edits, noEdits, withDrop, withName, withoutEdit, withPoint } from './edits.ts';
import { EffectTable } from './effect.tsx';
import { FieldList } from './fields.tsx';

/** The desk of a template. */
export function RulesDesk({
  crawl,
  template,
  page: asked,
  onSaved,
}: {
  readonly crawl: string;
  readonly template: TemplateView;
  readonly page: string | null;
  readonly onSaved: (text: string) => void;
}) {
  const [page, setPage] = useState(asked ?? template.pages[0] ?? '');
  const [edits, setEdits] = useState<Edits>(noEdits);
  /** Which field is pointed at: a place in the rules, or the name of a new one. */
  const [aim, setAim] = useState<number | string | null>(null);
  const changes = useMemo(() => changesOf(edits), [edits]);
  const path = crawlApi(crawl, `/rules/${encodeURIComponent(template.template)}`);
  const here = usePosted<RulesOnPage>(`${path}/page?page=${encodeURIComponent(page)}`, changes);
  const effect = usePosted<RulesEffect>(changes.length === 0 ? null : `${path}/try`, changes);
  const [saving, setSaving] = useState<'no' | 'yes' | ApiError>('no');
  const save = async () => {
    setSaving('yes');
    try {
      const made = await ask<{ version: number; records: number }>(`${path}/save`, { changes });
      onSaved(`Saved as version ${made.version}; ${countOf(made.records, 'record')} made by it.`);
    } catch (error) {
      setSaving(error as ApiError);
    }
  };
  const pick = (number: number) => {
    if (aim !== null) setEdits((before) => withPoint(before, template, aim, page, number));
  };
  const at = template.pages.indexOf(page);
  return (
    <div class="rules">
      <div class="rules-page">
        <div class="rules-turn">
          <button type="button" disabled={at <= 0} onClick={() => setPage(template.pages[at - 1] ?? page)}>
            Back
          </button>
          <span class="soft small">
            Page {page}
            {at >= 0 && ` (${at + 1} of ${template.pages.length})`}
          </span>
          <button
            type="button"
            disabled={at < 0 || at >= template.pages.length - 1}
            onClick={() => setPage(template.pages[at + 1] ?? page)}
          >
            Next
          </button>
        </div>
        {here.error && <Failed error={here.error} />}
        {here.data ? (
          <PagePicture found={here.data} onPick={pick} isAimed={aim !== null} />
        ) : (
          !here.error && <Loading />
        )}
      </div>
      <aside class="rules-side" aria-label="Fields">
        <FieldList
          template={template}
          found={here.data}
          edits={edits}
          aim={aim}
          onAim={setAim}
          onName={(field, name) => setEdits((before) => withName(before, template, field, name))}
          onDrop={(field) => setEdits((before) => withDrop(before, field))}
          onUndo={(field) => {
            setEdits((before) => withoutEdit(before, field));
            if (aim === field) setAim(null);
          }}
        />
        {changes.length > 0 && (
          <section class="rules-effect" aria-label="What the changes do">
            <h2>What that does</h2>
            {effect.error && <Failed error={effect.error} />}
            {effect.data ? (
              <EffectTable effect={effect.data} />
            ) : (
              !effect.error && <Loading what="Trying it" />
            )}
            {typeof saving === 'object' && <Failed error={saving} />}
            <p class="graph-do">
              <button
                type="button"
                class="main"
                disabled={effect.data === null || saving === 'yes'}
                onClick={() => void save()}
              >
                {saving === 'yes' ? 'Making records …' : 'Save and make records'}
              </button>
              <button
                type="button"
                onClick={() => {
                  setEdits(noEdits);
                  setAim(null);
                }}
              >
                Take all back
              </button>
            </p>
          </section>
        )}
      </aside>
    </div>
  );
}

function PagePicture({
  found,
  onPick,
  isAimed,
}: {
  readonly found: RulesOnPage;
  readonly onPick: (number: number) => void;
  readonly isAimed: boolean;
}) {
  const { frame, texts, fields, page } = found;
  const asks = useMemo(
    () => [
      { kind: 'texts' as const, texts },
      {
        kind: 'fields' as const,
        fields: fields.map(({ name, numbers }, colour) => ({ name, colour: colour % 8, numbers })),
      },
    ],
    [texts, fields],
  );
  if (frame === null) return <PlainTexts found={found} onPick={onPick} />;
  return (
    <div class={`rules-frame${isAimed ? ' aimed' : ''}`}>
      <PageFrame key={frame} src={frame} title={`Page ${page} with its fields`} asks={asks} onPick={onPick} />
    </div>
  );
}

/** The texts of a page that is a file: pointed at all the same. */
function PlainTexts({
  found,
  onPick,
}: {
  readonly found: RulesOnPage;
  readonly onPick: (number: number) => void;
}) {
  const names = new Map(
    found.fields.flatMap(({ name, numbers }) => numbers.map((number) => [number, name] as const)),
  );
  return (
    <ul class="rules-texts">
      {found.texts.map(([number, text]) => (
        <li key={number}>
          <button type="button" class="graph-item" onClick={() => onPick(number)}>
            <span class="graph-name">{text}</span>
            {names.has(number) && <span class="badge">{names.get(number)}</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Posts something whenever it changes and nobody has changed it for a moment; what was known stays meanwhile. */
function usePosted<T>(
  path: string | null,
  changes: readonly object[],
): { readonly data: T | null; readonly error: ApiError | null } {
  const [state, setState] = useState<{ readonly data: T | null; readonly error: ApiError | null }>({
    data: null,
    error: null,
  });
  useEffect(() => {
    if (path === null) {
      setState({ data: null, error: null });
      return;
    }
    const stop = new AbortController();
    const timer = setTimeout(
      () =>
        ask<T>(path, { changes }, stop.signal).then(
          (data) => setState({ data, error: null }),
          (error: Error) => {
            if (error.name !== 'AbortError') setState({ data: null, error: error as ApiError });
          },
        ),
      150,
    );
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [path, changes]);
  return state;
}
