import type { EntryStep } from '../entry-path.ts';

type Fired = Extract<EntryStep, { fire: string }>;

/** What a test says of a page: how it is called, how it is reached, and what it must show. */
export interface TestPage {
  readonly number: number;
  readonly label: string;
  readonly entry: readonly EntryStep[];
  /** A text that the page shows. */
  readonly shows: string | null;
}

/** The way to a page as a test of Playwright. */
export function playwrightTest({ number, label, entry, shows }: TestPage): string {
  const steps = entry.flatMap((step) =>
    'open' in step
      ? [`await page.goto(${quoted(step.open)});`]
      : [`// ${oneLine(step.label || step.instruction)}`, `${actionOf(step)};`],
  );
  const check = shows === null ? [] : [`await expect(page.locator('body')).toContainText(${quoted(shows)});`];
  const lines = [...steps, ...check].map((line) => `  ${line}`).join('\n');
  return `import { expect, test } from '@playwright/test';\n\ntest(${quoted(`page ${number}: ${label}`)}, async ({ page }) => {\n${lines}\n});\n`;
}

function actionOf(step: Fired): string {
  const element = locatorOf(step);
  const { fire, value = '' } = step;
  switch (fire) {
    case 'click':
      return `await ${element}.click()`;
    case 'dblclick':
      return `await ${element}.dblclick()`;
    case 'contextmenu':
      return `await ${element}.click({ button: 'right' })`;
    case 'mouseover':
    case 'mouseenter':
    case 'mousemove':
    case 'pointerover':
    case 'pointerenter':
      return `await ${element}.hover()`;
    case 'focus':
    case 'focusin':
      return `await ${element}.focus()`;
    case 'keydown':
    case 'keyup':
    case 'keypress':
      return `await ${element}.press(${quoted(value || 'Enter')})`;
    case 'change':
    case 'input':
      return /\/SELECT\[\d+\]$/.test(step.xpath)
        ? `await ${element}.selectOption(${quoted(value)})`
        : `await ${element}.fill(${quoted(value)})`;
    default:
      return `await ${element}.dispatchEvent(${quoted(fire)})`;
  }
}

/** An element by its id, which people can read, else by its place. */
function locatorOf({ id, xpath }: Fired): string {
  const parts = cssPath(xpath);
  const [last, others] = [parts.at(-1), parts.slice(0, -1)];
  const selector = id !== null && id !== '' ? `[id=${JSON.stringify(id)}]` : (last?.selector ?? 'html');
  let from = 'page';
  for (const [at, part] of [...others, { ...last, selector }].entries()) {
    const leadsToFrame = parts[at + 1]?.inFrame === true;
    from += leadsToFrame ? `.frameLocator(${quoted(part.selector)})` : `.locator(${quoted(part.selector)})`;
  }
  return `${from}.first()`;
}

function quoted(text: string): string {
  return `'${oneLine(text).replace(/['\\]/g, '\\$&')}'`;
}

/** Nothing of a page may end the line that it stands on. */
function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

/** A part of a way to an element: a selector, in the document or in a frame before it. */
interface CssPart {
  readonly selector: string;
  /** Whether the part before leads to a frame. */
  readonly inFrame: boolean;
}

/** An XPath as stores have them, as selectors: names and places among siblings of one name mean the same in both. */
function cssPath(xpath: string): readonly CssPart[] {
  const parts: CssPart[] = [];
  let steps: string[] = [];
  let inFrame = false;
  const end = () => {
    if (steps.length > 0) parts.push({ selector: steps.join(' > '), inFrame });
    steps = [];
  };
  for (const step of xpath.split('/').filter((each) => each !== '')) {
    if (step === '#document' || step === '#shadow') {
      end();
      inFrame = step === '#document';
      continue;
    }
    const [, name = step, nth] = /^([^[]+)(?:\[(\d+)\])?$/.exec(step) ?? [];
    const escaped = name.toLowerCase().replace(/[^\w-]/g, '\\$&');
    steps.push(nth === undefined || name === 'HTML' ? escaped : `${escaped}:nth-of-type(${nth})`);
  }
  end();
  return parts;
}
