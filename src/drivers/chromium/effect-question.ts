/**
 * Tells requests that ask from those that write, where the method does not say it. Also linked as text into the
 * script that runs inside pages, so every top-level name starts with `effect`.
 */

/** Words of names that ask. */
const effectAsking =
  /^(?:m?search|find|quer(?:y|ies)|filter(?:ed)?|lookup|suggest|autocomplete|typeahead|get|fetch|load|loadmore|list|browse|more|scroll|paginate|pagination|quickview|preview)$/;
/** Words of names that write, or that tell what a visitor does: "mark all as read", "get started". */
const effectWriting =
  /^(?:saved?|store|add|create|new|set|put|write|insert|update|upsert|edit|modify|patch|delete|remove|destroy|drop|clear|purge|erase|send|submit|publish|upload|import|subscribe|unsubscribe|register|signup|login|logout|signin|signout|pay|buy|checkout|purchase|cart|vote|like|unlike|rate|favou?rite|bookmark|wishlist|follow|comment|reply|contact|mail|invite|approve|reject|cancel|reset|enable|disable|activate|deactivate|start|stop|restart|run|exec|execute|trigger|confirm|accept|lock|unlock|move|rename|merge|sync|track|tracking|log|logs|events?|collect|alerts?|beacon|telemetry|metrics|analytics|history|session|token|mark|ack|acknowledge|dismiss|read|seen|close|archive|restore|assign|claim|book|booking|reserve|order|donate|transfer|withdraw|deposit|funds|join|leave|ban|block|mute|report|flag|request|quote|started|apply|notify|email|sms|schedule|generate|grant|revoke|install)$/;
/** Names of fields that say what is to be done, in JSON and in forms, with the value. */
const effectOrders =
  /(?:^|["&])(?:method|action|operation(?:name)?|op|cmd|command|do)(?:"\s*:\s*"|=)([^"&]{1,80})/gi;

/** What a body says is to be done. */
export function effectOrdersOf(body: string | null): string[] {
  return [...(body ?? '').slice(0, 16 << 10).matchAll(effectOrders)].map(([, name = '']) => name);
}

/** Words of a name: cut at humps, separators and digits. */
function effectWords(name: string): string[] {
  const cut = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  return cut.split(/[^a-z]+/).filter((word) => word !== '');
}

function effectSegments(url: string): string[][] {
  const path = url.replace(/^[a-z]+:\/\/[^/?#]*|[?#].*/gis, '');
  return path.split('/').map(effectWords);
}

function effectWrites(words: readonly string[]): boolean {
  return words.some((word) => effectWriting.test(word));
}

function effectReads(words: readonly string[]): boolean {
  return words.some((word) => effectAsking.test(word)) && !effectWrites(words);
}

/**
 * Whether a request that posts only asks, by what its address and its body call themselves: `/api/search`, the method
 * `books.list`, the action `load_more_posts`; nothing in it may write. A list that is posted to is a list that grows,
 * so an address that ends in `list` or `queries` proves nothing.
 */
export function effectNamedAsking(url: string, body: string | null): boolean {
  const segments = effectSegments(url);
  const orders = effectOrdersOf(body).map(effectWords);
  if (segments.some(effectWrites) || orders.some(effectWrites)) return false;
  if (orders.length > 0) return orders.every(effectReads);
  const last = segments.findLast((words) => words.length > 0) ?? [];
  const isCollection = last.length === 1 && /^(?:list|queries|more|new)$/.test(last[0] ?? '');
  return effectReads(last) && !isCollection;
}

/**
 * Whether a request asks what the page itself has posted as it opened, where nobody has done anything yet: the same
 * address, and nothing to be done that was not done then or asks by its name.
 */
export function effectAskedBefore(url: string, body: string | null, before: readonly string[]): boolean {
  // What GraphQL calls a question is known without this.
  if (body === null || /["{\s](?:mutation|subscription)\b/.test(body)) return false;
  // Whole frameworks send all that happens to one address that is called an update: Dash, Livewire.
  if (effectSegments(url).some((words) => effectWrites(words.filter((word) => word !== 'update'))))
    return false;
  return effectOrdersOf(body).every((order) => before.includes(order) || effectReads(effectWords(order)));
}
