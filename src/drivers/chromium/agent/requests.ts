import { disguise, isTopmost, natives, replaceNative, whenSettled } from './natives.ts';
import { endStream, hearStream, isEndlessStream, noteSilence, openStream, type Stream } from './streams.ts';
import { beginTask, noteActivity, tasks } from './tasks.ts';

/** Follows what the page asks of the network, from the question until the answer has been read. */
export function installRequests(): void {
  followFetch();
  followXhr();
  followReaders();
  followMessages();
}

function followFetch(): void {
  if (typeof globalThis.fetch !== 'function') return;
  replaceNative(
    globalThis,
    'fetch',
    (original) =>
      function (this: unknown, ...args) {
        const input = args[0];
        const end = awaitAnswer(input instanceof Request ? input.url : String(input));
        const answer = natives.apply(original, (this as never) ?? globalThis, args);
        whenSettled(answer, end, end);
        return answer;
      },
  );
  // An answer may come as a blob, which is read later.
  for (const prototype of [Response.prototype, Blob.prototype]) {
    const body = prototype as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
    for (const name of ['text', 'json', 'arrayBuffer', 'blob', 'formData', 'bytes']) {
      if (typeof body[name] === 'function') replaceNative(body, name, followPromise);
    }
  }
  if (typeof ReadableStreamDefaultReader === 'function') {
    const reader = ReadableStreamDefaultReader.prototype as unknown as Record<
      string,
      (...args: unknown[]) => Promise<unknown>
    >;
    replaceNative(reader, 'read', followRead);
    followBodyReads();
  }
}

/** Streams of answers, and what is piped on from them, with the addresses that they came from. */
const bodyAddresses = new WeakMap<object, string>();
const bodyStreams = new WeakMap<object, Stream | null>();

function followBodyReads(): void {
  const body = Object.getOwnPropertyDescriptor(Response.prototype, 'body');
  const get = body?.get;
  if (!get) return;
  const getter = function (this: Response) {
    const stream = natives.apply(get, this, []) as ReadableStream | null;
    if (stream && this.url !== '') bodyAddresses.set(stream, this.url);
    return stream;
  };
  disguise(getter, get);
  Object.defineProperty(Response.prototype, 'body', { ...body, get: getter });
  const stream = ReadableStream.prototype as unknown as Record<string, (...args: unknown[]) => object>;
  for (const name of ['getReader', 'pipeThrough'])
    replaceNative(
      stream,
      name,
      (original) =>
        function (this: object, ...args: unknown[]) {
          const made = natives.apply(original as (...args: unknown[]) => object, this, args);
          const address = bodyAddresses.get(this);
          if (address !== undefined) bodyAddresses.set(made, address);
          return made;
        },
    );
}

/** Reads of an answer are followed as one stream: one that never ends is not waited for each time. */
function followRead(original: ((...args: unknown[]) => Promise<unknown>) | undefined) {
  const followed = followPromise(original);
  return function (this: object, ...args: unknown[]): Promise<unknown> {
    const address = bodyAddresses.get(this);
    if (address === undefined || !isTopmost()) return natives.apply(followed, this, args);
    if (!bodyStreams.has(this)) bodyStreams.set(this, openStream(address, true));
    const stream = bodyStreams.get(this);
    const answer = natives.apply(original as (...args: unknown[]) => Promise<unknown>, this, args);
    if (!stream) return answer;
    whenSettled(
      answer,
      (part) =>
        (part as { done: boolean }).done
          ? endStream(stream)
          : hearStream(stream, (part as { value?: Uint8Array }).value?.length ?? 0),
      () => endStream(stream),
    );
    return answer;
  };
}

function followPromise(original: ((...args: unknown[]) => Promise<unknown>) | undefined) {
  return function (this: unknown, ...args: unknown[]): Promise<unknown> {
    const end = beginTask();
    const answer = natives.apply(original as (...args: unknown[]) => Promise<unknown>, this, args);
    whenSettled(answer, end, end);
    return answer;
  };
}

/** Real milliseconds for an answer where others of its kind never came. */
const brieflyMs = 1000;
const openQuestions = new Set<{ readonly address: string; readonly began: number }>();

/** Waits for an answer until the returned function is called. */
function awaitAnswer(address: string): () => void {
  const end = beginTask();
  const question = { address, began: natives.performanceNow() };
  openQuestions.add(question);
  if (isEndlessStream(address)) natives.setTimeout(end, brieflyMs * tasks.burden);
  return () => {
    openQuestions.delete(question);
    end();
  };
}

/** Tells of questions that were put so many milliseconds ago: servers that answer when they have news. */
export function tellUnanswered(ms: number): void {
  const now = natives.performanceNow();
  for (const question of openQuestions) {
    if (now - question.began < ms) continue;
    openQuestions.delete(question);
    noteSilence(question.address, now - question.began);
  }
}

function followXhr(): void {
  const xhr = XMLHttpRequest.prototype;
  const addresses = new WeakMap<XMLHttpRequest, string>();
  replaceNative(
    xhr as unknown as Record<'open', (...args: unknown[]) => unknown>,
    'open',
    (original) =>
      function (this: XMLHttpRequest, ...args: unknown[]) {
        addresses.set(this, String(args[1]));
        return natives.apply(original, this, args);
      },
  );
  replaceNative(
    xhr,
    'send',
    (original) =>
      function (this: XMLHttpRequest, body) {
        const end = awaitAnswer(addresses.get(this) ?? '');
        // On the object itself, after the page's own listeners of `load`: they have run when it ends.
        this.addEventListener('loadend', end, { once: true });
        try {
          natives.apply(original, this, [body]);
        } catch (error) {
          end();
          throw error;
        }
      },
  );
}

function followReaders(): void {
  const reader = FileReader.prototype as unknown as Record<string, (...args: unknown[]) => unknown>;
  for (const name of ['readAsText', 'readAsArrayBuffer', 'readAsDataURL', 'readAsBinaryString']) {
    replaceNative(
      reader,
      name,
      (original) =>
        function (this: FileReader, ...args: unknown[]) {
          natives.apply(original, this, args);
          this.addEventListener('loadend', beginTask(), { once: true });
        },
    );
  }
}

/** Schedulers post messages to themselves; each one is a sign that more is to come. */
function followMessages(): void {
  const follow = (original: typeof MessagePort.prototype.postMessage) =>
    function (this: unknown, ...args: unknown[]) {
      noteActivity();
      return natives.apply(original as (...args: unknown[]) => void, this, args);
    };
  replaceNative(MessagePort.prototype, 'postMessage', follow as never);
  replaceNative(globalThis as unknown as MessagePort, 'postMessage', follow as never);
  tasks.activity = 0;
}
