/** The drawing of the graph: moved and zoomed with pointer, wheel, fingers and keys. */
import { useEffect, useRef } from 'preact/hooks';
import { type Palette, paintCanvas, paletteOf } from './paint.ts';
import { itemAt, type MapView, type Scene, type SceneParts, sceneOf } from './scene.ts';

/** What a drawing is told to show; the camera is its own. */
export type Drawn = Omit<SceneParts, 'camera' | 'width' | 'height' | 'loud'>;

/** What others can have a drawing do. */
export interface Drawing {
  /** Shows an item in the middle: a cluster fills the view, a page has its neighbours around it. */
  goTo(item: number): void;
  /** Shows some items together. */
  goAmong(items: readonly number[]): void;
  zoom(times: number): void;
  /** The scene as it is seen, with its colours. */
  seen(): { readonly scene: Scene; readonly palette: Palette } | null;
  picture(): Promise<Blob | null>;
}

/** The drawing as an element; `use` is given the means to steer it. */
export function GraphCanvas({
  drawn,
  onPick,
  use,
}: {
  readonly drawn: Drawn;
  /** Told of the thing that was clicked, or asked for with Enter; `null`: nothing was there. */
  readonly onPick: (item: number | null) => void;
  readonly use: (drawing: Drawing) => void;
}) {
  const element = useRef<HTMLCanvasElement>(null);
  const easel = useRef<Easel | null>(null);
  useEffect(() => {
    if (!element.current) return;
    const made = new Easel(element.current, (item) => pick.current(item));
    easel.current = made;
    use(made);
    return () => made.end();
  }, [use]);
  const pick = useRef(onPick);
  pick.current = onPick;
  useEffect(() => easel.current?.show(drawn), [drawn]);
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: it is moved by keys as a map is
    <canvas
      ref={element}
      class="graph-canvas"
      tabIndex={0}
      role="application"
      aria-label="Map of the site. Arrow keys move it, plus and minus zoom, 0 shows all. The list beside it has the same things."
    />
  );
}

/** A canvas, what it shows, and where one stands. Nothing of it is drawn twice for one frame. */
class Easel implements Drawing {
  readonly #canvas: HTMLCanvasElement;
  readonly #pick: (item: number | null) => void;
  readonly #stop = new AbortController();
  readonly #resized: ResizeObserver;
  readonly #themed: MutationObserver;
  readonly #pointers = new Map<number, readonly [number, number]>();
  #drawn: Drawn | null = null;
  #camera: MapView = { x: 0, y: 0, zoom: 0 };
  #aim: { readonly from: MapView; readonly to: MapView; readonly since: number } | null = null;
  #scene: Scene | null = null;
  #palette: Palette;
  #frame = 0;
  #hovered: number | null = null;
  #travelled = 0;

