import { passage } from '../passages.ts';

/** Chapters of the book, and sections of a chapter. */
export const size = 20;

const numbers = Array.from({ length: size }, (_, index) => index + 1);

/** Name of a section as a part. */
export function sectionName(chapter: number, section: number): string {
  return `section ${chapter}.${section}`;
}

/** The list of chapters. */
export function chapterButtons(): string {
  return numbers
    .map((chapter) => {
      const title = passage(`chapter ${chapter}`, 0).title;
      return `<li><button data-chapter="${chapter}">${chapter} ${title}</button></li>`;
    })
    .join('');
}

/** The list of sections of a chapter. */
export function chapterPage(chapter: number): string {
  const buttons = numbers.map((section) => {
    const title = passage(sectionName(chapter, section), 0).title;
    return `<li><button data-chapter="${chapter}" data-section="${section}">${chapter}.${section} ${title}</button></li>`;
  });
  return `<h2>${passage(`chapter ${chapter}`, 0).title}</h2><ol>${buttons.join('')}</ol>`;
}

/** A section: its text in paragraphs, and a table of what it speaks of. */
export function sectionPage(chapter: number, section: number): string {
  const name = sectionName(chapter, section);
  const { title, lead, text } = passage(name, 1700);
  const sentences = text.slice(lead.length + 1).split(/(?<=\.) /);
  const paragraphs = sentences.map((words) => `<p>${words.replace(/(\S+) (\S+)/, '$1 <em>$2</em>')}</p>`);
  const rows = sentences.slice(0, 20).map(
    (words) =>
      `<tr>${words
        .split(' ', 6)
        .map((word) => `<td>${word}</td>`)
        .join('')}</tr>`,
  );
  return `<h3>${title}</h3><p>${lead}</p>${paragraphs.join('')}<table>${rows.join('')}</table>`;
}
