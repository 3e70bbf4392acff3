import { type RefObject, useEffect, useRef } from 'react';
import type { MomentKind } from './moment.ts';
import { isStill } from './still.ts';

/** Plays a moment on the first element that matches, when it happens while this room is open. */
export function useMoment(
  kind: MomentKind,
  room: RefObject<Element | null>,
  selector: string,
  hasHappened: boolean,
): void {
  const had = useRef(hasHappened);
  useEffect(() => {
    const isNew = hasHappened && !had.current;
    had.current = hasHappened;
    const element = room.current?.querySelector(selector);
    if (!isNew || !element || isStill()) return;
    // Without the script, nothing moves.
    import('./play-moment.ts').then(({ playMoment }) => playMoment(kind, element)).catch(() => {});
  }, [kind, room, selector, hasHappened]);
}
