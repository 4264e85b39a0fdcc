import type { ElementNode, TreeNode } from '../../model/document.ts';

/** Columns of a table, and columns that a cell may span; wider ones are no tables to read. */
const widest = 100;
const unfit = new Set(
  'table ul ol menu dl pre blockquote h1 h2 h3 h4 h5 h6 hr form iframe details figure'.split(' '),
);

/** One row of a table as it is laid out; `null` where a cell of another row or column reaches in. */
export interface Row {
  readonly head: boolean;
  readonly cells: readonly (ElementNode | null)[];
}

/** The rows of a table that holds data; `null` for one that lays out parts of a page, or has a single column. */
export function dataRows(table: ElementNode): readonly Row[] | null {
  const role = table.attrs?.role ?? '';
  if (role === 'presentation' || role === 'none') return null;
  const given = rowsOf(table, false);
  if (isBesidePicture(given)) return null;
  const rows = laidOut(given);
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  if (rows.length === 0 || width < 2 || width > widest) return null;
  if (rows.some(({ cells }) => cells.some((cell) => cell !== null && holdsBlocks(cell)))) return null;
  return rows.map(({ head, cells }) => ({
    head,
    cells: [...cells, ...new Array<null>(width - cells.length).fill(null)],
  }));
}

/** Whether a picture stands beside all rows: a note with its icon, set as a table (DocBook). */
function isBesidePicture(rows: readonly Given[]): boolean {
  const first = rows[0]?.cells[0];
  if (first === undefined || rows.length < 2 || span(first.attrs?.rowspan) < rows.length) return false;
  const shown = (first.kids ?? []).filter((kid) => typeof kid !== 'string' || kid.trim() !== '');
  return shown.length === 1 && typeof shown[0] === 'object' && shown[0].tag === 'img';
}

/** The visible caption of a table. */
export function captionOf(table: ElementNode): ElementNode | null {
  const found = (table.kids ?? []).find((kid) => typeof kid !== 'string' && kid.tag === 'caption');
  return found && typeof found !== 'string' && !found.hidden ? found : null;
}

interface Given {
  readonly head: boolean;
  readonly cells: readonly ElementNode[];
}

function rowsOf(node: ElementNode, head: boolean): Given[] {
  return elements(node.kids).flatMap((kid) => {
    if (kid.hidden) return [];
    if (kid.tag !== 'tr') return sections.has(kid.tag) ? rowsOf(kid, kid.tag === 'thead') : [];
    const cells = elements(kid.kids).filter(({ tag, hidden }) => !hidden && (tag === 'td' || tag === 'th'));
    return cells.length === 0 ? [] : [{ head: head || cells.every(({ tag }) => tag === 'th'), cells }];
  });
}

const sections = new Set(['thead', 'tbody', 'tfoot']);

function elements(kids: readonly TreeNode[] | undefined): ElementNode[] {
  return (kids ?? []).filter((kid) => typeof kid !== 'string');
}

function laidOut(rows: readonly Given[]): Row[] {
  /** Rows that a cell above still reaches into, by column. */
  const reach: number[] = [];
  return rows.map(({ head, cells }) => {
    const line: (ElementNode | null)[] = [];
    const skip = () => {
      for (; (reach[line.length] ?? 0) > 0; line.push(null))
        reach[line.length] = (reach[line.length] ?? 0) - 1;
    };
    for (const cell of cells) {
      skip();
      const down = span(cell.attrs?.rowspan) - 1;
      for (let i = span(cell.attrs?.colspan); i > 0 && line.length <= widest; i--) {
        reach[line.length] = down;
        line.push(i === span(cell.attrs?.colspan) ? cell : null);
      }
    }
    skip();
    return { head, cells: line };
  });
}

function span(text: string | undefined): number {
  const value = Number.parseInt(text ?? '', 10);
  return value >= 1 && value <= widest ? value : 1;
}

function holdsBlocks(node: ElementNode): boolean {
  return elements(node.kids).some((kid) => !kid.hidden && (unfit.has(kid.tag) || holdsBlocks(kid)));
}
