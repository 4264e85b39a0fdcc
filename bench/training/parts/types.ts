import { runTypes } from '../types/index.ts';
import type { TrainingContext, TrainingPart } from './part.ts';

/** Whether pages are told to be of the right type. */
export const types: TrainingPart = {
  name: 'types',
  title: 'Type decisions on labelled pages of ten templates',
  run,
};

async function run({ report, quick, style }: TrainingContext): Promise<void> {
  const { table, claims } = await runTypes({ style, ...(quick && { perType: 20 }) });
  for (const line of table) report.note(line);
  for (const { ok, claim, measured } of claims) report.verdict(ok, claim, measured);
}
