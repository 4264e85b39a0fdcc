import type { Expression, Wrapper } from '../types.ts';
import { chosenNames } from './features.ts';

/** Characters of a constant text that are shown. */
const maxText = 60;

/**
 * A wrapper for people, in the notation of RoadRunner: `#PCDATA` for values with the name of their field, `(…)+` for
 * lists, `(…)?` for what some pages have, one level of the tree per indentation.
 */
export function expressionText(wrapper: Wrapper): string {
  const lines: string[] = [];
  write([wrapper.expression], 0, lines);
  return `${lines.join('\n')}\n`;
}

function write(expressions: readonly Expression[], depth: number, lines: string[]): void {
  const line = (text: string) => lines.push('  '.repeat(depth) + text);
  for (const expression of expressions) {
    switch (expression.kind) {
      case 'element':
        line(elementText(expression));
        write(expression.kids, depth + 1, lines);
        break;
      case 'constant':
        line([expression.text, ...(expression.or ?? [])].map(quoted).join(' | '));
        break;
      case 'value':
        line(`${expression.part ? `${quoted(expression.part.before)} ` : ''}#PCDATA ${expression.field}`);
        break;
      case 'opaque':
        line(`<${expression.tag}> … ${expression.field}`);
        break;
      case 'repeat':
        line(`( ${expression.list}`);
        write(expression.body, depth + 1, lines);
        line(expression.least === 0 ? ')*' : ')+');
        break;
      case 'optional':
        line('(');
        write(expression.body, depth + 1, lines);
        line(')?');
        break;
    }
  }
}

function elementText({ tag, attrs, data }: Extract<Expression, { kind: 'element' }>): string {
  const names = chosenNames({ attrs }).join('');
  const fields = Object.entries(data ?? {}).map(([name, field]) => ` ${name}=#PCDATA ${field}`);
  return `<${tag}${names}${fields.join('')}>`;
}

function quoted(text: string): string {
  return JSON.stringify(text.length > maxText ? `${text.slice(0, maxText)}…` : text);
}
