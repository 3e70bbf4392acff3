import { useNow } from '#web/ui/time-left.tsx';
import { RoundTimeline, type RoundTimelineProps } from './round-timeline.tsx';

/** Both phases of a round as a timeline, by the reader’s clock. */
export function RunningRound(props: RoundTimelineProps) {
  return <RoundTimeline {...props} now={useNow()} />;
}
