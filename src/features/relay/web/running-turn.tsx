import { type RefObject, useEffect, useRef } from 'react';
import { isStill } from '#web/motion/still.ts';
import { changeDye, dyeOf } from '#web/motion/threads.ts';
import { useNow } from '#web/ui/time-left.tsx';
import { TurnTimeline, type TurnTimelineProps } from './turn-timeline.tsx';

/** The turn as a timeline, by the server’s clock. When the turn passes, its thread changes its dye. */
export function RunningTurn(props: TurnTimelineProps) {
  const place = useRef<HTMLDivElement>(null);
  const now = useNow();
  useDyeChange(place, props.startedAt);
  return (
    <div ref={place} className="slot">
      <TurnTimeline {...props} now={now} />
    </div>
  );
}

/** Only a turn that starts while the page is open changes the dye, so it happens once. */
function useDyeChange(place: RefObject<Element | null>, startedAt: string): void {
  const shown = useRef<{ startedAt: string; dye: string | null } | null>(null);
  useEffect(() => {
    const drawing = place.current;
    if (!drawing) return;
    const before = shown.current;
    const dye = dyeOf(drawing);
    if (before?.dye && before.startedAt !== startedAt && !isStill()) changeDye(drawing, before.dye);
    shown.current = { startedAt, dye };
  }, [place, startedAt]);
}
