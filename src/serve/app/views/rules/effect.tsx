/** What changes of rules would do on pages that are known. */

import type { RulesEffect } from '../../../api/rules.ts';
import { TableHead } from '../../parts/table-head.tsx';
import { countOf } from '../../parts/words.ts';

/** The effect: fields with the pages that have them, and values that would be others. */
export function EffectTable({ effect }: { readonly effect: RulesEffect }) {
  const { tried, of, changed, fields, rows } = effect;
  const moved = fields.filter(({ before, after }) => before !== after);
  return (
    <>
      <p role="status">
        {changed === 0
          ? `Nothing changes on ${countOf(tried, 'page')}`
          : `Values change on ${changed} of ${countOf(tried, 'page')}`}
        {tried < of && ` tried, of ${of} that are known`}.
      </p>
      {moved.length > 0 && (
        <table>
          <TableHead columns={['Field', '#Pages now', '#Then']} />
          <tbody>
            {moved.map(({ name, before, after }) => (
              <tr key={name}>
                <td class="any">{name}</td>
                <td class="num">{before ?? 'new'}</td>
                <td class="num">{after ?? 'dropped'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {rows.length > 0 && (
        <details open={rows.length <= 8}>
          <summary>{countOf(rows.length, 'value')} that would be others</summary>
          <ul class="rules-rows">
            {rows.map(({ page, field, before, after }) => (
              <li key={`${page} ${field}`}>
                <p class="soft small">
                  Page {page}, {field}
                </p>
                {before.length > 0 && <del class="any">{before.join(' · ')}</del>}
                {after.length > 0 && <ins class="any">{after.join(' · ')}</ins>}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
