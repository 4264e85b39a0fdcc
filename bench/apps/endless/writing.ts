import { passage } from '../passages.ts';

/** Names of the months in order. */
export const monthNames =
  'January February March April May June July August September October November December'.split(' ');

/** A month of the calendar, counted from the year 0: its days, and what is to be done on some of them. */
export function monthPage(month: number): string {
  const year = Math.floor(month / 12);
  const index = month - year * 12;
  const name = `${monthNames[index]} ${year}`;
  const days = new Date(Date.UTC(year, index + 1, 0)).getUTCDate();
  const lead = (new Date(Date.UTC(year, index, 1)).getUTCDay() + 6) % 7;
  const cells = Array.from({ length: Math.ceil((lead + days) / 7) * 7 }, (_, cell) => {
    const day = cell - lead + 1;
    return `<td>${day >= 1 && day <= days ? day : ''}</td>`;
  });
  const weeks = Array.from(
    { length: cells.length / 7 },
    (_, week) => `<tr>${cells.slice(week * 7, week * 7 + 7).join('')}</tr>`,
  );
  const entries = [4, 11, 25].map((day) => `<li>${day}: ${passage(`${name} ${day}`).lead}</li>`);
  return `<h3>Calendar for ${name}</h3><table>${weeks.join('')}</table><ul>${entries.join('')}</ul>`;
}

/** A part of the notes. */
export function notesPage(part: number): string {
  return `<h3>Notes, part ${part}</h3><p>${passage(`notes ${part}`).text}</p>`;
}
