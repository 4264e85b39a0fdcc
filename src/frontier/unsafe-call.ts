import { unsafeAddress } from './unsafe-address.ts';
import { nameWords, unsafeName } from './unsafe-names.ts';
import { unsafeText } from './unsafe-text.ts';
import { unsafeVerbs } from './unsafe-words.ts';

/** Functions that show something about an action rather than doing it. */
const showing =
  /^(?:show|hide|toggle|open|view|render|init|load|get|set|is|has|can|select|switch|expand|collapse|display|preview|track|log)$/;
/** What scripts remove from the page itself. */
const housekeeping =
  /^(?:class|classes|attribute|attributes|attr|attrs|child|children|event|events|listener|listeners|timeout|interval|overlay|popup|modal|dialog|loader|loading|mask|tooltip|highlight|active|style|styles|css|node|element|elements|el|dom|hash|param|params|cookie|cookies|cache|filter|filters|placeholder|error|errors|handler|prop|property|rule|banner|notice|toast|alert|layer|hover|focus|selection|marker|script)$/;
/** Receivers whose `remove` and `delete` concern the page or a collection in memory. */
const inPage =
  /(?:^|\.)(?:this|self|el|elem|element|node|parentNode|parentElement|target|currentTarget|style|classList|localStorage|sessionStorage|map|set|params|searchParams|cache|document|jQuery|\$\w*)$|[)\]]$/i;
/** Functions that are told what to do by a word. */
const toldByWord = /^(?:__dopostback|dopostback|do|submit|action|post|exec|perform|command|cmd|send)/i;

/** What a handler's text orders: by the functions it calls, the questions it asks, the addresses it goes to. */
export function unsafeCall(call: string): string | null {
  for (const [, receiver = '', name = '', given = ''] of call.matchAll(calls)) {
    const word = unsafeFunction(receiver, name) ?? unsafeGiven(name, given);
    if (word !== null) return word;
  }
  for (const [, text = ''] of call.matchAll(
    /(?:location(?:\.href)?\s*=|(?:open|assign|replace|get|post|load)\s*\(|fetch\s*\()\s*['"`]([^'"`]+)/g,
  )) {
    const word = unsafeAddress(text);
    if (word !== null) return word;
  }
  return null;
}

/** Receiver, name and first text of each call. */
const calls = /((?:[\w$\])]+\s*\.\s*)*)([A-Za-z_$][\w$]*)\s*\(\s*(?:['"`]([^'"`]*)['"`])?/g;

function unsafeFunction(receiver: string, name: string): string | null {
  const words = nameWords(name);
  const at = words.findIndex((word) => unsafeVerbs.has(word));
  if (at < 0 || showing.test(words[0] ?? '')) return null;
  const behind = words.slice(at + 1);
  if (behind.some((word) => housekeeping.test(word))) return null;
  const owner = receiver.replace(/\s+/g, '').replace(/\.$/, '');
  if (owner !== '' && inPage.test(owner) && /^(?:remove|delete|removeItem)$/.test(name)) return null;
  return unsafeVerbs.get(words[at] ?? '') ?? null;
}

/** The words of the first text in a call, where it says what to do or asks whether to. */
function unsafeGiven(name: string, given: string): string | null {
  if (given === '') return null;
  if (name === 'confirm') return unsafeQuestion(given);
  return toldByWord.test(name) ? unsafeName(given.split('$').at(-1) ?? '') : null;
}

/** A question before an action may be long: any word of destruction in it counts. */
function unsafeQuestion(question: string): string | null {
  const found = nameWords(question).find((word) => unsafeVerbs.has(word));
  if (found !== undefined) return unsafeVerbs.get(found) ?? null;
  if (/删除|刪除|移除|清空|削除/.test(question)) return 'delete';
  return /退出|注销|登出/.test(question) ? 'logout' : unsafeText(question);
}
