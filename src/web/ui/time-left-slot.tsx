import { LANGUAGE_TAGS } from '#core/languages.ts';
import { describeDay, NO_WORDS } from '../boot/times.ts';
import { useLanguage, useT } from '../i18n/i18n.tsx';
import { Slot } from '../page/slot.tsx';

export interface TimeLeftProps {
  until: string;
  /** Announces the last minutes, each once. */
  announced?: boolean;
  /** True if the deadline is next to it, so that the page doesn't say the day twice. */
  beside?: boolean;
}

declare module '../page/slot.tsx' {
  interface Slots {
    'time-left': TimeLeftProps;
  }
}

/** `TimeLeft` in a document. The script of the page shows the countdown, and React keeps it current. */
export function TimeLeftSlot(props: TimeLeftProps) {
  return (
    <Slot name="time-left" props={props} inline>
      <StaticTimeLeft {...props} />
    </Slot>
  );
}

/** The words of the countdown for the script of the page, which has no texts of its own (`describeLeft`). */
export function useLeftWords(): string {
  const t = useT('times');
  return [
    t('times.left_one', { left: '#' }),
    t('times.left_several', { left: '#' }),
    t('times.two', { first: '#', second: '#' }),
    t('times.up'),
  ].join('|');
}

/**
 * The countdown as the server renders it: the day of the deadline in UTC, until the script of the page replaces it. Nothing
 * if the deadline is beside it.
 */
export function StaticTimeLeft({ until, beside = false }: TimeLeftProps) {
  const t = useT('times');
  const language = LANGUAGE_TAGS[useLanguage()];
  const words = useLeftWords();
  return (
    <time dateTime={until} data-kind="left" data-words={words} suppressHydrationWarning>
      {beside ? NO_WORDS : t('times.until', { day: describeDay(new Date(until), 'long', language, 'UTC') })}
    </time>
  );
}
