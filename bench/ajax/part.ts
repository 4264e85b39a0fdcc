import type { Report } from '../report.ts';

/** Options of the Ajax benchmark. */
export interface AjaxOptions {
  /** Numbers of the paper's sets, from 1. */
  readonly sets: readonly number[];
  readonly all: boolean;
  readonly quick: boolean;
  readonly seed: number;
}

/** What a part works with. */
export interface PartContext {
  readonly report: Report;
  /** Its own folder for outputs; need not exist yet. */
  readonly folder: string;
  readonly options: AjaxOptions;
}

/** A piece of the benchmark that can be run alone. */
export interface Part {
  readonly name: string;
  readonly title: string;
  run(context: PartContext): Promise<void>;
}

/** The three ways of crawling that the papers compare, as flags. */
export const ways = {
  link: ['--engine', 'http'],
  single: ['--dedupe', 'single'],
  double: ['--dedupe', 'double'],
} as const;

/** Name of a way of crawling. */
export type Way = keyof typeof ways;
