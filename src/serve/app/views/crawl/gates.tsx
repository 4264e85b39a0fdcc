import type { LiveFigures } from '../../../live/figures.ts';
import { countText } from '../../parts/words.ts';

/** What was fired and what each gate has spared, cheapest gate first. */
export function Gates({ figures }: { readonly figures: LiveFigures }) {
  const rows = [
    ['Fired', figures.fired, '', 'Events that were fired for the first time'],
    [
      'Known before firing',
      figures.skipped,
      'spared',
      'Spared by the instruction gate: what they would do was known',
    ],
    [
      'Of a kind that gave nothing',
      figures.suspended,
      'spared',
      'Spared: their kind was fired often without anything new',
    ],
    [
      'Answered from memory',
      figures.requestsFromCache,
      'spared',
      'Spared by the effect gate: requests whose answer was known',
    ],
    [
      'Same content',
      figures.duplicates,
      'spared',
      'Merged by the content gate: addresses and events that show a known page',
    ],
  ] as const;
  const most = Math.max(...rows.map(([, value]) => value), 1);
  return (
    <section class="section">
      <h2>Events, and what was spared</h2>
      <table class="bars">
        <tbody>
          {rows.map(([name, value, look, help]) => (
            <tr key={name}>
              <th scope="row" title={help} class="one-line">
                {name}
              </th>
              <td aria-hidden="true">
                <span class={`bar ${look}`} style={{ width: `${(value / most) * 100}%` }} />
              </td>
              <td class="num">{countText(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
