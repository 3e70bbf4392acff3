import { useT } from '#web/i18n/i18n.tsx';
import { TimeThread, useDay } from '#web/ui/time-thread.tsx';
import styles from './round.module.css';

export interface RoundTimelineProps {
  startedAt: string;
  writingEndsAt: string;
  /** When voting ends. */
  end: string;
  isVoting: boolean;
}

/** Both phases of a round as a timeline. Without the reader’s clock it doesn’t show how much time is left. */
export function RoundTimeline({
  startedAt,
  writingEndsAt,
  end,
  isVoting,
  now = null,
}: RoundTimelineProps & { now?: number | null }) {
  const t = useT('contest');
  const day = useDay(now);
  const days = { writing: day(writingEndsAt, 'long'), voting: day(end, 'long') };
  return (
    <TimeThread
      now={now}
      from={startedAt}
      to={end}
      middle={writingEndsAt}
      label={isVoting ? t('contest.clock_voting', days) : t('contest.clock_writing', days)}
      className={styles.clock}
    />
  );
}
