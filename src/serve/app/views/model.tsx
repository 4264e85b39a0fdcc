/** The model of a crawl: what its patterns cover on stored pages; patterns are dropped when what that does was seen. */
import { useState } from 'preact/hooks';
import type { ModelView } from '../../api/models.ts';
import { crawlApi, useApi } from '../api.ts';
import { Empty, WhenThere } from '../parts/states.tsx';
import { countOf, momentText } from '../parts/words.ts';
import { crawlHref, goTo } from '../router.ts';
import type { ViewProps } from './index.ts';
import { ModelDesk } from './model/desk.tsx';

/** The view of the model. */
export function ModelBoard({ names, query }: ViewProps) {
  const crawl = names.crawl ?? '';
  const found = useApi<{ readonly model: ModelView | null }>(crawlApi(crawl, '/model'));
  const [said, setSaid] = useState('');
  return (
    <WhenThere of={found}>
      {({ model }) => {
        const first = model?.types.find(({ patterns }) => patterns.length > 0) ?? model?.types[0];
        if (!model || !first) return <NoModel />;
        const chosen = model.types.find(({ name }) => name === query.get('type')) ?? first;
        return (
          <>
            <div class="title-row">
              <h1>Model</h1>
              <label class="rules-choice">
                <span class="soft">Pages of the type</span>
                <select
                  value={chosen.name}
                  onChange={({ currentTarget: { value } }) =>
                    goTo(crawlHref(crawl, `/model?type=${encodeURIComponent(value)}`))
                  }
                >
                  {model.types.map(({ name, patterns, isWanted }) => (
                    <option key={name} value={name}>
                      {name} ({countOf(patterns.length, 'pattern')}
                      {isWanted ? ', wanted' : ''})
                    </option>
                  ))}
                </select>
              </label>
              <p class="soft">
                Trained on {model.site}, {momentText(model.trainedAt)}
              </p>
            </div>
            <p class="rules-said" role="status">
              {said}
            </p>
            <ModelDesk
              key={`${chosen.name} ${model.types.map(({ patterns }) => patterns.length).join()}`}
              crawl={crawl}
              model={model}
              type={chosen}
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

function NoModel() {
  return (
    <Empty>
      <h1>No model</h1>
      <p>
        This crawl was guided by none. <code>argiope train</code> learns which elements lead to the wanted
        pages, and <code>argiope crawl --model FILE</code> fires only those.
      </p>
    </Empty>
  );
}
