import { steadily } from './pristine.ts';

/** How the document looked when the first event came. */
let firstDress = '';
/** How it looked before the latest one. */
let lastDress = '';

/** Classes, data and style of the elements around everything: a theme, a folded side bar, a size of letters. */
function dressNow(): string {
  return steadily(() => {
    let worn = '';
    for (const element of [document.documentElement, document.body]) {
      if (!element) continue;
      for (const { name, value } of element.attributes)
        if (value && (name === 'class' || name === 'style' || name.startsWith('data-')))
          worn += `${name}=${value}\n`;
      worn += '\n';
    }
    return worn;
  });
}

/** An event is about to be fired. */
export function beginDress(): void {
  lastDress = dressNow();
  firstDress ||= lastDress;
}

/** Whether the event has changed how the whole document looks, to something else than it had at first. */
export function isRedressed(): boolean {
  const now = dressNow();
  return now !== lastDress && now !== firstDress;
}
