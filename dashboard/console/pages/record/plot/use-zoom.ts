/** Zoom with the pointer: drag over a stretch of time, pinch with two fingers, or turn the wheel with Ctrl held (which is what a trackpad's pinch sends). */
import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { between, type Domain, zoomed } from './domain.ts';

type Props = { domain: Domain; whole: Domain; timeAt: (x: number) => number; onDomain: (domain: Domain) => void };
/** Less is a click with an unsteady hand. */
const LEAST_DRAG = 8;

/** The stretch that is being drawn, in pixels, or null. */
export function useZoom(svg: RefObject<SVGSVGElement | null>, props: Props): readonly [number, number] | null {
  const latest = useRef(props);
  latest.current = props;
  const [drawn, setDrawn] = useState<readonly [number, number] | null>(null);
  useEffect(() => {
    const target = svg.current;
    if (!target) return;
    const stopping = new AbortController();
    const { signal } = stopping;
    const fingers = new Map<number, number>();
    let start: number | null = null;
    let spread = 0;
    const placeOf = (event: MouseEvent) => event.clientX - target.getBoundingClientRect().left;

    target.addEventListener(
      'wheel',
      (event) => {
        if (!event.ctrlKey && !event.metaKey) return;
        event.preventDefault();
        const { domain, whole, timeAt, onDomain } = latest.current;
        onDomain(zoomed(domain, event.deltaY > 0 ? 1.25 : 0.8, whole, timeAt(placeOf(event))));
      },
      { passive: false, signal },
    );
    target.addEventListener(
      'pointerdown',
      (event) => {
        fingers.set(event.pointerId, placeOf(event));
        spread = spreadOf(fingers);
        // One finger scrolls the page.
        start = event.pointerType === 'mouse' && event.button === 0 ? placeOf(event) : null;
      },
      { signal },
    );
    addEventListener(
      'pointermove',
      (event) => {
        if (start !== null) setDrawn([start, placeOf(event)]);
        if (!fingers.has(event.pointerId)) return;
        fingers.set(event.pointerId, placeOf(event));
        const now = spreadOf(fingers);
        if (fingers.size !== 2 || now === 0 || spread === 0) return;
        const { domain, whole, timeAt, onDomain } = latest.current;
        const [one = 0, other = 0] = fingers.values();
        onDomain(zoomed(domain, spread / now, whole, timeAt((one + other) / 2)));
        spread = now;
      },
      { signal },
    );
    const finish = (event: PointerEvent) => {
      fingers.delete(event.pointerId);
      const end = placeOf(event);
      if (start !== null && event.type === 'pointerup' && Math.abs(end - start) >= LEAST_DRAG) {
        const { whole, timeAt, onDomain } = latest.current;
        onDomain(between(timeAt(start), timeAt(end), whole));
      }
      start = null;
      setDrawn(null);
    };
    addEventListener('pointerup', finish, { signal });
    addEventListener('pointercancel', finish, { signal });
    return () => stopping.abort();
  }, [svg]);
  return drawn;
}

function spreadOf(fingers: ReadonlyMap<number, number>): number {
  const [one, other] = fingers.values();
  return one === undefined || other === undefined ? 0 : Math.abs(one - other);
}
