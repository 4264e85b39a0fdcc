import { type Answer, type Ask, html, redirect, type Site } from './answer.ts';

/**
 * Forms whose lists the server fills with each answer, by what was chosen before. `post`: two levels, with hidden fields
 * that are others on each page and hold what may be chosen next. `get`: three levels, locked as long as they are empty.
 * `chosen`: two levels that post, where always something is chosen.
 */
export type ListsMake = 'post' | 'get' | 'chosen';

/** A place at the end of all lists. */
export interface Station {
  readonly land: string;
  readonly region: string;
  readonly town: string;
  readonly name: string;
}

const lands = ['Peru', 'Kenya', 'Nepal', 'Norway'];
const ends = ['ford', 'ham', 'wick'];
const starts = ['Am', 'Bir', 'Ce', 'Del', 'Em', 'Fli', 'Gro', 'Hea', 'I', 'Ju', 'Kel', 'Lar'];

/** 4 lands with 2 to 3 regions of 1 to 3 towns; the first town of each land alone has several stations. */
export const stations: readonly Station[] = lands.flatMap((land, nth) =>
  Array.from({ length: 2 + (nth % 2) }, (_, at) => `${land} ${['north', 'south', 'coast'][at]}`).flatMap(
    (region, at) =>
      Array.from({ length: 1 + ((nth + at) % 3) }, (_, no) => `${starts[nth * 3 + at]}${ends[no]}`).flatMap(
        (town, no) =>
          Array.from({ length: at + no === 0 ? 3 : 1 }, (_, one) => {
            return { land, region, town, name: `Station ${one + 1} of ${town}` };
          }),
      ),
  ),
);

const levels = ['land', 'region', 'town'] as const;
type Level = (typeof levels)[number];

/** `asked` takes the questions that were put, `refused` those that no page has offered. */
export function dependentLists(make: ListsMake, asked: string[], refused: string[]): Site {
  const used = make === 'get' ? levels : levels.slice(0, 2);
  const given = new Map<string, string>();
  let count = 0;
  const optionsOf = (level: Level, chosen: Chosen): readonly string[] => {
    const above = used.slice(0, used.indexOf(level));
    if (above.some((one) => !chosen[one])) return [];
    const within = stations.filter((each) => above.every((one) => each[one] === chosen[one]));
    return [...new Set(within.map((each) => each[level]))];
  };
  /** What the server takes the fields for: what its list does not have is none of it. */
  const settled = (fields: URLSearchParams): Chosen => {
    const chosen: Chosen = {};
    for (const level of used) {
      const options = optionsOf(level, chosen);
      const value = fields.get(level) ?? '';
      if (options.includes(value)) chosen[level] = value;
      else if (make === 'chosen' && options[0] !== undefined) chosen[level] = options[0];
    }
    return chosen;
  };
  const page = (fields = new URLSearchParams()): Answer => {
    const chosen = settled(fields);
    const lists = used.map((level) => {
      const options = optionsOf(level, chosen);
      const written = options.map(
        (value) => `<option${chosen[level] === value ? ' selected' : ''}>${value}</option>`,
      );
      const none = make === 'chosen' ? '' : '<option value="">-----</option>';
      const locked = make === 'get' && options.length === 0 ? ' disabled' : '';
      return `<label>${level} <select name="${level}"${locked}>${none}${written.join('')}</select></label>`;
    });
    const state = `${++count}-${Buffer.from(JSON.stringify(chosen)).toString('base64')}`;
    given.set(
      state,
      JSON.stringify(Object.fromEntries(used.map((level) => [level, optionsOf(level, chosen)]))),
    );
    const isAsked = fields.size > 0;
    const found = stations.filter((each) => isAsked && used.every((level) => each[level] === chosen[level]));
    const rows = found.map(({ name, town }) => `<li><b>${name}</b> <i>in ${town}</i></li>`);
    const hidden = make === 'get' ? '' : `<input type="hidden" name="__VIEWSTATE" value="${state}">`;
    return html(`<title>Stations</title><h1>Stations of the world</h1>
      <form method="${make === 'get' ? 'get' : 'post'}" action="/find.aspx">${hidden}${lists.join('')}
      <input type="submit" name="go" value="Search"></form>
      ${rows.length > 0 ? `<h2>Found</h2><ul>${rows.join('')}</ul>` : ''}`);
  };
  return {
    name: 'dependent lists',
    start: '/',
    respond: (ask) => {
      if (ask.path === '/') return redirect('/find.aspx');
      if (ask.path !== '/find.aspx') return { status: 404 };
      const fields = fieldsOf(ask);
      const question = used.flatMap((level) => fields.get(level) || []).join(' > ');
      if (question === '' || !fields.has('go')) return page();
      asked.push(question);
      const offered = given.get(fields.get('__VIEWSTATE') ?? '');
      const lists = JSON.parse(offered ?? '{}') as Partial<Record<Level, readonly string[]>>;
      const isOffered = used.every(
        (level) => !fields.get(level) || lists[level]?.includes(fields.get(level) ?? ''),
      );
      if (make !== 'get' && !isOffered) {
        refused.push(question);
        return { status: 500, body: 'Invalid postback or callback argument.' };
      }
      return page(fields);
    },
  };
}

type Chosen = Partial<Record<Level, string>>;

function fieldsOf({ method, body, query }: Ask): URLSearchParams {
  return method === 'POST' ? new URLSearchParams(body) : query;
}
