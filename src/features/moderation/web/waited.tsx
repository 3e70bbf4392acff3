import { formatUnit } from '#core/format-unit.ts';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { DAY, HOUR, MINUTE } from '#core/time.ts';
import { describeDay } from '#web/boot/times.ts';
import { useLanguage } from '#web/i18n/i18n.tsx';

/** How long something in the queue has waited, as short as possible: “6h”. Its title is the day and time. */
export function Waited({ at, className }: { at: string; className?: string | undefined }) {
  const language = LANGUAGE_TAGS[useLanguage()];
  const since = new Date(at);
  return (
    <time dateTime={at} title={describeDay(since, 'moment', language)} className={className}>
      {describeWait(Date.now() - since.getTime(), language)}
    </time>
  );
}

/** Describes a length in ms in its largest unit, rounded down. */
export function describeWait(length: number, language: string): string {
  const minutes = Math.max(0, Math.floor(length / MINUTE));
  const [count, unit] =
    length >= DAY
      ? ([Math.floor(length / DAY), 'day'] as const)
      : length >= HOUR
        ? ([Math.floor(length / HOUR), 'hour'] as const)
        : ([minutes, 'minute'] as const);
  return formatUnit(count, unit, language, 'narrow');
}
