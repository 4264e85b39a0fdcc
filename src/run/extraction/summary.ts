import type { ExtractSettings } from '../../config/settings.ts';
import type { WrittenRecords } from '../../derive/records/index.ts';
import { type ExtractSession, isNeutral, type TemplateStep } from '../../extract/index.ts';

/** What an extraction came to: the JSON object of `extract --json`, fields in this order. */
export interface ExtractSummary {
  readonly command: 'extract';
  readonly pages: number;
  readonly records: number;
  readonly rejected: number;
  /** Records by type. */
  readonly types: Readonly<Record<string, number>>;
  readonly templates: readonly TemplateSummary[];
  /** Fields of the schema that no rule finds; absent without a schema. */
  readonly missing?: readonly string[];
  /** What was learned, noticed, repaired and lost. */
  readonly steps: readonly TemplateStep[];
  readonly alarms: number;
  readonly seconds: number;
  readonly files: readonly string[];
  readonly report: string | null;
  readonly out: string;
  /** Interrupted: nothing was written. */
  readonly stopped: 'done' | 'interrupted';
}

/** What is told of one template. */
export interface TemplateSummary {
  readonly name: string;
  readonly version: number;
  readonly pages: number;
  readonly records: number;
  /** Names of its fields, those of lists with the list before them. */
  readonly fields: readonly string[];
  /** Fields that have no name. */
  readonly neutral: number;
  readonly alarms: number;
}

/** Puts the summary of a session together. */
export function summaryOf(
  about: WrittenRecords & {
    readonly settings: ExtractSettings;
    readonly session: ExtractSession;
    readonly pages: number;
    readonly seconds: number;
    readonly stopped: ExtractSummary['stopped'];
  },
): ExtractSummary {
  const { settings, session, pages, records, rejected, types, files, seconds, stopped } = about;
  const templates = session.templates.map(templateSummary);
  return {
    command: 'extract',
    pages,
    records,
    rejected,
    types,
    templates,
    steps: session.steps,
    alarms: templates.reduce((sum, { alarms }) => sum + alarms, 0),
    seconds: Math.round(seconds * 100) / 100,
    files,
    report: settings.report,
    out: settings.out,
    stopped,
  };
}

function templateSummary(template: ExtractSession['templates'][number]): TemplateSummary {
  const { rules, pages, records, alarms } = template;
  const named = rules.fields.filter(({ name }) => !isNeutral(name));
  return {
    name: rules.template,
    version: rules.version,
    pages,
    records,
    fields: named.map(({ name, list }) => (list === null ? name : `${list}/${name}`)),
    neutral: rules.fields.length - named.length,
    alarms: alarms.length,
  };
}

/** The fields of a schema that no template has. */
export function missingFields(
  { templates }: Pick<ExtractSummary, 'templates'>,
  wanted: readonly string[],
): readonly string[] {
  const found = new Set(templates.flatMap(({ fields }) => fields.map((field) => field.replace(/^.*\//, ''))));
  return wanted.filter((name) => !found.has(name));
}
