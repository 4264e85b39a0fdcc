import type { ValueType } from '../../../values/index.ts';

/** Words of names that say what values are, whatever else a name says: `birth_date`, `sale_price`, `screen_size`. */
const words: readonly (readonly [words: string, types: readonly ValueType[]])[] = [
  ['isbn', ['isbn']],
  ['phone telephone tel fax mobile', ['phone']],
  ['email mail', ['email']],
  ['url website homepage link web', ['url']],
  ['price cost fee fare rent salary wage tuition budget revenue income gross', ['price', 'number']],
  ['date day birthday deadline posted published updated released born', ['date', 'year']],
  ['year founded established', ['year', 'date']],
  ['time hour', ['time', 'date']],
  ['address street', ['address', 'place']],
  ['location city town state country region place venue birthplace hometown', ['place', 'address']],
  ['percent percentage', ['percentage', 'number']],
  [
    'height weight length width depth duration runtime distance speed mileage capacity',
    ['quantity', 'number'],
  ],
  ['count page bedroom bathroom room enrollment population student', ['number', 'quantity']],
  ['author writer director actor artist editor photographer owner', ['person']],
  ['company employer publisher manufacturer organization organisation', ['organisation']],
];

/** Types by the words of names that speak of them. */
export const typeWords: ReadonlyMap<string, readonly ValueType[]> = new Map(
  words.flatMap(([list, types]) => list.split(' ').map((word) => [word, types] as const)),
);
