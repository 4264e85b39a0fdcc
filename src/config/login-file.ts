import { readFileSync } from 'node:fs';
import { ArgiopeError, whyUnread } from '../model/errors.ts';
import { nearest } from './nearest.ts';

/** One step of signing in. Fields and buttons are named by a CSS selector, or by what a person reads on them. */
export type LoginStep =
  | { readonly kind: 'open'; readonly url: string }
  | { readonly kind: 'fill'; readonly field: string; readonly value: string }
  | { readonly kind: 'click'; readonly target: string }
  /** Until an element or a text is there, or the address has a part (`/home`). */
  | { readonly kind: 'wait'; readonly target: string };

/** How to sign in, with the values of the environment put in. */
export interface LoginSteps {
  readonly file: string;
  readonly steps: readonly LoginStep[];
  /** The page to look at for whether one is still signed in; `null`: the one that the steps end at. */
  readonly inside: string | null;
}

const stepNames = ['open', 'fill', 'click', 'wait'] as const;
const exampleText =
  '{ "steps": [{ "open": "https://example.org/login" }, { "fill": "#user", "with": "$SITE_USER" }, { "fill": "#password", "with": "$SITE_PASSWORD" }, { "click": "Sign in" }, { "wait": "Log out" }] }';

/** Reads the steps of signing in. Messages name keys and variables, never a value. */
export function readLoginFile(file: string): LoginSteps {
  const content = objectIn(file);
  refuseUnknown(Object.keys(content), ['steps', 'inside'], file);
  const { steps, inside } = content as { steps?: unknown; inside?: unknown };
  if (!Array.isArray(steps) || steps.length === 0) throw wrong(file, '"steps" must be a list of steps');
  const read = steps.map((step, at) => stepOf(step, `step ${at + 1}`, file));
  if (read[0]?.kind !== 'open') throw wrong(file, 'step 1 must open an address');
  if (inside !== undefined && !isAddress(inside)) throw wrong(file, '"inside" must be a web address');
  return { file, steps: read, inside: inside ?? null };
}

function objectIn(file: string): object {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8').replace(/^\ufeff/, ''));
  } catch (cause) {
    // The engine's message quotes the text, which may be secret.
    throw wrong(file, cause instanceof SyntaxError ? 'it is not valid JSON' : whyUnread(cause));
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw wrong(file, 'it must hold an object');
  return content;
}

function stepOf(given: unknown, place: string, file: string): LoginStep {
  const step = (typeof given === 'object' && given !== null ? given : {}) as Readonly<
    Record<string, unknown>
  >;
  const keys = Object.keys(step);
  refuseUnknown(keys, [...stepNames, 'with'], `${place} of ${file}`);
  const [name, more] = stepNames.filter((each) => keys.includes(each));
  if (name === undefined || more !== undefined)
    throw wrong(file, `${place} must have one of ${stepNames.map((each) => `"${each}"`).join(', ')}`);
  const target = step[name];
  if (typeof target !== 'string' || target.trim() === '')
    throw wrong(file, `"${name}" of ${place} must be a text`);
  if (name !== 'fill' && 'with' in step) throw wrong(file, `${place}: "with" belongs to "fill"`);
  if (name === 'fill') return { kind: 'fill', field: target, value: filledIn(step.with, place, file) };
  if (name !== 'open') return { kind: name, target };
  if (!isAddress(target)) throw wrong(file, `"open" of ${place} must be a web address`);
  return { kind: 'open', url: target };
}

/** A value: as written, or of the environment where it begins with `$`. */
function filledIn(given: unknown, place: string, file: string): string {
  if (typeof given !== 'string')
    throw wrong(file, `${place} needs "with": what to fill in, such as "$SITE_PASSWORD"`);
  if (!given.startsWith('$')) return given;
  const name = given.slice(1).replace(/^\{(.*)\}$/, '$1');
  if (!/^\w+$/.test(name)) throw wrong(file, `"with" of ${place} must name a variable behind "$"`);
  const value = process.env[name];
  if (value !== undefined && value !== '') return value;
  throw new ArgiopeError(
    'CONFIG',
    `${place} of ${file} needs the environment variable ${name}, which is not set`,
    {
      advice: `Set it for this command alone, for example: ${name}=… argiope crawl …`,
    },
  );
}

function isAddress(given: unknown): given is string {
  return typeof given === 'string' && /^https?:$/.test(URL.parse(given)?.protocol ?? '');
}

function refuseUnknown(keys: readonly string[], valid: readonly string[], place: string): void {
  const strange = keys.find((key) => !valid.includes(key));
  if (strange === undefined) return;
  const meant = nearest(strange, valid);
  throw new ArgiopeError('CONFIG', `"${strange}" in ${place} is not known`, {
    advice: meant === null ? `Known are ${valid.join(', ')}.` : `did you mean "${meant}"?`,
  });
}

function wrong(file: string, why: string): ArgiopeError {
  return new ArgiopeError('CONFIG', `the login steps of ${file} cannot be used: ${why}`, {
    advice: `For example: ${exampleText}`,
  });
}
