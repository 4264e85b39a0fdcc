/** A small plot of one figure over time; the figure itself stands beside it, so the plot is only for the eye. */

const width = 100;
const height = 30;

/** The line of a plot as an SVG path, x by moment, y from 0 to the largest value. */
function plotPath(points: readonly (readonly [at: number, value: number])[]): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < 2) return '';
  const span = last[0] - first[0] || 1;
  const most = Math.max(...points.map(([, value]) => value), 1e-9);
  return points
    .map(([at, value], nth) => {
      const x = ((at - first[0]) / span) * width;
      const y = height - (value / most) * height;
      return `${nth === 0 ? 'M' : 'L'}${x.toFixed(2)} ${y.toFixed(2)}`;
    })
    .join('');
}

/** Points of a plot at most: it is that many pixels wide, and each is painted again every second. */
const mostPoints = 120;

/** Every so many-th point, the last one always among them. */
export function thinned<T>(points: readonly T[]): readonly T[] {
  const step = Math.ceil(points.length / mostPoints);
  return step <= 1 ? points : points.filter((_, at) => (points.length - 1 - at) % step === 0);
}

/** Draws a plot; a level line where there is nothing to draw yet. */
export function Plot({ points }: { readonly points: readonly (readonly [number, number])[] }) {
  const line = plotPath(points);
  return (
    <svg class="plot" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      <line x1="0" y1={height} x2={width} y2={height} />
      {line !== '' && (
        <>
          <path class="area" d={`${line}L${width} ${height}L0 ${height}Z`} />
          <path d={line} />
        </>
      )}
    </svg>
  );
}
