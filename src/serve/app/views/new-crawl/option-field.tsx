/** One option of a new crawl as a field of the form. */
export interface FormOption {
  readonly name: string;
  readonly flag: string;
  readonly group: string;
  readonly help: string;
  readonly expects: string;
  readonly type: 'string' | 'number' | 'boolean' | 'list';
  readonly many: boolean;
  readonly words: readonly string[];
  readonly default: string;
  readonly secret: boolean;
}

/** A field by the kind of its option; what is wrong with it stands below. */
export function OptionField({
  option,
  value,
  wrong,
  change,
}: {
  readonly option: FormOption;
  readonly value: string;
  readonly wrong: string | null;
  readonly change: (value: string) => void;
}) {
  const id = `option-${option.name}`;
  const described = `${id}-help`;
  const common = { id, value, 'aria-describedby': described, 'aria-invalid': wrong !== null };
  return (
    <div class="field">
      <label for={id}>{nameOf(option)}</label>
      {option.type === 'boolean' ? (
        <select {...common} onChange={(event) => change(event.currentTarget.value)}>
          <option value="">{`Default: ${option.default === 'true' ? 'yes' : 'no'}`}</option>
          <option value="true">Yes</option>
          <option value="false">No</option>
        </select>
      ) : option.words.length > 0 && option.type === 'string' && !option.many ? (
        <select {...common} onChange={(event) => change(event.currentTarget.value)}>
          <option value="">{`Default: ${option.default}`}</option>
          {option.words.map((word) => (
            <option key={word} value={word}>
              {word}
            </option>
          ))}
        </select>
      ) : option.many ? (
        <textarea
          {...common}
          rows={2}
          placeholder={option.default}
          spellcheck={false}
          onInput={(event) => change(event.currentTarget.value)}
        />
      ) : (
        <input
          {...common}
          {...(option.secret ? { type: 'password' as const } : { type: 'text' as const })}
          autocomplete="off"
          inputMode={option.type === 'number' ? 'decimal' : 'text'}
          placeholder={option.default}
          onInput={(event) => change(event.currentTarget.value)}
        />
      )}
      <span class={`small ${wrong === null ? 'soft' : 'wrong'}`} id={described}>
        {wrong ?? option.help}
      </span>
    </div>
  );
}

/** `maxPages` as `Max pages`. */
function nameOf({ flag }: FormOption): string {
  const words = flag.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
