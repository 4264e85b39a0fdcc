/**
 * What addresses carry along that does not say which page they are of: session ids, and the address that one came from
 * (`?next=/list?page=2`). Names that are known to carry a session are left out of an address's identity at once; others
 * are learned when pages whose addresses differ in nothing but one token, or one address, turn out to be the same.
 */
const knownNames =
  /^(?:jsessionid|phpsessid|aspsessionid\w*|asp\.net_sessionid|cfid|cftoken|sid|s_id|sess|sessid|session|session_?id|sessionkey|zenid|osc(?:sid|id)|_?csrf\w*|authenticity_token)$/i;

/** A value that no person chose: long, with digits among letters. */
const token = /^(?=.*\d)[\w.~-]{8,}$|^[0-9a-f]{6,}$/i;

/** Pages found equal before a name is believed to carry a session. */
const proofs = 2;

/** An address of the same site, as a way back is written. */
const wayBack = /^(?:\/(?!\/)|https?:\/\/)/i;

/** Knows which parts of addresses are sessions. */
export class Sessions {
  readonly #learned: Map<string, number>;
  /** Names that were learned so far in this run: with each, addresses mean something else. */
  learned = 0;

  constructor(saved: string | null = null) {
    this.#learned = new Map(saved ? (JSON.parse(saved) as [string, number][]) : []);
  }

  /** The address without its session, for comparing only: the site is asked with the whole one. */
  without(address: string): string {
    if (!/[?;]/.test(address) || !URL.canParse(address)) return address;
    const url = new URL(address);
    url.pathname = url.pathname.replace(/;(?:jsessionid|sid|phpsessid)=[^/;?]*/gi, '');
    for (const [name, value] of [...url.searchParams]) {
      if (this.#isSession(name, value) || this.#isWayBack(url, name, value)) url.searchParams.delete(name);
    }
    return url.href;
  }

  /** Two addresses turned out to be one page; gives what is now known to say nothing of pages. */
  same(one: string, other: string): string | null {
    const found = onlyDifference(one, other);
    if (found === null) return null;
    const { name, key } = found;
    const count = (this.#learned.get(key) ?? 0) + 1;
    this.#learned.set(key, count);
    if (count === proofs) this.learned++;
    return count === proofs ? name : null;
  }

  /** Elsewhere the same name may say which page is meant: a way back is learned for one path. */
  #isWayBack(url: URL, name: string, value: string): boolean {
    return wayBack.test(value) && (this.#learned.get(pathKey(url, name)) ?? 0) >= proofs;
  }

  #isSession(name: string, value: string): boolean {
    if ((this.#learned.get(name) ?? 0) >= proofs) return token.test(value);
    return knownNames.test(name) && value.length >= 4;
  }

  /** Takes over what others have learned; gives whether addresses mean something else by that. */
  merge(saved: string | null): boolean {
    let isNew = false;
    for (const [name, count] of saved === null ? [] : (JSON.parse(saved) as [string, number][])) {
      const known = this.#learned.get(name) ?? 0;
      if (count <= known) continue;
      this.#learned.set(name, count);
      isNew ||= known < proofs && count >= proofs;
    }
    if (isNew) this.learned++;
    return isNew;
  }

  save(): string {
    return JSON.stringify([...this.#learned]);
  }
}

/** The one parameter in which two addresses differ, if both of its values look made up, or lead back; and its key. */
function onlyDifference(one: string, other: string): { readonly name: string; readonly key: string } | null {
  if (!URL.canParse(one) || !URL.canParse(other)) return null;
  const [mine, yours] = [new URL(one), new URL(other)];
  if (mine.origin !== yours.origin || mine.pathname !== yours.pathname) return null;
  const names = new Set([...mine.searchParams.keys(), ...yours.searchParams.keys()]);
  const differing = [...names].filter((name) => mine.searchParams.get(name) !== yours.searchParams.get(name));
  const [name] = differing;
  if (name === undefined || differing.length > 1) return null;
  const values = [mine.searchParams.get(name), yours.searchParams.get(name)].filter(
    (value) => value !== null,
  );
  if (values.length === 2 && values.every((value) => token.test(value)))
    return { name: `"${name}"`, key: name };
  if (!values.every((value) => wayBack.test(value))) return null;
  return { name: `"${name}" of ${mine.pathname}`, key: pathKey(mine, name) };
}

/** A parameter of one path, its numbers aside. */
function pathKey({ origin, pathname }: URL, name: string): string {
  return `${origin}${pathname.replace(/\d+/g, '#')}?${name}`;
}
