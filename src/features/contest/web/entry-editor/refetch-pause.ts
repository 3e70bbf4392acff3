import { MINUTE, SECOND } from '#core/time.ts';
import { reviewPause } from '#features/stories/web/review-poll.ts';
import type { EntryEditorData } from '../../contract.ts';

/** A deadline that has passed here may be slightly ahead on the server. */
const AFTER_DEADLINE = 1.5 * SECOND;
const COUNTING_PAUSE = 5 * SECOND;
/** The longest timeout that browsers support, in ms. */
const TIMER_MAX = 2 ** 31 - 1;

/**
 * How long to wait (ms) before refetching the state of the round and the entry. False if nothing more will change.
 * `asked` is the number of fetches so far.
 */
export function refetchPause({ round, submission }: EntryEditorData, asked: number, now: number): number | false {
  const pauses = [phasePause(round, now)];
  if (submission?.status === 'pending') pauses.push(reviewPause(submission.review?.state, asked));
  const due = pauses.filter((pause) => pause !== false);
  return due.length > 0 ? Math.min(...due, TIMER_MAX) : false;
}

function phasePause({ status, closed, result, ...times }: EntryEditorData['round'], now: number): number | false {
  if (status === 'completed') return result === null ? COUNTING_PAUSE : false;
  if (status === 'scheduled' || closed) return MINUTE;
  const ends = status === 'writing' ? times.writingEndsAt : times.votingEndsAt;
  return ends === null ? MINUTE : Math.max(COUNTING_PAUSE, Date.parse(ends) - now + AFTER_DEADLINE);
}
