import {
  type AskedValues,
  hiddenValues,
  inputName,
  ownValues,
  type PageForm,
  valuesKey,
} from '../../forms/index.ts';

/** What a copy of a form sends along with a question. */
export interface FormCopy {
  readonly hidden: ReadonlyMap<string, string>;
  /** What is chosen in lists that do not have what the form itself sends of them. */
  readonly standing: AskedValues;
}

/** What a copy sends along of its own, beside what the form sends. */
export function copyOf(form: PageForm, now: PageForm): FormCopy {
  const standing: Record<string, string> = {};
  for (const field of now.fields) {
    if (field.control !== 'select' || field.several || field.disabled === true) continue;
    const old = form.fields.find(({ name }) => name === field.name);
    const [own] = old === undefined ? [] : ownValues(old);
    const [stands] = ownValues(field);
    if (stands === undefined || field.options.some(({ value }) => value === own)) continue;
    standing[inputName(field, now)] = stands;
  }
  return { hidden: hiddenValues(now), standing };
}

/** Characters of copies that are kept; older ones are asked for again. */
const mostKept = 16 << 20;

/**
 * Copies of a form whose lists hold what a question has brought up. A server that fills a list takes its values only with
 * the hidden values of the page that has them: they are sent as a person sends them, who stands on that page.
 */
export class FormCopies {
  /** Fields that a question has brought options of. */
  readonly #brought = new Map<string, ReadonlySet<string>>();
  readonly #copies = new Map<string, FormCopy>();
  #size = 0;

  /** Some question has brought options. */
  get isKnown(): boolean {
    return this.#brought.size > 0;
  }

  /** The question that has brought up what others choose, with most fields; `null`: the form itself offers them. */
  bringer(values: AskedValues): AskedValues | null {
    const entries = Object.entries(values);
    let best: (typeof entries)[number][] | null = null;
    for (let mask = 1; mask < 2 ** entries.length - 1; mask++) {
      const some = entries.filter((_, at) => mask & (1 << at));
      const brought = this.#brought.get(valuesKey(Object.fromEntries(some)));
      const isNeeded = entries.some(([name], at) => !(mask & (1 << at)) && brought?.has(name));
      if (isNeeded && some.length > (best?.length ?? 0)) best = some;
    }
    return best === null ? null : Object.fromEntries(best);
  }

  /**
   * A question has brought options of fields, with a copy of the form where one is at hand. Those of a field that was asked
   * for itself, with a value that its list did not have, belong to the rest of the question.
   */
  brings(values: AskedValues, fields: readonly string[], copy: FormCopy | null): void {
    for (const field of fields) {
      const { [field]: _, ...rest } = values;
      const key = valuesKey(rest);
      this.#brought.set(key, new Set([...(this.#brought.get(key) ?? []), field]));
      if (copy !== null) this.keep(rest, copy);
    }
  }

  get(values: AskedValues): FormCopy | null {
    return this.#copies.get(valuesKey(values)) ?? null;
  }

  /** Keeps the copy that a question has brought, or a newer one with the same options. */
  keep(values: AskedValues, copy: FormCopy): void {
    const key = valuesKey(values);
    this.#size += sizeOf(copy) - sizeOf(this.#copies.get(key));
    this.#copies.delete(key);
    this.#copies.set(key, copy);
    for (const [oldest, its] of this.#copies) {
      if (this.#size <= mostKept || oldest === key) break;
      this.#copies.delete(oldest);
      this.#size -= sizeOf(its);
    }
  }
}

function sizeOf({ hidden, standing }: FormCopy = { hidden: new Map(), standing: {} }): number {
  let size = 0;
  for (const [name, value] of [...hidden, ...Object.entries(standing)]) size += name.length + value.length;
  return size;
}
