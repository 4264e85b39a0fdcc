import { readHandler } from './handler-text.ts';
import {
  attributeText,
  closestOf,
  elementAround,
  elementName,
  hasAttribute,
  isMatch,
  isRendered,
  shownTitle,
} from './unhidden.ts';
import type { Heard } from './unwrap.ts';

/** What kind of field an element is, for events that need a value. */
export function fieldKind(element: Element): 'choice' | 'toggle' | 'text' | 'range' | null {
  switch (elementName(element)) {
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
  if (event === 'change' && elementName(element) === 'select')
    return otherOptions(element as HTMLSelectElement);
  if (event === 'input') return textsFor(element as HTMLInputElement);
  return [undefined];
}

function keysFor(element: Element, { text, keys }: Pick<Heard, 'text' | 'keys'>): readonly string[] {
  if (keys) return keys;
  const asked = readHandler(text).keys;
  if (asked.length > 0) return asked;
  return hasAttribute(element, 'tabindex') || hasAttribute(element, 'role') ? ['Enter'] : [];
}

function otherOptions(select: HTMLSelectElement): string[] {
  return [...select.options]
    .filter((option) => !option.selected && !isMatch(option, ':disabled'))
    .map((option) => option.value)
    .slice(0, optionsAtMost);
}

/**
 * What may be typed into a field: only what the page itself suggests, by a list, an example, or a field that
 * searches what is there. Other fields make something of what is typed, and it would be our own words that
 * the page shows then.
 */
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
  if (examples.size > 0) return [...examples].slice(0, textsAtMost);
  return isSearch(field) ? [tellingWord()] : [];
}

/** What is typed into an empty field before a key confirms it; empty where the page suggests nothing. */
export function textToConfirm(field: HTMLInputElement): string {
  return field.type === 'range' ? '' : (textsFor(field)[0] ?? '');
}

/** Levels around a button within which its box stands: 4 hold for all of the widgets that were looked at. */
const boxLevels = 4;
/** Buttons beside a box from which on they are a toolbar, and not its own. */
const mostButtons = 3;
const buttons = 'button,input[type=submit],input[type=button],input[type=image],[role=button]';
const boxes = 'input:not([type]),input[type=text],input[type=search],[role=searchbox]';

/**
 * The empty box that a button asks with: a box and its button are one action, and asking for nothing is none. `null`
 * where the button stands alone, the box holds something, or the button says something else than that it searches.
 */
export function emptyBoxOf(element: Element): HTMLInputElement | null {
  const button = element.closest?.(buttons);
  if (!button) return null;
  const { id, className, ariaLabel, textContent, title } = button as HTMLButtonElement;
  const { value = '', name = '' } = button as HTMLInputElement;
  const said = [id, String(className), ariaLabel, textContent?.slice(0, 100), title, value, name].join(' ');
  if (!searchWords.test(said)) return null;
  let around: Element | null = elementAround(button);
  for (let level = 0; around && around !== document.body && level < boxLevels; level++) {
    const found = [...around.querySelectorAll<HTMLInputElement>(boxes)].filter((box) => isRendered(box));
    if (found.length > 0) {
      const isOwn = around.querySelectorAll(buttons).length <= mostButtons || found.length > 1;
      return isOwn && found.every((box) => box.value === '') ? (found[0] ?? null) : null;
    }
    around = elementAround(around);
  }
  return null;
}

/** What a button says that takes an answer. */
const answerWords =
  /\b(?:submit|answer|check|next|continue|confirm|ok|done|go|vote|finish|results?|calculate|apply)\b|weiter|prüfen|suivant|valider|siguiente|enviar|提交|确定|下一/i;

/**
 * Radio buttons that a person would choose before pressing a button beside them which takes an answer: the first of
 * each group of which none is chosen, where no form sends them. Without an answer most such buttons do nothing.
 */
export function unansweredBy(element: Element): readonly HTMLInputElement[] {
  const button = element.closest?.(buttons);
  const said = `${button?.textContent?.slice(0, 100)} ${(button as HTMLInputElement | null)?.value ?? ''}`;
  let around: Element | null = button && answerWords.test(said) ? elementAround(button) : null;
  for (let level = 0; around && level < boxLevels; level++, around = elementAround(around)) {
    if (around.querySelectorAll(buttons).length > mostButtons) return [];
    const radios = [...around.querySelectorAll<HTMLInputElement>('input[type=radio]:not(:disabled)')];
    if (radios.length === 0) continue;
    if (radios.some(({ form }) => form !== null && hasAttribute(form, 'action'))) return [];
    const groups = Map.groupBy(radios, ({ name }) => name);
    return [...groups.values()].flatMap((group) =>
      group.some(({ checked }) => checked) ? [] : group.slice(0, 1),
    );
  }
  return [];
}

/** What is typed into a box before its button is pressed: what the page suggests, else a word of its headings. */
export function textToAsk(box: HTMLInputElement): string {
  return box.readOnly ? '' : textToConfirm(box) || tellingWord();
}

const searchRoles = /^(?:searchbox|combobox)$/;
const searchWords =
  /search|find\b|filter|query|keyword|look.?up|such(?:e|en|begriff|feld)|busca|recherche|cerca|zoek|szuka|поиск|搜|查找|查询|検索|검색/i;

/** Whether a field says that it looks for what is there. */
function isSearch(field: HTMLInputElement): boolean {
  if (elementName(field) !== 'input') return false;
  if (field.type === 'search' || searchRoles.test(attributeText(field, 'role') ?? '')) return true;
  if (hasAttribute(field, 'aria-autocomplete') || closestOf(field, 'search,[role=search]')) return true;
  const labels = Array.from(field.labels ?? [], (label) => label.textContent ?? '');
  const { id, className, name, placeholder, ariaLabel } = field;
  return name === 'q' || searchWords.test([id, className, name, placeholder, ariaLabel, ...labels].join(' '));
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
  const heading = document.querySelector('h1,h2,h3')?.textContent || shownTitle(document);
  const words = heading.match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  toldWord = words.reduce((best, word) => (word.length > best.length ? word : best), '') || 'a';
  return toldWord;
}
