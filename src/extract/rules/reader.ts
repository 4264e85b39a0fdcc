import type { EditedFile } from '../../config/edited-file.ts';
import { parsePattern } from '../../dom/pattern.ts';
import type { Profile } from '../../values/index.ts';
import { wholeItem } from '../locate/locate.ts';
import { parseSteps } from '../locate/steps.ts';
import type { FieldRule, Locator, Oddities, TemplateRules, TextPart } from '../types.ts';
import { isHeadWord } from './item-heads.ts';

type ListRule = TemplateRules['lists'][number];

const fieldKeys = [
  ...['name', 'confidence', 'because', 'list', 'attribute', 'frame', 'locators', 'profile', 'normal'],
];
const profileKeys = ['count', 'distinct', 'missing', 'pages', 'type', 'lengths', 'forms', 'samples'];

/** Reads rules out of JSON, and says where something is not as it must be. */
export class RulesReader {
  readonly #file: EditedFile;

  constructor(file: EditedFile) {
    this.#file = file;
  }

  file(value: unknown): readonly TemplateRules[] {
    const format = (value as { readonly format?: unknown } | null)?.format;
    if (format !== 'argiope-rules')
      throw this.#file.wrong(
        'format',
        '"argiope-rules"',
        format,
        'Name a file that `argiope rules export` has written.',
      );
    const fields = this.#file.fields(value, '', ['format', 'version', 'templates']);
    if (fields.version !== 1)
      throw this.#file.wrong(
        'version',
        '1',
        fields.version,
        'It was written by another version of argiope: export again.',
      );
    const templates = this.#file
      .list(fields.templates, 'templates')
      .map((each, at) => this.template(each, `templates[${at}]`));
    const names = templates.map(({ domain, template }) => `${domain} ${template}`);
    const twice = names.findIndex((name, at) => names.indexOf(name) !== at);
    if (twice >= 0)
      throw this.#file.wrong(
        `templates[${twice}].template`,
        'a template that stands here once',
        names[twice],
      );
    return templates;
  }

  template(value: unknown, place: string): TemplateRules {
    const keys = ['domain', 'template', 'version', 'learnedAt', 'pages', 'fields', 'lists'];
    const fields = this.#file.fields(value, place, keys);
    const lists = this.#file
      .list(fields.lists ?? [], `${place}.lists`)
      .map((each, at) => this.#listRule(each, `${place}.lists[${at}]`));
    const known = lists.map(({ id }) => id);
    for (const [at, { within }] of lists.entries())
      if (within !== null && !known.includes(within))
        throw this.#file.wrong(
          `${place}.lists[${at}].within`,
          `null or one of the lists (${known.join(', ')})`,
          within,
        );
    const rules = this.#file
      .list(fields.fields, `${place}.fields`)
      .map((each, at) => this.#field(each, `${place}.fields[${at}]`, known));
    this.#requireNames(rules, place);
    return {
      domain: this.#file.text(fields.domain, `${place}.domain`),
      template: this.#file.text(fields.template, `${place}.template`),
      version: this.#count(fields.version ?? 1, `${place}.version`),
      learnedAt: this.#file.text(fields.learnedAt, `${place}.learnedAt`),
      pages: this.#file.texts(fields.pages ?? [], `${place}.pages`),
      fields: rules,
      lists,
    };
  }

  /** Two fields of one name in one list could not be told apart in a record. */
  #requireNames(rules: readonly FieldRule[], place: string): void {
    const names = rules.map(({ list, name }) => JSON.stringify([list, name]));
    const twice = names.findIndex((name, at) => names.indexOf(name) !== at);
    if (twice < 0) return;
    const expected = 'a name that no other field of the page or list has';
    throw this.#file.wrong(`${place}.fields[${twice}].name`, expected, rules[twice]?.name);
  }

  #field(value: unknown, place: string, lists: readonly string[]): FieldRule {
    const fields = this.#file.fields(value, place, fieldKeys);
    const list = this.#textOrNull(fields.list, `${place}.list`);
    if (list !== null && !lists.includes(list))
      throw this.#file.wrong(`${place}.list`, `null or one of the lists (${lists.join(', ')})`, list);
    const locators = this.#file
      .list(fields.locators, `${place}.locators`)
      .map((each, at) => this.#alternative(each, `${place}.locators[${at}]`));
    if (locators.length === 0)
      throw this.#file.wrong(`${place}.locators`, 'at least one locator', fields.locators);
    return {
      name: this.#file.text(fields.name, `${place}.name`),
      confidence: this.#file.share(fields.confidence ?? 1, `${place}.confidence`),
      ...(fields.because !== undefined && { because: this.#file.texts(fields.because, `${place}.because`) }),
      list,
      attribute: this.#textOrNull(fields.attribute, `${place}.attribute`),
      ...this.#cut('frame', fields.frame, `${place}.frame`),
      locators,
      profile: this.#profile(fields.profile, `${place}.profile`),
      ...(fields.normal !== undefined && { normal: this.#oddities(fields.normal, `${place}.normal`) }),
    };
  }

  #alternative(value: unknown, place: string): FieldRule['locators'][number] {
    const { support = 1, locator } = this.#file.fields(value, place, ['locator', 'support']);
    return {
      locator: this.#locator(locator, `${place}.locator`),
      support: this.#count(support, `${place}.support`),
    };
  }

  #locator(value: unknown, place: string): Locator {
    const kind = (value as { readonly kind?: unknown } | null)?.kind;
    if (kind === 'absolute') {
      const fields = this.#file.fields(value, place, ['kind', 'path', 'part']);
      return {
        kind,
        path: this.#path(fields.path, `${place}.path`),
        ...this.#cut('part', fields.part, `${place}.part`),
      };
    }
    if (kind !== 'label' && kind !== 'anchor')
      throw this.#file.wrong(`${place}.kind`, '"label", "anchor" or "absolute"', kind);
    const fields = this.#file.fields(value, place, ['kind', kind, 'steps', 'nth', 'part']);
    const start = this.#file.text(fields[kind], `${place}.${kind}`);
    const more = {
      steps: this.#steps(fields.steps ?? '.', `${place}.steps`),
      ...(fields.nth !== undefined && { nth: this.#count(fields.nth, `${place}.nth`) }),
      ...this.#cut('part', fields.part, `${place}.part`),
    };
    if (kind === 'label') return { kind, label: start, ...more };
    this.#file.named(`${place}.anchor`, () => parsePattern(start));
    return { kind, anchor: start, ...more };
  }

  #steps(value: unknown, place: string): string {
    const text = this.#file.text(value, place);
    const expected = 'steps such as ../following-sibling::DD[1]/text()[1]';
    if (parseSteps(text) === null) throw this.#file.wrong(place, expected, text);
    return text;
  }

  #path(value: unknown, place: string): string {
    const text = this.#file.text(value, place);
    if (text === '.' || text === wholeItem) return text;
    const inner = /^\.\[\d+\](?:\/(.*))?$/s.exec(text);
    const steps = inner ? (inner[1] ?? '.') : /^\/(.+)$/s.exec(text)?.[1];
    if (steps === undefined || parseSteps(steps) === null)
      throw this.#file.wrong(place, 'a path such as /HTML/BODY[1]/DIV[2]/text()[1]', text);
    return text;
  }

  /** What is cut off before and after a value. */
  #cut<K extends 'part' | 'frame'>(key: K, value: unknown, place: string): { [key in K]?: TextPart } {
    if (value === undefined) return {};
    const { before = '', after = '' } = this.#file.fields(value, place, ['before', 'after']);
    if (typeof before !== 'string') throw this.#file.wrong(`${place}.before`, 'a text, or ""', before);
    if (typeof after !== 'string') throw this.#file.wrong(`${place}.after`, 'a text, or ""', after);
    return { [key]: { before, after } } as { [key in K]?: TextPart };
  }

  #listRule(value: unknown, place: string): ListRule {
    const fields = this.#file.fields(value, place, ['id', 'within', 'locators', 'heads', 'span', 'main']);
    return {
      id: this.#file.text(fields.id, `${place}.id`),
      within: this.#textOrNull(fields.within, `${place}.within`),
      span: this.#count(fields.span ?? 1, `${place}.span`),
      ...(fields.main === true && { main: true }),
      ...(fields.heads !== undefined && { heads: this.#heads(fields.heads, `${place}.heads`) }),
      locators: this.#file
        .list(fields.locators, `${place}.locators`)
        .map((each, at) => this.#locator(each, `${place}.locators[${at}]`)),
    };
  }

  #heads(value: unknown, place: string): readonly string[] {
    const words = this.#file.texts(value, place);
    const wrong = words.findIndex((word) => !isHeadWord(word));
    if (wrong >= 0)
      throw this.#file.wrong(
        `${place}[${wrong}]`,
        '"tag …", "class …", "kids … N", "has …" or "no …"',
        words[wrong],
      );
    return words;
  }

  /** A field that a person has added has no profile yet: everything is new, and nothing strange. */
  #profile(value: unknown, place: string): Profile {
    const fields = this.#file.fields(value ?? {}, place, profileKeys);
    const number = (key: string) => this.#whole(fields[key] ?? 0, `${place}.${key}`);
    const lengths = this.#file.list(fields.lengths ?? [0, 1e9], `${place}.lengths`);
    const [least, most] = lengths.map((each, at) => this.#whole(each, `${place}.lengths[${at}]`));
    return {
      count: number('count'),
      distinct: number('distinct'),
      missing: number('missing'),
      pages: number('pages'),
      type: fields.type === undefined ? 'text' : this.#file.text(fields.type, `${place}.type`),
      lengths: [least ?? 0, most ?? 1e9],
      forms: this.#forms(fields.forms ?? {}, `${place}.forms`),
      samples: this.#samples(fields.samples ?? [], `${place}.samples`),
    };
  }

  /** Values as they came; one that is empty says nothing. */
  #samples(value: unknown, place: string): readonly string[] {
    const filled = this.#file.list(value, place).filter((each) => each !== '');
    return this.#file.texts(filled, place);
  }

  #forms(value: unknown, place: string): Readonly<Record<string, number>> {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw this.#file.wrong(place, 'an object', value);
    return Object.fromEntries(
      Object.entries(value).map(([form, count]) => [
        form,
        this.#whole(count, `${place}[${JSON.stringify(form)}]`),
      ]),
    );
  }

  #oddities(value: unknown, place: string): Oddities {
    const fields = this.#file.fields(value, place, ['pages', 'missing', 'strange', 'split']);
    const number = (key: string) => this.#whole(fields[key], `${place}.${key}`);
    return {
      pages: number('pages'),
      missing: number('missing'),
      strange: number('strange'),
      split: number('split'),
    };
  }

  #textOrNull(value: unknown, place: string): string | null {
    return value === undefined || value === null ? null : this.#file.text(value, place);
  }

  #whole(value: unknown, place: string): number {
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 0)
      throw this.#file.wrong(place, 'a whole number from 0 on', value);
    return value;
  }

  #count(value: unknown, place: string): number {
    if (this.#whole(value, place) === 0) throw this.#file.wrong(place, 'a whole number from 1 on', value);
    return value as number;
  }
}
