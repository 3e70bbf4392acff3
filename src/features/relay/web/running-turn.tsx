import { useNow } from '#web/ui/time-left.tsx';
import { TurnTimeline, type TurnTimelineProps } from './turn-timeline.tsx';

/** The turn as a timeline, by the server’s clock. */
export function RunningTurn(props: TurnTimelineProps) {
  return <TurnTimeline {...props} now={useNow()} />;
}
