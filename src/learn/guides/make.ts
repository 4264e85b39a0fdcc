import type { CrawlSettings } from '../../config/settings.ts';
import { ArgiopeError } from '../../model/errors.ts';
import type { Guide } from '../../model/guide.ts';
import type { SiteStore } from '../../model/store.ts';
import { readModel } from '../file.ts';
import type { TrainedModel } from '../model.ts';
import { parseSample } from '../samples.ts';
import { type ThresholdType, Typer } from '../typer.ts';
import { LearningGuide, type Saved } from './learning.ts';
import { TrainedGuide } from './trained.ts';
import { FoundTypes, KnownTypes, SampledTypes } from './types.ts';

/** Key of the note in which a site's model is kept. */
export const modelNote = 'model';

/** Who guides a crawl: a trained model, what is learned from samples, or from the crawl alone. */
export async function makeGuide(settings: CrawlSettings, site: SiteStore): Promise<Guide | null> {
  const saved = await site.note('guide');
  if (settings.model !== null) return trained(settings, site, readModel(settings.model), saved);
  const want = settings.want.length === 0 ? null : settings.want;
  if (settings.samples.length > 0) {
    const samples = settings.samples.map(parseSample);
    requireWant(settings.want, new Set(samples.map(({ type }) => type)), '--sample');
    const set = { type: settings.typeThreshold, change: settings.changeThreshold };
    return new LearningGuide(new SampledTypes(site, samples, set, typesOf(saved)), want, saved);
  }
  if (want !== null)
    throw new ArgiopeError(
      'USAGE',
      `--want ${want.join(',')}: it is not known what pages of that type look like`,
      {
        advice: 'Give a model (--model FILE), or a sample of each type (--sample TYPE=URL).',
      },
    );
  const learns = settings.strategy === 'nearest' && settings.dedupe === 'double' && settings.thorough < 1;
  return learns ? new LearningGuide(new FoundTypes(typesOf(saved)), null, saved) : null;
}

async function trained(
  settings: CrawlSettings,
  site: SiteStore,
  whole: TrainedModel,
  saved: string | null,
): Promise<Guide> {
  requireWant(settings.want, new Set(whole.types.map(({ name }) => name)), 'the model');
  const want = settings.want.length === 0 ? whole.want : settings.want;
  const model = { ...whole, want };
  await site.putNote(modelNote, JSON.stringify(model));
  const types = modelTypes(model, settings);
  const typer = new Typer(site, types);
  const instead = (anew: boolean) =>
    anew
      ? new LearningGuide(new FoundTypes(typesOf(saved)), null, saved)
      : new LearningGuide(new KnownTypes(site, types), want, saved);
  return new TrainedGuide({
    model,
    typeOf: (number, capture) => typer.typeOf(number, capture),
    onDrift: settings.modelDrift,
    instead,
    saved,
  });
}

function modelTypes({ types }: TrainedModel, settings: CrawlSettings): readonly ThresholdType[] {
  return types.map(({ name, threshold, change, samples }) => ({
    name,
    threshold: settings.typeThreshold ?? threshold,
    change: settings.changeThreshold ?? change,
    samples: samples.map(({ skeleton }) => skeleton),
  }));
}

function typesOf(saved: string | null): unknown {
  return saved === null ? null : (JSON.parse(saved) as Saved).types;
}

/** Refuses wanted types that nobody knows. */
export function requireWant(want: readonly string[], known: ReadonlySet<string>, by: string): void {
  const strange = want.find((name) => !known.has(name));
  if (strange === undefined) return;
  throw new ArgiopeError('USAGE', `--want ${strange}: ${by} knows of ${[...known].join(', ')} only`, {
    advice: 'Name types that are known, with commas between them.',
  });
}
