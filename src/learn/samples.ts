import { ArgiopeError } from '../model/errors.ts';
import type { ReachStep } from '../model/guide.ts';

/** A page that stands for its type: how it is reached, and what it is called. */
export interface Sample {
  readonly type: string;
  readonly steps: readonly ReachStep[];
}

const example = 'thread=https://example.org/t/1';

/** Reads `TYPE=URL` or `TYPE=ENTRY`, where an entry path is one that pages.jsonl or the graph shows. */
export function parseSample(text: string): Sample {
  const at = text.indexOf('=');
  const type = text.slice(0, at).trim();
  if (at < 1 || !/^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u.test(type))
    throw wrong(text, `a name, "=" and how the page is reached, such as ${example}`);
  return { type, steps: stepsOf(text.slice(at + 1).trim(), text) };
}

/** How a sample is reached, on one line; `parseSample` reads it again. */
export function sampleText({ steps }: Pick<Sample, 'steps'>): string {
  return steps.map((step) => ('open' in step ? step.open : fireText(step.fire))).join(' → ');
}

function fireText({ event, xpath, value }: { event: string; xpath: string; value?: string }): string {
  return `${event}${value === undefined ? '' : `=${JSON.stringify(value)}`} ${xpath}`;
}

function stepsOf(way: string, whole: string): readonly ReachStep[] {
  const steps = way.startsWith('[') ? listedSteps(way, whole) : way.split(/\s+(?:→|->)\s+/).map(writtenStep);
  const [first, ...rest] = steps;
  if (!first || !('open' in first) || !/^[a-z][a-z0-9+.-]*:\/\//i.test(first.open))
    throw wrong(whole, `an address first, such as ${example}`);
  if (rest.some((step) => 'open' in step))
    throw wrong(whole, 'events after the address, such as "click /HTML/BODY[1]/A[2]"');
  return steps;
}

/** A step as `entryText` writes it; the instruction behind it, in brackets, is for people. */
function writtenStep(text: string): ReachStep {
  const [, event, value, xpath] =
    /^([a-z]+)(?:=("(?:[^"\\]|\\.)*"))?\s+(\/\S+)(?:\s+\[.*\])?$/s.exec(text) ?? [];
  if (event === undefined || xpath === undefined) return { open: text };
  const chosen = value === undefined ? {} : { value: JSON.parse(value) as string };
  return { fire: { id: null, event, xpath, ...chosen } };
}

/** Steps as pages.jsonl lists them. */
function listedSteps(way: string, whole: string): readonly ReachStep[] {
  let listed: unknown;
  try {
    listed = JSON.parse(way);
  } catch {
    throw wrong(whole, 'an entry path as pages.jsonl has it: a JSON list of steps');
  }
  return (listed as Record<string, unknown>[]).map((step) => {
    const { open, fire, xpath, id, value } = step ?? {};
    if (typeof open === 'string') return { open };
    if (typeof fire !== 'string' || typeof xpath !== 'string')
      throw wrong(whole, 'steps with "open", or with "fire" and "xpath"');
    const chosen = typeof value === 'string' ? { value } : {};
    return { fire: { id: typeof id === 'string' ? id : null, event: fire, xpath, ...chosen } };
  });
}

function wrong(text: string, expected: string): ArgiopeError {
  return new ArgiopeError('USAGE', `--sample ${text}: expected ${expected}`, {
    advice: 'Give --sample TYPE=URL once for each sample page.',
  });
}
