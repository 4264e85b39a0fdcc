import { gateFetch } from './effect-fetch.ts';
import {
  type EffectAnswer,
  type EffectGate,
  type EffectOrder,
  type EffectReport,
  effectGate,
  effectTimer,
  joinEffectGate,
} from './effect-gate.ts';
import { gateXhr } from './effect-xhr.ts';
import { forDebugger, isTopmost, natives, replaceNative, settledWith, whenSettled } from './natives.ts';
import { lookForReplaced, steadily } from './pristine.ts';

/** Answers for keys that the page has asked for; `null` where there is none any more. */
export type EffectSupply = Readonly<Record<string, EffectAnswer | null>>;

/** Sees requests before they leave; called before any of the page's scripts. */
export function installEffects(above: EffectGate | null, methods: readonly string[]): void {
  const gate = effectGate();
  if (above) joinEffectGate(above);
  else Object.assign(gate, { methods, ask: askCrawler, alone: !isTopmost() });
  gateFetch();
  gateXhr();
  followTimers();
}

function followTimers(): void {
  const page = globalThis as unknown as Record<string, (...args: unknown[]) => unknown>;
  for (const name of ['setTimeout', 'setInterval']) {
    replaceNative(page, name, (original) => (...args: unknown[]) => {
      if (typeof args[0] === 'function')
        args[0] = effectTimer(args[0] as () => unknown, name === 'setInterval');
      return natives.apply(original as () => unknown, globalThis, args);
    });
  }
}

function takeEffectOrder({ known, marks }: EffectOrder): void {
  const gate = effectGate();
  if (known !== '') gate.known += known;
  for (const mark of marks) gate.marks.set(mark.slice(1), mark.slice(0, 1));
}

/** Adds what there is to tell of requests to an answer, which is the text of a JSON object. */
function withReport(answer: string): string {
  const { news, served, blocked, newMarks } = effectGate();
  if (news.length + served.length + blocked.length + newMarks.length === 0) return answer;
  const report: EffectReport = {
    answers: news.splice(0),
    served: served.splice(0),
    blocked: blocked.splice(0),
    marks: newMarks.splice(0),
  };
  return `${answer.slice(0, -1)},"effects":${natives.stringify(report)}}`;
}

const effectWaiters = new Map<string, ((answer: EffectAnswer | null) => void)[]>();
const effectNeeds: string[] = [];
let effectTell: (() => void) | null = null;
/** How the call that the crawler waits for is answered, and what it is answered with once that is known. */
let effectCall: {
  readonly resolve: (text: string) => void;
  readonly reject: (error: unknown) => void;
} | null = null;
let effectResult: string | null = null;

function askCrawler(key: string): Promise<EffectAnswer | null> {
  return new natives.Promise((resolve) => {
    const isFirst = steadily(() => {
      const waiters = effectWaiters.get(key);
      if (waiters) return void waiters.push(resolve);
      effectWaiters.set(key, [resolve]);
      return effectNeeds.push(key) === 1;
    });
    // Questions of one moment go together.
    if (isFirst) whenSettled(settledWith(null), () => effectTell?.());
  });
}

/**
 * The page's answer to an order, or `{"need": keys}` if it needs answers of other documents before: the
 * call that the crawler waits for is the channel by which it is asked. `run` ends when there is an answer, and
 * `answer` gives it: it goes through no promise that a page could look into.
 */
export function answerOrNeed(
  order: { readonly task: string; readonly effects: EffectOrder },
  run: () => Promise<void>,
  answer: () => string,
): Promise<string> {
  const gate = effectGate();
  lookForReplaced();
  steadily(() => takeEffectOrder(order.effects));
  gate.exploring ||= order.task === 'fire' || order.task === 'back';
  gate.attended = true;
  effectResult = null;
  const done = () => {
    gate.attended = false;
    const text = steadily(() => withReport(answer()));
    effectResult = text;
    effectCall?.resolve(text);
  };
  whenSettled(run(), done, (error) => effectCall?.reject(error));
  return nextWord();
}

/** Hands over what was needed, and waits for what comes next. */
export function supplyEffects(supply: EffectSupply): Promise<string> {
  steadily(() => {
    for (const [key, answer] of Object.entries(supply)) {
      const waiters = effectWaiters.get(key) ?? [];
      effectWaiters.delete(key);
      for (const resolve of waiters) resolve(answer);
    }
  });
  return nextWord();
}

function nextWord(): Promise<string> {
  return forDebugger<string>((resolve, reject) => {
    effectCall = { resolve, reject };
    effectTell = () => {
      if (effectNeeds.length === 0) return;
      effectTell = null;
      resolve(steadily(() => natives.stringify({ need: effectNeeds.splice(0) })));
    };
    if (effectResult !== null) return resolve(effectResult);
    effectTell();
  });
}
