import type { Recognised } from './types.ts';

const corporate =
  /\b(?:inc|llc|l\.l\.c|ltd|limited|corp|corporation|co|company|companies|gmbh|ag|plc|llp|lp|group|holdings?|partners|associates|solutions|systems|technologies|technology|services|consulting|staffing|industries|international|enterprises|press|publish(?:ing|ers?)|books|media|university|college|institute|school|hospital|clinic|bank|agency|laborator(?:y|ies)|networks?|software|department|foundation|society|association|council|pub)\b\.?/i;
const easternCorporate = /(?:公司|集团|出版社|大学|学院|医院|银行|研究所|研究院|中心|工作室|事务所|协会|厂)$/;

/** A name of a firm, a press or an institution, by the words such names have. */
export function readOrganisation(text: string): Recognised | null {
  if (text.length > 80 || /[!?@$]|\d{4}/.test(text)) return null;
  const western = corporate.test(text) && /^[\p{Lu}\d"“]/u.test(text) && text.split(/\s+/).length <= 9;
  return western || easternCorporate.test(text) ? { type: 'organisation', value: text } : null;
}

const surnames =
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾肖田董潘袁蔡蒋余于杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤';
const easternName = new RegExp(`^[${surnames}]\\p{Script=Han}{1,2}(?:\\s?(?:著|编|译|等))?$`, 'u');
const part =
  "(?:\\p{Lu}[\\p{L}'’]+(?:-\\p{Lu}\\p{L}+)?|\\p{Lu}\\.?(?:\\p{Lu}\\.)*|(?:de|da|di|du|la|le|van|von|der|den|bin|al|y|e)(?=\\s))";
const westernName = new RegExp(
  `^(?:by |dr\\.? |prof\\.? |sir |mr\\.? |mrs\\.? |ms\\.? )?${part}(?:\\s+${part}){1,4}(?:,?\\s(?:jr|sr|phd|ph\\.d|md|m\\.d|ii|iii|iv)\\.?)?$`,
  'iu',
);
const lastFirst = new RegExp(`^\\p{Lu}[\\p{L}'’-]+,\\s${part}(?:\\s+${part}){0,3}$`, 'u');
const ordinary =
  /\b(?:the|and|of|for|with|in|on|to|more|all|new|home|help|view|see|add|buy|your|my|our|sign|log|search|free|sale|shop|online|store|book|books|digital|camera|engineer|manager|developer|analyst|united|states|edition|series|by)\b/i;

/** What looks like the name of a person: weak, since titles and towns look so too. */
export function readPerson(text: string): Recognised | null {
  if (text.length < 2 || text.length > 50 || /\d/.test(text)) return null;
  if (easternName.test(text)) return { type: 'person', value: text };
  const bare = text.replace(/^by\s+/i, '').replace(/\s*\((?:author|editor|illustrator|translator)\)$/i, '');
  if (ordinary.test(bare) || corporate.test(bare) || !/\p{Lu}\p{Ll}/u.test(bare)) return null;
  const named = (westernName.test(bare) && capitals(bare)) || lastFirst.test(bare);
  return named ? person(bare) : null;
}

function capitals(text: string): boolean {
  return text
    .split(/\s+/)
    .every(
      (word) => /^[\p{Lu}(]/u.test(word) || /^(?:de|da|di|du|la|le|van|von|der|den|bin|al|y|e)$/.test(word),
    );
}

function person(text: string): Recognised {
  const [last, first] = text.split(/,\s+/);
  const flipped = first !== undefined && !/^(?:jr|sr|phd|md|ii|iii|iv)\b/i.test(first);
  return { type: 'person', value: flipped ? `${first} ${last}` : text };
}
