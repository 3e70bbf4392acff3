import { type RefObject, useEffect, useRef } from 'react';
import type { MapPoint } from '../../model/map/view.ts';

export interface Gestures {
  onPan: (dx: number, dy: number) => void;
  /** Larger than 1 to zoom in. */
  onZoom: (factor: number, about: MapPoint) => void;
  onPress: (at: MapPoint) => void;
  onHover: (at: MapPoint) => void;
}

const WHEEL = 0.0016;
/** Pinching on a trackpad is sent as wheel events with the control key, in smaller steps. */
const PAD = 0.01;
/** A pointer that moved at most this far was a press. */
const STILL = 5;

/**
 * Handles wheel, pinch and drag on an element, in pixels from its corner. Used instead of d3-zoom, which would add
 * selections and transitions and keep its own state besides ours.
 */
export function useGestures(element: RefObject<Element | null>, gestures: Gestures): void {
  const current = useRef(gestures);
  useEffect(() => {
    current.current = gestures;
  });
  useEffect(() => {
    const target = element.current as HTMLElement | null;
    if (!target) return;
    const pointers = new Map<number, MapPoint>();
    let moved = 0;
    const at = ({ clientX, clientY }: MouseEvent): MapPoint => {
      const { left, top } = target.getBoundingClientRect();
      return { x: clientX - left, y: clientY - top };
    };
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
      const speed = event.ctrlKey ? PAD : WHEEL;
      current.current.onZoom(Math.exp(-event.deltaY * lines * speed), at(event));
    };
    const onDown = (event: PointerEvent) => {
      if (event.button !== 0) return;
      if (pointers.size === 0) moved = 0;
      pointers.set(event.pointerId, at(event));
    };
    const onMove = (event: PointerEvent) => {
      const before = pointers.get(event.pointerId);
      const now = at(event);
      if (!before) {
        if (event.pointerType === 'mouse') current.current.onHover(now);
        return;
      }
      const [dx, dy] = [now.x - before.x, now.y - before.y];
      moved += Math.hypot(dx, dy);
      // Captures the pointer only once it is dragged, so that a press reaches the element below.
      if (moved > STILL) target.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, now);
      const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
      if (!other) {
        if (moved > STILL) current.current.onPan(dx, dy);
        return;
      }
      const apart = (one: MapPoint) => Math.max(1, Math.hypot(one.x - other.x, one.y - other.y));
      current.current.onPan(dx / 2, dy / 2);
      current.current.onZoom(apart(now) / apart(before), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
    };
    const onUp = (event: PointerEvent) => {
      if (!pointers.delete(event.pointerId)) return;
      if (event.type === 'pointerup' && moved <= STILL) current.current.onPress(at(event));
    };
    target.addEventListener('wheel', onWheel, { passive: false });
    target.addEventListener('pointerdown', onDown);
    target.addEventListener('pointermove', onMove);
    target.addEventListener('pointerup', onUp);
    target.addEventListener('pointercancel', onUp);
    return () => {
      target.removeEventListener('wheel', onWheel);
      target.removeEventListener('pointerdown', onDown);
      target.removeEventListener('pointermove', onMove);
      target.removeEventListener('pointerup', onUp);
      target.removeEventListener('pointercancel', onUp);
    };
  }, [element]);
}
