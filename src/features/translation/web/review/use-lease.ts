import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '#web/api/client.ts';
import { translationApi } from '../../contract.ts';
import { LEASE_WARNING } from '../../model/translation-limits.ts';
import { holdReview, watchLeftReviews } from './hold-review.ts';
import { useReviewQueueAgain } from './use-review.ts';

/** How it stands with the reviewer's time by this device's clock; whether it is so the server says at each act. */
export type LeasePhase = 'held' | 'ending' | 'over';

/** Where a lease was over already when the server gave it, this clock is wrong and has nothing to say. */
export function leasePhaseOf(until: number, answeredAt: number, now: number): LeasePhase {
  if (until <= answeredAt || now < until - LEASE_WARNING) return 'held';
  return now < until ? 'ending' : 'over';
}

/** Looks at the clock when the phase ends, and not before. `answeredAt` is when the server gave the lease (ms). */
export function useLeasePhase(until: string, answeredAt: number): LeasePhase {
  const end = Date.parse(until);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const look = () => setNow(Date.now());
    const wake = [end - LEASE_WARNING, end].find((moment) => moment > now);
    const timer = wake === undefined ? undefined : setTimeout(look, wake - Date.now());
    // Timers stand still in a tab that sleeps.
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [end, now]);
  return leasePhaseOf(end, answeredAt, now);
}

/** Whoever leaves gives it back to the queue; whoever comes back to the page as it was takes it again. */
export function useLeaseRelease(translationId: string, isHeld: boolean, onReturn: () => void): void {
  const lookAgain = useReviewQueueAgain();
  const releaseLease = useEffectEvent(() => release(translationId, lookAgain));
  const comeBack = useEffectEvent(() => onReturn());
  const isStillHeld = useEffectEvent(() => isHeld);
  useEffect(() => {
    if (!isHeld) return;
    const review = holdReview(translationId, () => releaseLease());
    const onLeave = ({ persisted }: PageTransitionEvent) => (persisted ? review.leave() : review.close());
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      review.comeBack();
      comeBack();
    };
    addEventListener('pagehide', onLeave);
    addEventListener('pageshow', onShow);
    return () => {
      removeEventListener('pagehide', onLeave);
      removeEventListener('pageshow', onShow);
      if (isStillHeld()) review.leave();
      else review.drop();
    };
  }, [translationId, isHeld]);
}

/** Gives back what was left by closing its page. */
export function useLeftReviews(): void {
  const lookAgain = useReviewQueueAgain();
  const releaseLease = useEffectEvent((translationId: string) => release(translationId, lookAgain));
  useEffect(() => watchLeftReviews((id) => releaseLease(id)), []);
}

/** Without a word where that fails: the half hour runs out by itself. */
function release(translationId: string, then: () => void): void {
  call(translationApi.release, { translationId }).then(then, () => {});
}
