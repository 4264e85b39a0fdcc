import type { TreeNode } from '../../../src/model/document.ts';
import { type Dice, el, link } from './elements.ts';

/** A form to write to the owners with. */
export function contact(dice: Dice): TreeNode[] {
  const field = () => el('div.field', [el('label', ['Name']), el('input')]);
  return [
    el('h1', ['Write to us']),
    el('form.contact', [
      ...dice.times(dice.between(3, 6), field),
      el('div.field', [el('label', ['Text']), el('textarea')]),
      ...dice.maybe(40, () => el('label.consent', [el('input'), 'I agree'])),
      el('button.send', ['Send']),
    ]),
    ...dice.maybe(60, () => el('address', [el('p', ['A street']), link('', 'Map', '/map')])),
  ];
}

/** What happens when. */
export function calendar(dice: Dice): TreeNode[] {
  const day = () =>
    el(
      'td.day',
      dice.maybe(30, () => link('.event', 'Fair', '/event/1')),
    );
  return [
    el('h1', ['June']),
    el('div.months', [link('.earlier', 'May'), link('.later', 'July')]),
    el('table.calendar', [
      el('thead', [
        el(
          'tr',
          dice.times(7, () => el('th', ['Day'])),
        ),
      ]),
      el(
        'tbody',
        dice.times(5, () => el('tr.week', dice.times(7, day))),
      ),
    ]),
    ...dice.maybe(50, () =>
      el(
        'ul.agenda',
        dice.times(4, () => el('li', [el('time', ['8 pm']), 'Concert'])),
      ),
    ),
  ];
}
