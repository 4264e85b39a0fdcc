/** A new crawl: its addresses and options, checked as the command line checks them. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { ToldCrawl } from '../../api/crawls.ts';
import { ApiError, ask, useApi } from '../api.ts';
import { Failed, WhenThere } from '../parts/states.tsx';
import { crawlHref, goTo } from '../router.ts';
import { type FormOption, OptionField } from './new-crawl/option-field.tsx';

/** Options that most crawls want; the others are below. */
const usual = ['scope', 'maxPages', 'depth', 'maxTime', 'engine', 'delay'];
/** Milliseconds without typing before the options are checked. */
const checkMs = 300;

interface Checked {
  readonly out: string | null;
  readonly notes: readonly string[];
  readonly wrong: { readonly message: string; readonly advice: string | null } | null;
}

type Values = Readonly<Record<string, string>>;

/** The view of a new crawl. */
export function NewCrawlBoard() {
  const options = useApi<{ readonly options: readonly FormOption[] }>('/api/options');
  return (
    <div class="narrow">
      <h1>New crawl</h1>
      <WhenThere of={options}>{(found) => <CrawlForm options={found.options} />}</WhenThere>
    </div>
  );
}

function CrawlForm({ options }: { readonly options: readonly FormOption[] }) {
  const [seeds, setSeeds] = useState('');
  const [folder, setFolder] = useState('');
  const [values, setValues] = useState<Values>({});
  const [error, setError] = useState<ApiError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const asked = useMemo(() => bodyOf(seeds, folder, values, options), [seeds, folder, values, options]);
  const checked = useChecked(asked, seeds.trim() !== '');
  const groups = useMemo(() => grouped(options.filter(({ name }) => !usual.includes(name))), [options]);
  const field = (option: FormOption) => (
    <OptionField
      key={option.name}
      option={option}
      value={values[option.name] ?? ''}
      wrong={isAbout(checked?.wrong?.message, option.name) ? (checked?.wrong?.message ?? null) : null}
      change={(value) => setValues((before) => ({ ...before, [option.name]: value }))}
    />
  );
  const begin = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      const { id } = await ask<ToldCrawl>('/api/crawls', asked);
      goTo(crawlHref(id));
    } catch (failure) {
      setError(failure as ApiError);
      setBusy(false);
    }
  };
  return (
    <form class="crawl-form" onSubmit={begin} noValidate>
      <label class="field">
        <span>Addresses to start from</span>
        <textarea
          rows={3}
          value={seeds}
          placeholder="https://example.org/"
          spellcheck={false}
          aria-describedby="seeds-help"
          onInput={(event) => setSeeds(event.currentTarget.value)}
        />
        <span class="soft small" id="seeds-help">
          One on each line.
        </span>
      </label>
      <div class="field-grid">
        {usual.flatMap((name) => options.filter((option) => option.name === name)).map(field)}
      </div>
      <details class="more-options">
        <summary>All options</summary>
        <label class="field">
          <span>Folder</span>
          <input value={folder} onInput={(event) => setFolder(event.currentTarget.value)} />
          <span class="soft small">Name of the folder of the crawl; the host unless given.</span>
        </label>
        {groups.map(([group, own]) => (
          <fieldset key={group}>
            <legend>{group}</legend>
            <div class="field-grid">{own.map(field)}</div>
          </fieldset>
        ))}
      </details>
      <Verdict checked={checked} />
      {error && <Failed error={error} />}
      <div>
        <button type="submit" class="main" disabled={isBusy || seeds.trim() === '' || checked?.wrong != null}>
          Begin
        </button>
      </div>
    </form>
  );
}

function Verdict({ checked }: { readonly checked: Checked | null }) {
  return (
    <div role="status" class="verdict">
      {checked?.wrong && (
        <div class="alert">
          <p>{checked.wrong.message}</p>
          {checked.wrong.advice && <p class="soft">{checked.wrong.advice}</p>}
        </div>
      )}
      {checked?.notes.map((note) => (
        <p key={note} class="soft">
          {note}
        </p>
      ))}
      {checked?.out && (
        <p class="soft small">
          It will be kept in <code>{checked.out}</code>; a crawl that was stopped there goes on.
        </p>
      )}
    </div>
  );
}

/** What the server says of the form, asked when the reader pauses. */
function useChecked(asked: object, isAsked: boolean): Checked | null {
  const [checked, setChecked] = useState<Checked | null>(null);
  useEffect(() => {
    if (!isAsked) {
      setChecked(null);
      return;
    }
    const stop = new AbortController();
    const timer = setTimeout(() => {
      ask<Checked>('/api/options/check', asked, stop.signal).then(setChecked, (error: Error) => {
        if (error instanceof ApiError)
          setChecked({ out: null, notes: [], wrong: { message: error.message, advice: error.advice } });
      });
    }, checkMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [asked, isAsked]);
  return checked;
}

function bodyOf(seeds: string, folder: string, values: Values, options: readonly FormOption[]): object {
  const given = Object.entries(values).filter(([, value]) => value.trim() !== '');
  return {
    seeds: seeds.split('\n').filter((line) => line.trim() !== ''),
    ...(folder.trim() !== '' && { folder: folder.trim() }),
    options: Object.fromEntries(
      given.map(([name, value]) => {
        const isMany = options.some((option) => option.name === name && option.many);
        return [name, isMany ? value.split('\n').filter((line) => line.trim() !== '') : value.trim()];
      }),
    ),
  };
}

function grouped(options: readonly FormOption[]): readonly (readonly [string, readonly FormOption[]])[] {
  const groups = new Map<string, FormOption[]>();
  for (const option of options) groups.set(option.group, [...(groups.get(option.group) ?? []), option]);
  return [...groups];
}

/** Messages begin with the name of the option that they are about. */
function isAbout(message: string | undefined, name: string): boolean {
  return message?.startsWith(`${name} `) ?? false;
}
