import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '#web/api/client.ts';
import { translationApi } from '../../contract.ts';
import { LEASE_WARNING } from '../../model/translation-limits.ts';
import { holdReview, watchLeftReviews } from './hold-review.ts';
import { useReviewQueueAgain } from './use-review.ts';

/** Phase of the lease, by the clock of this device. The server decides with each action. */
export type LeasePhase = 'held' | 'ending' | 'over';

/** If the lease had already expired when the server returned it, the clock of this device is wrong and is ignored. */
export function leasePhaseOf(until: number, answeredAt: number, now: number): LeasePhase {
  if (until <= answeredAt || now < until - LEASE_WARNING) return 'held';
  return now < until ? 'ending' : 'over';
}

/** Updates only when the phase ends. `answeredAt` is when the server returned the lease (ms). */
export function useLeasePhase(until: string, answeredAt: number): LeasePhase {
  const end = Date.parse(until);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const look = () => setNow(Date.now());
    const wake = [end - LEASE_WARNING, end].find((moment) => moment > now);
    const timer = wake === undefined ? undefined : setTimeout(look, wake - Date.now());
    // Timers don’t run in a suspended tab.
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [end, now]);
  return leasePhaseOf(end, answeredAt, now);
}

/**
 * Releases the lease when the reviewer leaves the page, and claims it again when the page is restored from the
 * back/forward cache.
 */
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

/** Releases reviews that were left by closing their page. */
export function useLeftReviews(): void {
  const lookAgain = useReviewQueueAgain();
  const releaseLease = useEffectEvent((translationId: string) => release(translationId, lookAgain));
  useEffect(() => watchLeftReviews((id) => releaseLease(id)), []);
}

/** Ignores failures, because the lease expires on its own. */
function release(translationId: string, then: () => void): void {
  call(translationApi.release, { translationId }).then(then, () => {});
}