  constructor(canvas: HTMLCanvasElement, pick: (item: number | null) => void) {
    this.#canvas = canvas;
    this.#pick = pick;
    this.#palette = paletteOf(canvas);
    this.#resized = new ResizeObserver(() => this.#ask());
    this.#resized.observe(canvas);
    const recolour = () => {
      this.#palette = paletteOf(canvas);
      this.#ask();
    };
    this.#themed = new MutationObserver(recolour);
    this.#themed.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    const { signal } = this.#stop;
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', recolour, { signal });
    canvas.addEventListener('pointerdown', (event) => this.#down(event), { signal });
    canvas.addEventListener('pointermove', (event) => this.#move(event), { signal });
    for (const name of ['pointerup', 'pointercancel'] as const)
      canvas.addEventListener(name, (event) => this.#up(event), { signal });
    canvas.addEventListener('pointerleave', () => this.#hover(null), { signal });
    canvas.addEventListener('wheel', (event) => this.#wheel(event), { signal, passive: false });
    canvas.addEventListener('keydown', (event) => this.#key(event), { signal });
  }

  show(drawn: Drawn): void {
    const isNew = this.#drawn?.places !== drawn.places;
    this.#drawn = drawn;
    if (isNew) this.#camera = this.#around(0) ?? this.#camera;
    this.#ask();
  }

  goTo(item: number): void {
    const to = this.#around(item);
    if (to) this.#glide(to);
  }

  goAmong(items: readonly number[]): void {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    const places = this.#drawn?.places;
    if (!places || items.length === 0 || width === 0) return;
    const [xs, ys] = [
      items.map((item) => places.x[item] as number),
      items.map((item) => places.y[item] as number),
    ];
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const zoom = Math.min(width / (right - left + 8), height / (bottom - top + 8)) * 0.75;
    this.#glide({ x: (left + right) / 2, y: (top + bottom) / 2, zoom: this.#bounded(zoom) });
  }

  zoom(times: number): void {
    const from = this.#aim?.to ?? this.#camera;
    this.#glide({ ...from, zoom: this.#bounded(from.zoom * times) });
  }

  seen(): { readonly scene: Scene; readonly palette: Palette } | null {
    return this.#scene && { scene: this.#scene, palette: this.#palette };
  }

  picture(): Promise<Blob | null> {
    const { scene } = this.seen() ?? {};
    if (!scene) return Promise.resolve(null);
    // Twice as fine as the screen at least: a picture is looked at elsewhere.
    const ratio = Math.max(2, devicePixelRatio);
    const canvas = document.createElement('canvas');
    canvas.width = scene.width * ratio;
    canvas.height = scene.height * ratio;
    const context = canvas.getContext('2d');
    if (context)
      paintCanvas(context, scene, this.#palette, { ratio, chosen: this.#drawn?.focus?.item ?? null });
    return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
  }

  end(): void {
    this.#stop.abort();
    this.#resized.disconnect();
    this.#themed.disconnect();
    cancelAnimationFrame(this.#frame);
  }

  /** The camera that shows an item with some room around it. */
  #around(item: number): MapView | null {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    if (!this.#drawn || width === 0) return null;
    const { places, model } = this.#drawn;
    const r = places.r[item] as number;
    const reach = model.isCluster(item) ? r * 1.12 : r * 14;
    const zoom = this.#bounded(Math.min(width, height) / (2 * reach));
    return { x: places.x[item] as number, y: places.y[item] as number, zoom };
  }

  #bounded(zoom: number): number {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    const all = Math.min(width, height) / (2 * ((this.#drawn?.places.r[0] as number) || 1));
    return Math.min(Math.max(zoom, all * 0.5), Math.max(60, all));
  }

  #glide(to: MapView): void {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) this.#camera = to;
    else this.#aim = { from: this.#camera, to, since: performance.now() };
    this.#ask();
  }

  #ask(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame((now) => this.#draw(now));
  }

  #draw(now: number): void {
    this.#frame = 0;
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    const context = this.#canvas.getContext('2d');
    if (!this.#drawn || !context || width === 0) return;
    if (this.#camera.zoom === 0) this.#camera = this.#around(0) ?? this.#camera;
    this.#step(now);
    const ratio = Math.min(devicePixelRatio || 1, 2);
    if (this.#canvas.width !== Math.round(width * ratio)) this.#canvas.width = Math.round(width * ratio);
    if (this.#canvas.height !== Math.round(height * ratio)) this.#canvas.height = Math.round(height * ratio);
    const chosen = this.#drawn.focus?.item ?? null;
    const loud = new Set(chosen === null ? [] : [chosen]);
    if (this.#hovered !== null) loud.add(this.#hovered);
    this.#scene = sceneOf({ ...this.#drawn, camera: this.#camera, width, height, loud });
    paintCanvas(context, this.#scene, this.#palette, { ratio, chosen });
    this.#canvas.dataset.drawn = String(this.#scene.discs.length);
    if (this.#aim) this.#ask();
  }

  /** A glide of a third of a second; zooms by equal factors in equal times. */
  #step(now: number): void {
    if (!this.#aim) return;
    const { from, to, since } = this.#aim;
    const part = Math.min(1, (now - since) / 320);
    const share = 1 - (1 - part) ** 3;
    const zoom = from.zoom * (to.zoom / from.zoom) ** share;
    // Straight on the screen: the point that both views share stays on its line.
    const way = to.zoom === from.zoom ? share : (1 / zoom - 1 / from.zoom) / (1 / to.zoom - 1 / from.zoom);
    this.#camera = { x: from.x + (to.x - from.x) * way, y: from.y + (to.y - from.y) * way, zoom };
    if (part === 1) {
      this.#camera = to;
      this.#aim = null;
    }
  }

  #spot(event: MouseEvent): readonly [number, number] {
    const { left, top } = this.#canvas.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  }

  #down(event: PointerEvent): void {
    if (event.button !== 0) return;
    this.#canvas.setPointerCapture(event.pointerId);
    this.#pointers.set(event.pointerId, this.#spot(event));
    if (this.#pointers.size === 1) this.#travelled = 0;
    this.#aim = null;
  }

  #move(event: PointerEvent): void {
    const spot = this.#spot(event);
    const before = this.#pointers.get(event.pointerId);
    if (!before) {
      if (event.pointerType === 'mouse') this.#hover(this.#scene && itemAt(this.#scene, ...spot));
      return;
    }
    const [other] = [...this.#pointers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    this.#pointers.set(event.pointerId, spot);
    const [dx, dy] = [spot[0] - before[0], spot[1] - before[1]];
    this.#travelled += Math.hypot(dx, dy);
    if (other) {
      const apart = (at: readonly [number, number]) => Math.hypot(at[0] - other[0], at[1] - other[1]) || 1;
      this.#zoomAt(apart(spot) / apart(before), [(spot[0] + other[0]) / 2, (spot[1] + other[1]) / 2]);
      this.#travelled = 100;
    } else this.#pan(dx, dy);
  }

  #up(event: PointerEvent): void {
    if (!this.#pointers.delete(event.pointerId) || this.#pointers.size > 0) return;
    if (event.type !== 'pointerup' || this.#travelled > 5 || !this.#scene) return;
    this.#pick(itemAt(this.#scene, ...this.#spot(event)));
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    this.#aim = null;
    const lines = event.deltaMode === 1 ? 16 : 1;
    this.#zoomAt(Math.exp((-event.deltaY * lines) / 480), this.#spot(event));
  }

  #zoomAt(times: number, [x, y]: readonly [number, number]): void {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    const zoom = this.#bounded(this.#camera.zoom * times);
    const [dx, dy] = [x - width / 2, y - height / 2];
    const shift = 1 / this.#camera.zoom - 1 / zoom;
    this.#camera = { x: this.#camera.x + dx * shift, y: this.#camera.y + dy * shift, zoom };
    this.#ask();
  }

  #pan(dx: number, dy: number): void {
    const { x, y, zoom } = this.#camera;
    this.#camera = { x: x - dx / zoom, y: y - dy / zoom, zoom };
    this.#ask();
  }

  #hover(item: number | null): void {
    if (item === this.#hovered) return;
    this.#hovered = item;
    this.#canvas.style.cursor = item === null ? '' : 'pointer';
    this.#ask();
  }

  #key(event: KeyboardEvent): void {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    const moves: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => this.#pan(60, 0),
      ArrowRight: () => this.#pan(-60, 0),
      ArrowUp: () => this.#pan(0, 60),
      ArrowDown: () => this.#pan(0, -60),
      '+': () => this.zoom(1.4),
      '=': () => this.zoom(1.4),
      '-': () => this.zoom(1 / 1.4),
      '0': () => this.goTo(0),
      Escape: () => this.#pick(null),
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    move();
  }
}
