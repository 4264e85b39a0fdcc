import type { Pattern, PatternAttribute, PatternStep } from './model.ts';

/** Writes a pattern the way `parsePattern` reads it; a path from the top says `[*]` for any place, as the paper does. */
export function formatPattern({ steps }: Pattern): string {
  const fromTop = steps[0]?.descendant === false;
  return steps.map((step) => formatStep(step) + (fromTop && hasPlaces(step) ? '[*]' : '')).join('');
}

function hasPlaces({ tag, index }: PatternStep): boolean {
  return index === null && tag !== 'html' && tag !== 'body' && !tag.startsWith('#');
}

/** Writes one step with the slashes before it. */
export function formatStep(step: PatternStep): string {
  let out = (step.descendant ? '//' : '/') + tagText(step.tag);
  if (step.id !== null) out += `#${escaped(step.id)}`;
  for (const name of step.classes) out += `.${escaped(name)}`;
  for (const attribute of step.attributes) out += attributeText(attribute);
  if (step.text !== null) out += `[text()=${quoted(step.text)}]`;
  if (step.index !== null) out += `[${step.index}]`;
  return out;
}

function attributeText({ name, value }: PatternAttribute): string {
  return value === null ? `[@${escaped(name)}]` : `[@${escaped(name)}=${quoted(value)}]`;
}

function tagText(tag: string): string {
  return tag === '*' || tag.startsWith('#') ? tag : escaped(tag);
}

function escaped(name: string): string {
  return name.replace(/[^\w\u0080-\uffff-]/g, '\\$&');
}

/** Single quotes where they do: the patterns stand inside JSON. */
function quoted(value: string): string {
  const mark = value.includes("'") && !value.includes('"') ? '"' : "'";
  return mark + value.replace(/\\/g, '\\\\').replaceAll(mark, `\\${mark}`) + mark;
}
