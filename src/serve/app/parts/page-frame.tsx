/** A stored page in a frame that things can be outlined in and pointed at. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PointAsk, PointSaid } from '../pointing.ts';

/** Shows a page of the origin of mirrors; `asks` are told to it when it is there, and again when they change. */
export function PageFrame({
  src,
  title,
  asks,
  onPick,
  onShown,
  isStill = false,
}: {
  readonly src: string;
  readonly title: string;
  readonly asks: readonly PointAsk[];
  readonly onPick?: (number: number) => void;
  /** Told whether what was to be outlined is there. */
  readonly onShown?: (found: boolean) => void;
  /** A picture: nothing in it can be reached. */
  readonly isStill?: boolean;
}) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [ready, setReady] = useState('');
  const heard = useRef({ onPick, onShown });
  heard.current = { onPick, onShown };
  useEffect(() => {
    const hear = ({ source, data }: MessageEvent<PointSaid>) => {
      if (source !== frame.current?.contentWindow || typeof data !== 'object' || data === null) return;
      if (data.kind === 'ready') setReady(src);
      else if (data.kind === 'picked' && Number.isSafeInteger(data.number))
        heard.current.onPick?.(data.number);
      else if (data.kind === 'shown') heard.current.onShown?.(data.found === true);
    };
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  }, [src]);
  useEffect(() => {
    if (ready !== src) return;
    // A page of the sandbox has no origin that could be named; what it is told is its own text and names of fields.
    for (const asked of asks) frame.current?.contentWindow?.postMessage(asked, '*');
  }, [ready, src, asks]);
  return (
    <iframe
      ref={frame}
      src={src}
      title={title}
      sandbox="allow-scripts"
      referrerpolicy="no-referrer"
      {...(isStill && { inert: true, tabIndex: -1 })}
    />
  );
}
