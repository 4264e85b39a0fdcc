import { linearPattern } from '../../values/linear-pattern.ts';
import type { WantedProperty } from './index.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Types of values that a format means. */
const formatTypes: Readonly<Record<string, WantedProperty['types']>> = {
  date: ['date'],
  'date-time': ['date'],
  time: ['time'],
  email: ['email'],
  uri: ['url'],
  'uri-reference': ['url'],
};

/** What a JSON Schema, read and found valid before, says to the naming of fields. */
export function wantedProperties(schema: unknown): readonly WantedProperty[] {
  const properties = ((schema as Fields | null)?.properties ?? {}) as Readonly<Record<string, Fields>>;
  return Object.entries(properties).map(([name, property]) => ({
    name,
    title: textOf(property.title),
    description: textOf(property.description),
    labels: listOf(property['x-labels']),
    types: formatTypes[textOf(property.format) ?? ''],
    pattern:
      typeof property.pattern === 'string' ? (linearPattern(property.pattern) ?? undefined) : undefined,
    examples: listOf(property.examples),
  }));
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function listOf(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : undefined;
}
