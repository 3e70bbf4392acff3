import { useT } from '#web/i18n/i18n.tsx';
import { participantColorClass } from '#web/ui/participant-color.ts';
import { TimeThread, useDay } from '#web/ui/time-thread.tsx';

export interface TurnTimelineProps {
  startedAt: string;
  /** Null while the timer is paused. */
  deadline: string | null;
  /** Participant number, for the color. */
  number: number;
}

/** The turn as a timeline. Without the reader’s clock it doesn’t show how much time is left. */
export function TurnTimeline({ startedAt, deadline, number, now = null }: TurnTimelineProps & { now?: number | null }) {
  const t = useT('relay');
  const day = useDay(now);
  const label =
    deadline === null
      ? t('relay.clock_stands')
      : t('relay.clock_label', { from: day(startedAt, 'long'), to: day(deadline, 'long') });
  return (
    <TimeThread
      now={now}
      from={startedAt}
      to={deadline}
      label={label}
      nowLabel={t('relay.now')}
      className={participantColorClass(number)}
    />
  );
}
