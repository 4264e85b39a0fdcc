/** Rules of records: fields outlined on the page, pointed at, renamed, dropped; what that does is seen before it is saved. */
import { useState } from 'preact/hooks';
import type { TemplateView } from '../../api/rules.ts';
import { crawlApi, useApi } from '../api.ts';
import { Empty, WhenThere } from '../parts/states.tsx';
import { countOf } from '../parts/words.ts';
import { crawlHref, goTo } from '../router.ts';
import type { ViewProps } from './index.ts';
import { RulesDesk } from './rules/desk.tsx';

/** The view of the rules. */
export function RulesBoard({ names, query }: ViewProps) {
  const crawl = names.crawl ?? '';
  const found = useApi<{ readonly templates: readonly TemplateView[] }>(crawlApi(crawl, '/rules'));
  const [said, setSaid] = useState('');
  return (
    <WhenThere of={found}>
      {({ templates }) => {
        const [first] = templates;
        if (!first) return <NoRules crawl={crawl} />;
        const chosen = templates.find(({ template }) => template === query.get('template')) ?? first;
        return (
          <>
            <div class="title-row">
              <h1>Rules</h1>
              <label class="rules-choice">
                <span class="soft">Template</span>
                <select
                  value={chosen.template}
                  onChange={({ currentTarget: { value } }) =>
                    goTo(crawlHref(crawl, `/rules?template=${encodeURIComponent(value)}`))
                  }
                >
                  {templates.map(({ template, fields }) => (
                    <option key={template} value={template}>
                      {template} ({countOf(fields.length, 'field')})
                    </option>
                  ))}
                </select>
              </label>
              <p class="soft">
                Version {chosen.version}, learned from {countOf(chosen.pages.length, 'page')}
              </p>
            </div>
            <p class="rules-said" role="status">
              {said}
            </p>
            <RulesDesk
              key={`${chosen.template} ${chosen.version}`}
              crawl={crawl}
              template={chosen}
              page={query.get('page')}
              onSaved={(text) => {
                setSaid(text);
                found.reload();
              }}
            />
          </>
        );
      }}
    </WhenThere>
  );
}

function NoRules({ crawl }: { readonly crawl: string }) {
  return (
    <Empty>
      <h1>No rules yet</h1>
      <p>
        Rules are learned when records are made: <code>argiope extract --out …/{crawl}</code>, or a crawl with{' '}
        <code>--extract</code>.
      </p>
    </Empty>
  );
}
