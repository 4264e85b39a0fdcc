/**
 * Keys of terminals that write, send, destroy or leave. A menu says what its keys do in a word or two, so
 * one telling word is enough, which it would not be on a web page.
 */
const orders: readonly (readonly [word: string, phrase: RegExp])[] = [
  [
    'logout',
    /\b(?:good ?bye|bye|log ?(?:out|off)|sign ?off|hang ?up|disconnect)\b|[离離]站|[离離][开開]本站|再[见見]|登出|注[销銷]/i,
  ],
  ['delete', /\b(?:delete|del|kill|erase|remove|purge|clear|wipe)\b|删|刪|砍|清除/i],
  [
    'post',
    /\b(?:post|reply|follow ?up|write|compose|edit|upload|submit|new (?:post|message|user|topic))\b|[发發]表|[发發]文|投稿|回[复覆復]|[编編][辑輯]|修改|推文|上[传傳]/i,
  ],
  [
    'mail',
    /\b(?:mail|e-?mail|send|forward|cross ?post)\b|信件|信箱|[寄写寫回][信件]|[发發]信|[转轉][寄载載录錄]/i,
  ],
  ['talk', /\b(?:talk|chat|whisper|shout|invite|page (?:sysop|user|someone))\b|聊天|呼叫|[讯訊]息|送[讯訊]/i],
  ['vote', /\bvote\b|投票/i],
  [
    'register',
    /\b(?:register|sign ?up|passw(?:or)?d|settings?|setup|configure|preferences?|download)\b|[注註][册冊]|密[码碼]|[设設][定置]|[个個]人[资資]料/i,
  ],
];

/** What a key of a terminal would do that is better left alone, by what the screen says of it. */
export function unsafeKey(label: string): string | null {
  return orders.find(([, phrase]) => phrase.test(label))?.[0] ?? null;
}
