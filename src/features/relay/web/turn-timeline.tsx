import { useT } from '#web/i18n/i18n.tsx';
import { participantColorClass } from '#web/ui/participant-color.ts';
import { TimeThread, useDay } from '#web/ui/time-thread.tsx';

interface Props {
  startedAt: string;
  /** Null while the clock stands. */
  deadline: string | null;
  /** Whose colour it has. */
  number: number;
}

/** The turn as a thread of time. */
export function TurnTimeline({ startedAt, deadline, number }: Props) {
  const t = useT('relay');
  const day = useDay();
  const label =
    deadline === null
      ? t('relay.clock_stands')
      : t('relay.clock_label', { from: day(startedAt, 'long'), to: day(deadline, 'long') });
  return (
    <TimeThread
      from={startedAt}
      to={deadline}
      label={label}
      now={t('relay.now')}
      className={participantColorClass(number)}
    />
  );
}
