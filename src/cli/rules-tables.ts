import { locatorText } from '../extract/report/values.ts';
import { isNeutral } from '../extract/session/records.ts';
import type { TemplateRules } from '../extract/types.ts';
import type { RulesTest } from '../run/rules.ts';
import { clean, cut, pad, usualColumns } from './terminal.ts';

/** All templates, one line each. */
export function rulesTable(templates: readonly TemplateRules[]): string {
  if (templates.length === 0) return 'there are no rules yet: run argiope extract\n';
  const width = Math.min(24, Math.max(8, ...templates.map(({ template }) => clean(template).length)));
  const head = `${pad('template', width)}  version  learned     pages  fields`;
  const rows = templates.map(({ template, version, learnedAt, pages, fields }) => {
    const named = fields.filter(({ name }) => !isNeutral(name)).map(({ name }) => clean(name));
    const more = fields.length - named.length;
    const left = `${pad(cut(clean(template), width), width)}  ${pad(String(version), 7, 'right')}  ${learnedAt.slice(0, 10)}  ${pad(String(pages.length), 5, 'right')}  `;
    return cut(
      `${left}${[...(named.length > 0 ? [named.join(', ')] : []), ...(more > 0 ? [`+${more} unnamed`] : [])].join(' ')}`,
      usualColumns,
    );
  });
  return `${[head, ...rows].join('\n')}\n`;
}

/** One template with its fields and the ways to them. */
export function shownRules(rules: TemplateRules, versions: readonly TemplateRules[]): string {
  const { domain, template, version, learnedAt, pages, lists } = rules;
  const named = rules.fields.filter(({ name }) => !isNeutral(name));
  const neutral = rules.fields.length - named.length;
  const history = versions.map((each) => `${each.version} (${each.learnedAt.slice(0, 10)})`).join(', ');
  const lines = [
    `${clean(template)} of ${clean(domain)}, version ${version}, learned ${learnedAt.slice(0, 10)} from ${pages.length} pages`,
    ...(versions.length > 1 ? [`versions: ${history}`] : []),
    ...(lists.length > 0
      ? [`lists: ${lists.map(({ id, within }) => (within === null ? id : `${id} in ${within}`)).join(', ')}`]
      : []),
    '',
    ...named.flatMap(({ name, list, confidence, profile, locators }) => [
      cut(
        `${list === null ? '' : `${list}/`}${clean(name)}  ${profile.type}, confidence ${confidence.toFixed(2)}, such as ${JSON.stringify(clean(profile.samples[0] ?? ''))}`,
        usualColumns,
      ),
      ...locators.map(({ locator, support }) =>
        cut(`  ${pad(String(support), 3, 'right')}  ${clean(locatorText(locator))}`, usualColumns),
      ),
    ]),
    ...(neutral > 0 ? [`${neutral} more without names (argiope rules export shows them)`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

/** What rules did on the stored pages. */
export function testTable(tests: readonly RulesTest[]): string {
  if (tests.length === 0) return 'there are no rules yet: run argiope extract\n';
  return tests.map(testLines).join('\n');
}

function testLines({ template, pages, fields }: RulesTest): string {
  const named = fields.filter(({ name }) => !isNeutral(name));
  const names = named.map(({ name, list }) => clean(list === null ? name : `${list}/${name}`));
  const width = Math.min(24, Math.max(5, ...names.map((name) => name.length)));
  const head = `${pad('field', width)}  ${['found', 'disagree', 'strange'].map((word) => pad(word, 9, 'right')).join('')}  example`;
  const share = (count: number) =>
    pad(pages === 0 ? '-' : `${Math.round((100 * count) / pages)} %`, 9, 'right');
  const rows = named.map(({ found, disagree, strange, examples }, at) =>
    cut(
      `${pad(cut(names[at] ?? '', width), width)}  ${share(found)}${share(disagree)}${share(strange)}  ${clean(examples[0] ?? '')}`,
      usualColumns,
    ),
  );
  const more = fields.length - named.length;
  const rest = more === 0 ? [] : [`and ${more} without names`];
  return `${[`${clean(template)}: ${pages} pages`, head, ...rows, ...rest].join('\n')}\n`;
}
