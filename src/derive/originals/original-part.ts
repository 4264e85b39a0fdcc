/** Names that Windows keeps for devices, with any ending. */
const devices = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?=\.|$)/i;

/**
 * A name of a file as it was, but for what some system does not take: signs with a meaning, characters that are
 * none, spaces and dots at its end, names of devices, and what is longer than a name may be.
 */
export function originalPart(name: string): string {
  const plain = name
    .toWellFormed()
    .normalize('NFC')
    .replace(/[<>:"/\\|?*\p{Cc}\p{Cf}\ufffd]/gu, '_')
    .replace(/[. ]+$/, (end) => '_'.repeat(end.length));
  return shortened(plain.replace(devices, '$&_')) || '_';
}

/** At most 240 bytes of UTF-8, with the ending. */
function shortened(name: string): string {
  const ending = /\.[^.]{1,12}$/u.exec(name)?.[0] ?? '';
  let stem = [...name.slice(0, name.length - ending.length)];
  while (Buffer.byteLength(stem.join('') + ending) > 240) stem = stem.slice(0, -1);
  return stem.join('') + ending;
}
