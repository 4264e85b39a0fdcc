/** Routes of the API: a method and a path, what they take and give as schemas, and who answers. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServedCrawls } from './crawls.ts';
import { fromText, type ObjectOf, type ObjectSchema, type Schema, type Shape } from './schema.ts';

/** What an answer of any route can use. */
export interface Desk {
  readonly crawls: ServedCrawls;
  /** Address that pages of mirrors are served below, with a slash at its end. */
  readonly mirror: () => string;
}

// biome-ignore lint/suspicious/noExplicitAny: shapes are told apart where routes are declared
type AnyShape = any;
/** The shape of a route that takes no values of a kind. */
export type NoShape = Readonly<Record<never, Schema<unknown>>>;

/** What came with one request, checked. */
export interface RouteInput<P extends Shape, Q extends Shape, B> {
  readonly desk: Desk;
  readonly params: ObjectOf<P>;
  readonly query: ObjectOf<Q>;
  readonly body: B;
}

/** What every route says of itself. */
interface RouteHead {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With names in braces: `/api/crawls/{crawl}`. */
  readonly path: string;
  /** Heading under which it is listed. */
  readonly tag: string;
  readonly summary: string;
  readonly params?: ObjectSchema<AnyShape>;
  readonly query?: ObjectSchema<AnyShape>;
  readonly body?: Schema<unknown>;
}

/** A route that answers with JSON. */
export interface JsonRoute extends RouteHead {
  readonly kind: 'json';
  readonly answer: Schema<unknown>;
  run(asked: RouteInput<AnyShape, AnyShape, never>): Promise<unknown>;
}

/** A route that writes its answer itself: a stream, a picture, a text. */
export interface RawRoute extends RouteHead {
  readonly kind: 'raw';
  readonly produces: string;
  run(
    asked: RouteInput<AnyShape, AnyShape, never>,
    exchange: { readonly request: IncomingMessage; readonly response: ServerResponse },
  ): Promise<void>;
}

/** Any route. */
export type Route = JsonRoute | RawRoute;

/** What a route says of itself, with the types of what it takes. */
export interface RouteParts<P extends Shape, Q extends Shape, B>
  extends Omit<RouteHead, 'params' | 'query' | 'body'> {
  readonly params?: ObjectSchema<P>;
  readonly query?: ObjectSchema<Q>;
  readonly body?: Schema<B>;
}

/** Declares a route that answers with JSON; the types of what it takes and gives come from its schemas. */
export function jsonRoute<P extends Shape = NoShape, Q extends Shape = NoShape, B = undefined, A = unknown>(
  route: RouteParts<P, Q, B> & {
    readonly answer: Schema<A>;
    run(asked: RouteInput<P, Q, B>): Promise<A>;
  },
): JsonRoute {
  return { ...route, kind: 'json' } as unknown as JsonRoute;
}

/** Declares a route that writes its answer itself. */
export function rawRoute<P extends Shape = NoShape, Q extends Shape = NoShape>(
  route: RouteParts<P, Q, undefined> & {
    readonly produces: string;
    run(
      asked: RouteInput<P, Q, undefined>,
      exchange: { readonly request: IncomingMessage; readonly response: ServerResponse },
    ): Promise<void>;
  },
): RawRoute {
  return { ...route, kind: 'raw' } as unknown as RawRoute;
}

/** A route that a path belongs to, with the texts of its names. */
export interface RouteMatch {
  readonly route: Route;
  readonly texts: Readonly<Record<string, string>>;
}

/** Finds the route of a path; the methods that it would have where it has not the one asked for. */
export function findRoute(
  routes: readonly Route[],
  method: string,
  path: string,
): RouteMatch | { readonly allowed: readonly string[] } {
  const allowed: string[] = [];
  for (const route of routes) {
    const texts = matched(route.path, path);
    if (texts === null) continue;
    if (route.method === method || (route.method === 'GET' && method === 'HEAD')) return { route, texts };
    allowed.push(route.method);
  }
  return { allowed };
}

function matched(pattern: string, path: string): Readonly<Record<string, string>> | null {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  if (wanted.length !== given.length) return null;
  const texts: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    const text = decoded(given[at] ?? '');
    if (text === null || (name === undefined ? part !== text : text === '')) return null;
    if (name !== undefined) texts[name] = text;
  }
  return texts;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Values out of texts by a schema, or what is wrong with them. */
export function readTexts(
  schema: ObjectSchema<AnyShape> | undefined,
  texts: Readonly<Record<string, string>>,
  name: string,
): { readonly values: Record<string, unknown> } | { readonly wrong: string } {
  const shape = (schema?.shape ?? {}) as Record<string, Schema<unknown>>;
  const values: Record<string, unknown> = {};
  for (const [key, text] of Object.entries(texts)) {
    const part = Object.hasOwn(shape, key) ? shape[key] : undefined;
    if (part === undefined) return { wrong: `${name} has no "${key}"` };
    values[key] = fromText(part, text);
  }
  const wrong = schema?.check(values, name) ?? null;
  return wrong === null ? { values } : { wrong };
}
