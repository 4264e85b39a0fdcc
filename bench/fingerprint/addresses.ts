/** Addresses of a web that does not exist: the same ones each time, no two alike. */

const hosts = 4099;
const words = [
  'news',
  'sport',
  'culture',
  'science',
  'market',
  'travel',
  'forum',
  'archive',
  'people',
  'law',
];
const tops = ['example', 'test', 'edu.example', 'com.example', 'org.test'];

/** Ways in which sites spell addresses; each holds the number whole, in a place of its own. */
const spellings: readonly ((n: number, host: string) => string)[] = [
  (n, host) => `http://${host}/${word(n)}/${year(n)}/${two(n % 12)}/${word(n >> 3)}-${n}.html`,
  (n, host) => `http://${host}/index.php?section=${word(n)}&article=${n}`,
  (n, host) => `https://${host}/${word(n)}/${word(n >> 5)}/${n.toString(36)}`,
  (n, host) => `http://${host}/bbs/viewthread.php?tid=${n}&extra=page%3D${(n % 40) + 1}&page=${(n % 7) + 1}`,
  (n, host) =>
    `https://${host}/${year(n)}/${two(n % 12)}/${two(n % 28)}/${word(n)}-${word(n >> 4)}/c_${n}.htm`,
  (n, host) => `http://${host}/~user${n}/`,
  (n, host) => `http://${host}/cgi-bin/show?id=${n}&lang=en&sid=${((n * 2_654_435_761) >>> 0).toString(16)}`,
  (n, host) => `https://${host}/item/${n}?ref=${word(n)}`,
];

/** The address of a number: different numbers have different addresses. */
export function addressOf(n: number): string {
  const spelling = spellings[n % spellings.length] as (n: number, host: string) => string;
  const host = (n * 7919) % hosts;
  return spelling(n, `www.${word(host)}${host}.${tops[host % tops.length]}`);
}

function word(n: number): string {
  return words[n % words.length] as string;
}

function year(n: number): number {
  return 1996 + (n % 11);
}

function two(n: number): string {
  return String(n + 1).padStart(2, '0');
}
