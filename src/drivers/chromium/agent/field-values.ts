import { readHandler } from './handler-text.ts';
import type { Heard } from './unwrap.ts';

/** What kind of field an element is, for events that need a value. */
export function fieldKind(element: Element): 'choice' | 'toggle' | 'text' | 'range' | null {
  switch (element.localName) {
    case 'select':
      return 'choice';
    case 'textarea':
      return 'text';
    case 'input':
      switch ((element as HTMLInputElement).type) {
        case 'checkbox':
        case 'radio':
          return 'toggle';
        case 'text':
        case 'search':
          return 'text';
        case 'range':
          return 'range';
        default:
          return null;
      }
    default:
      return null;
  }
}

const optionsAtMost = 200;
const textsAtMost = 3;

/** Values with which an event can be fired on an element; `undefined` stands for none. */
export function valuesFor(
  element: Element,
  event: string,
  heard: Pick<Heard, 'text' | 'keys'>,
): readonly (string | undefined)[] {
  if (event === 'keydown') return keysFor(element, heard);
  if (event === 'change' && element.localName === 'select') return otherOptions(element as HTMLSelectElement);
  if (event === 'input') return textsFor(element as HTMLInputElement);
  return [undefined];
}

function keysFor(element: Element, { text, keys }: Pick<Heard, 'text' | 'keys'>): readonly string[] {
  if (keys) return keys;
  const asked = readHandler(text).keys;
  if (asked.length > 0) return asked;
  return element.hasAttribute('tabindex') || element.hasAttribute('role') ? ['Enter'] : [];
}

function otherOptions(select: HTMLSelectElement): string[] {
  return [...select.options]
    .filter((option) => !option.selected && !option.matches(':disabled'))
    .map((option) => option.value)
    .slice(0, optionsAtMost);
}

function textsFor(field: HTMLInputElement): string[] {
  if (field.readOnly) return [];
  if (field.type === 'range')
    return [field.max || '100', field.min || '0'].filter((each) => each !== field.value);
  const suggested = [...(field.list?.options ?? [])].map((option) => option.value).filter(Boolean);
  const examples = new Set([
    ...suggested.slice(0, textsAtMost - 1),
    ...exampleIn(field.placeholder),
    ...suggested,
  ]);
  return examples.size > 0 ? [...examples].slice(0, textsAtMost) : [tellingWord()];
}

/** An example in a placeholder: `e.g. lisbon`, `“lisbon”`, `z. B. Lissabon`. */
function exampleIn(placeholder: string): string[] {
  const found =
    /(?:e\.\s?g\.|for example|such as|z\.\s?B\.|例如|比如)[\s:,]*["'“„]?([^"'”“,.;…]+)/i.exec(
      placeholder,
    )?.[1] ?? /["“„'‘]([^"”“'’]{2,40})["”“'’]/.exec(placeholder)?.[1];
  return found === undefined ? [] : [found.trim()];
}

let toldWord: string | null = null;

/** The longest word of the headings, chosen once per document so that the same box means the same action. */
function tellingWord(): string {
  if (toldWord !== null) return toldWord;
  const heading = document.querySelector('h1,h2,h3')?.textContent || document.title;
  const words = heading.match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  toldWord = words.reduce((best, word) => (word.length > best.length ? word : best), '') || 'a';
  return toldWord;
}
