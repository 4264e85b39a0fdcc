/** How the elements of one pattern are told from those of another. */
export interface Mark {
  /** Also written beside the outline, for those who see no colours and for print. */
  readonly letter: string;
  readonly colour: string;
  /** What can be read on the colour. */
  readonly ink: string;
  readonly line: string;
}

/** Colours that people with any colour vision can tell apart (Okabe and Ito). */
const colours = [
  ['#0072b2', '#fff'],
  ['#d55e00', '#000'],
  ['#009e73', '#000'],
  ['#cc79a7', '#000'],
  ['#e69f00', '#000'],
  ['#56b4e9', '#000'],
] as const;
const lines = ['solid', 'dashed', 'dotted', 'double'];

/** The mark of the pattern at a place of its type; colour and line repeat together after twelve. */
export function markOf(place: number): Mark {
  const [colour, ink] = colours[place % colours.length] as (typeof colours)[number];
  return {
    letter: letterOf(place),
    colour,
    ink,
    line: lines[place % lines.length] as string,
  };
}

/** A to Z, then AA, AB and so on. */
function letterOf(place: number): string {
  const last = String.fromCharCode(65 + (place % 26));
  return place < 26 ? last : letterOf(Math.floor(place / 26) - 1) + last;
}
