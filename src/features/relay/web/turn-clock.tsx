import { LANGUAGE_TAGS } from '#core/languages.ts';
import { describeDay } from '#web/boot/times.ts';
import { useLanguage, useT } from '#web/i18n/i18n.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { useNow } from '#web/ui/time-left.tsx';
import { yarnClass } from '#web/ui/yarn.ts';
import { clockPlaces, REST_END } from '../model/clock-places.ts';
import styles from './turn.module.css';

interface Props {
  startedAt: string;
  /** Null while the clock stands: the thread is spun to its end and waits for its knot. */
  deadline: string | null;
  /** Whose yarn it is. */
  number: number;
}

/**
 * The turn as a thread: spun as far as the time is, dotted where it is still free. Places come from the time, so they
 * stand in attributes; how far it is only the browser draws, since pages are kept.
 */
export function TurnClock({ startedAt, deadline, number }: Props) {
  const t = useT('relay');
  const language = LANGUAGE_TAGS[useLanguage()];
  const now = useNow();
  // As the server writes it until the reader's own zone is known.
  const day = (at: string, kind: 'short' | 'long') =>
    describeDay(new Date(at), kind, language, now === null ? 'UTC' : undefined);
  const places =
    deadline === null
      ? { now: 100, rest: null, showsNow: false }
      : now === null
        ? { now: 0, rest: 4, showsNow: false }
        : clockPlaces(Date.parse(startedAt), Date.parse(deadline), now);
  const label =
    deadline === null
      ? t('relay.clock_stands')
      : t('relay.clock_label', { from: day(startedAt, 'long'), to: day(deadline, 'long') });
  return (
    <svg
      className={classNames(styles.clock, yarnClass(number))}
      width="100%"
      height="36"
      role="img"
      aria-label={label}
      suppressHydrationWarning
    >
      <line className={styles.run} x1="0" y1="10" x2={`${places.now}%`} y2="10" />
      {places.rest !== null && (
        <line className={styles.rest} x1={`${places.rest}%`} y1="10" x2={`${REST_END}%`} y2="10" />
      )}
      <circle className={styles.tie} cx="0" cy="10" r="6" />
      {places.showsNow && <circle className={styles.tie} cx={`${places.now}%`} cy="10" r="4" />}
      <circle className={styles.goal} cx="100%" cy="10" r="6" />
      <text x="-7" y="34" suppressHydrationWarning>
        {day(startedAt, 'short')}
      </text>
      {places.showsNow && (
        <text x={`${places.now}%`} y="34" textAnchor="middle">
          {t('relay.now')}
        </text>
      )}
      {deadline !== null && (
        <text x="100%" dx="7" y="34" textAnchor="end" suppressHydrationWarning>
          {day(deadline, 'short')}
        </text>
      )}
    </svg>
  );
}
