import { NO_WORDS } from '../boot/times.ts';
import { Sentence, useT } from '../i18n/i18n.tsx';
import { Slot } from '../page/slot.tsx';
import { leftPatterns } from './left-patterns.ts';
import { Time } from './time.tsx';

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

/** `TimeLeft` in a document. Shows the day until React shows the countdown. */
export function TimeLeftSlot(props: TimeLeftProps) {
  const t = useT('times');
  const { until, beside } = props;
  return (
    <Slot name="time-left" props={props} inline>
      {beside ? (
        <time dateTime={until} data-kind="left" data-patterns={leftPatterns(t)}>
          {NO_WORDS}
        </time>
      ) : (
        <Sentence id="times.until" wraps={{ day: () => <Time at={until} kind="long" /> }} parts={['times']} />
      )}
    </Slot>
  );
}
