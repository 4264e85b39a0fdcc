/** The description of the API, made from its routes. */
import { version } from '../config/version.ts';
import type { Route } from './route.ts';
import type { JsonSchema, ObjectSchema } from './schema.ts';

// biome-ignore lint/suspicious/noExplicitAny: any object schema
type AnyObject = ObjectSchema<any>;

/** OpenAPI 3.1 of some routes. */
export function openApi(routes: readonly Route[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Argiope',
      version: version(),
      description: 'Crawls of this machine: what they found, how they go, and how to steer them.',
    },
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'The token that `argiope serve` prints.' },
      },
      schemas: { Error: errorSchema },
    },
    security: [{ token: [] }],
  };
}

const errorSchema: JsonSchema = {
  type: 'object',
  properties: {
    code: { type: 'string', description: 'Stable code (docs/exit-codes.md), or a word for what was refused' },
    message: { type: 'string' },
    advice: { type: 'string', description: 'What can be done about it' },
  },
  required: ['code', 'message'],
};

function operationOf(route: Route): object {
  const parameters = [...parametersOf(route.params, 'path'), ...parametersOf(route.query, 'query')];
  return {
    operationId: operationId(route),
    tags: [route.tag],
    summary: route.summary,
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && { requestBody: { required: true, content: jsonContent(route.body.json) } }),
    responses: {
      200: {
        description: 'done',
        content: route.kind === 'json' ? jsonContent(route.answer.json) : { [route.produces]: {} },
      },
      default: {
        description: 'refused, or failed',
        content: jsonContent({ $ref: '#/components/schemas/Error' } as JsonSchema),
      },
    },
  };
}

function jsonContent(schema: JsonSchema): object {
  return { 'application/json': { schema } };
}

function parametersOf(schema: AnyObject | undefined, place: 'path' | 'query'): readonly object[] {
  const { properties = {}, required = [] } = schema?.json ?? {};
  return Object.entries(properties).map(([name, { description, ...json }]) => ({
    name,
    in: place,
    required: required.includes(name),
    ...(description !== undefined && { description }),
    schema: json,
  }));
}

/** `get_crawls_pages`: the words of the path behind the method. */
function operationId({ method, path }: Route): string {
  const words = path
    .split('/')
    .filter((part) => part !== '' && part !== 'api')
    .map((part) => part.replace(/^\{(\w+)\}$/, 'by_$1').replace(/\W+/g, '_'));
  return [method.toLowerCase(), ...words].join('_');
}
