/** Valid pages that had been found after so many events. */
export interface CurvePoint {
  readonly events: number;
  readonly valid: number;
}

/** How the number of valid pages grows with events. */
export class Curve {
  readonly #points: CurvePoint[] = [];

  add(events: number, valid: number): void {
    this.#points.push({ events, valid });
  }

  get points(): readonly CurvePoint[] {
    return this.#points;
  }
}

/** Events that had been spent when a number of valid pages was reached, `null` where it never was. */
export function eventsAt(points: readonly CurvePoint[], valid: number): number | null {
  return points.find((point) => point.valid >= valid)?.events ?? null;
}

/** A line through points. */
export interface Line {
  /** Events per valid page. */
  readonly slope: number;
  readonly start: number;
  /** Share of the variance that the line explains: 1 for a straight line. */
  readonly r2: number;
}

/** Least squares of events over valid pages. */
export function lineThrough(points: readonly CurvePoint[]): Line {
  const mean = (of: (point: CurvePoint) => number) =>
    points.reduce((total, point) => total + of(point), 0) / points.length;
  const [x, y] = [mean(({ valid }) => valid), mean(({ events }) => events)];
  const covered = mean(({ valid, events }) => (valid - x) * (events - y));
  const spreadX = mean(({ valid }) => (valid - x) ** 2);
  const spreadY = mean(({ events }) => (events - y) ** 2);
  const slope = covered / spreadX;
  return { slope, start: y - slope * x, r2: spreadY === 0 ? 1 : (covered * covered) / (spreadX * spreadY) };
}
