/** Where the rules of one template are corrected: the page, its fields, what was changed and what that does. */
import { useMemo, useState } from 'preact/hooks';
import type { RulesEffect, RulesOnPage, TemplateView } from '../../../api/rules.ts';
import { ask, crawlApi } from '../../api.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { Failed, Loading } from '../../parts/states.tsx';
import { Trial, usePosted } from '../../parts/trial.tsx';
import { Turn } from '../../parts/turn.tsx';
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
  const body = useMemo(() => ({ changes: changesOf(edits) }), [edits]);
  const path = crawlApi(crawl, `/rules/${encodeURIComponent(template.template)}`);
  const here = usePosted<RulesOnPage>(`${path}/page?page=${encodeURIComponent(page)}`, body);
  const effect = usePosted<RulesEffect>(body.changes.length === 0 ? null : `${path}/try`, body);
  const save = async () => {
    const made = await ask<{ version: number; records: number }>(`${path}/save`, body);
    onSaved(`Saved as version ${made.version}; ${countOf(made.records, 'record')} made by it.`);
  };
  const pick = (number: number) => {
    if (aim !== null) setEdits((before) => withPoint(before, template, aim, page, number));
  };
  const at = template.pages.indexOf(page);
  return (
    <div class="rules">
      <div class="rules-page">
        <Turn at={at} count={template.pages.length} onTurn={(to) => setPage(template.pages[to] ?? page)}>
          Page {page}
          {at >= 0 && ` (${at + 1} of ${template.pages.length})`}
        </Turn>
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
        {body.changes.length > 0 && (
          <Trial
            effect={effect}
            save={save}
            words={{ save: 'Save and make records', saving: 'Making records …', undo: 'Take all back' }}
            onUndo={() => {
              setEdits(noEdits);
              setAim(null);
            }}
          >
            {(found) => <EffectTable effect={found} />}
          </Trial>
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
