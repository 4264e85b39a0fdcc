/** A repeatable source of numbers in [0, 1) (mulberry32): equal seeds give equal sites. */
export function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const words = (
  'garden morning river letter winter market silence window harbour mountain paper lantern bread road ' +
  'station evening teacher summer orchard rain village music candle bridge journey story kitchen autumn ' +
  'found kept wrote walked carried opened watched remembered followed promised waited returned ' +
  'old small bright quiet narrow distant patient early golden gentle under across behind without ' +
  'towards beside because although perhaps always never often again together'
).split(' ');

/** One sentence. */
export function sentence(random: () => number): string {
  const length = 6 + Math.floor(random() * 10);
  const picked = Array.from({ length }, () => words[Math.floor(random() * words.length)] ?? 'and');
  const text = picked.join(' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** A paragraph of about `characters` characters. */
export function paragraph(random: () => number, characters: number): string {
  const sentences: string[] = [];
  for (let length = 0; length < characters; ) {
    const next = sentence(random);
    sentences.push(next);
    length += next.length + 1;
  }
  return sentences.join(' ');
}
