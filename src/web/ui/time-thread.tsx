import { LANGUAGE_TAGS } from '#core/languages.ts';
import { describeDay } from '../boot/times.ts';
import { useLanguage } from '../i18n/i18n.tsx';
import { classNames } from './class-names.ts';
import { type AxisLabel, axisLabels, hasRoom, placeOf, REST_END, threadPlaces } from './thread-places.ts';
import styles from './time-thread.module.css';

interface Props {
  from: string;
  /** Null while the timer is paused. The thread is then drawn to its end. */
  to: string | null;
  /** Where one part of the time ends and the next one starts. */
  middle?: string;
  /** Accessible name of the drawing. */
  label: string;
  /** The label below the present moment, if there is room for it. */
  nowLabel?: string;
  /** Without labels, for a line in a bar. */
  slim?: boolean;
  /** The current time in ms since 1970. Null until hydration. */
  now: number | null;
  /** Sets the color. */
  className?: string | undefined;
}

/** Returns a function that formats a day or a label of the axis. In UTC until it is known where the reader is. */
export function useDay(now: number | null): (at: string, kind: AxisLabel | 'long') => string {
  const language = LANGUAGE_TAGS[useLanguage()];
  const zone = now === null ? 'UTC' : undefined;
  return (at, kind) => describeDay(new Date(at), kind, language, zone);
}

/**
 * Draws a time span as a thread: solid for the elapsed part, dotted for the rest. The positions are SVG attributes.
 * Cached pages are up to an hour old, so the script of the page corrects the elapsed part before the first paint, and
 * shows the days in the reader’s time zone (`boot/times.ts`).
 */
export function TimeThread({ from, to, middle, label, now, nowLabel, slim = false, className }: Props) {
  const day = useDay(now);
  const places =
    to === null
      ? { now: 100, rest: null, showsNow: false }
      : now === null
        ? { ...threadPlaces(Date.parse(from), Date.parse(to), Date.now()), showsNow: false }
        : threadPlaces(Date.parse(from), Date.parse(to), now);
  const tie = middle && to ? placeOf(Date.parse(from), Date.parse(to), Date.parse(middle)) : null;
  const labelled = (moments: string[]) => axisLabels(moments.map((at) => day(at, 'short')));
  const all = to !== null && middle !== undefined ? labelled([from, middle, to]) : [];
  const showsMiddle = tie !== null && hasRoom(tie, all);
  const [fromLabel = 'short', toLabel = 'short'] =
    to === null ? [] : showsMiddle ? [all[0], all[2]] : labelled([from, to]);
  const moment = (at: string, kind: AxisLabel) => (now === null ? { 'data-at': at, 'data-kind': kind } : {});
  return (
    <svg
      className={classNames(styles.clock, slim && styles.slim, className)}
      width="100%"
      height={slim ? 20 : 36}
      role="img"
      aria-label={label}
      data-from={now === null && to !== null ? from : undefined}
      data-to={now === null && to !== null ? to : undefined}
      suppressHydrationWarning
    >
      <line className={styles.run} x1="0" y1="10" x2={`${places.now}%`} y2="10" />
      {(places.rest !== null || (now === null && to !== null)) && (
        <line className={styles.rest} x1={`${places.rest ?? REST_END}%`} y1="10" x2={`${REST_END}%`} y2="10" />
      )}
      <circle className={styles.tie} cx="0" cy="10" r="6" />
      {tie !== null && <circle className={styles.tie} cx={`${tie}%`} cy="10" r="6" />}
      {(places.showsNow || (now !== null && middle !== undefined && places.now > 0)) && (
        <circle className={styles.tie} cx={`${places.now}%`} cy="10" r="4" />
      )}
      <circle className={styles.goal} cx="100%" cy="10" r="6" />
      {!slim && (
        <>
          <text x="-7" y="34" {...moment(from, fromLabel)} suppressHydrationWarning>
            {day(from, fromLabel)}
          </text>
          {nowLabel && places.showsNow && (
            <text x={`${places.now}%`} y="34" textAnchor="middle">
              {nowLabel}
            </text>
          )}
          {middle && showsMiddle && (
            <text
              x={`${tie}%`}
              y="34"
              textAnchor="middle"
              {...moment(middle, all[1] ?? 'short')}
              suppressHydrationWarning
            >
              {day(middle, all[1] ?? 'short')}
            </text>
          )}
          {to !== null && (
            <text x="100%" dx="7" y="34" textAnchor="end" {...moment(to, toLabel)} suppressHydrationWarning>
              {day(to, toLabel)}
            </text>
          )}
        </>
      )}
    </svg>
  );
}
