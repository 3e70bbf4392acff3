import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '#web/api/client.ts';
import { translationApi } from '../../contract.ts';
import { LEASE_WARNING } from '../../model/translation-limits.ts';

/** How it stands with the reviewer's time by this device's clock; whether it is so the server says at each act. */
export type LeasePhase = 'held' | 'ending' | 'over';

export function phaseOf(until: number, now: number): LeasePhase {
  if (now >= until) return 'over';
  return now >= until - LEASE_WARNING ? 'ending' : 'held';
}

/** Looks at the clock when the phase ends, and not before. */
export function useLeasePhase(until: string): LeasePhase {
  const end = Date.parse(until);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const look = () => setNow(Date.now());
    const phase = phaseOf(end, now);
    const wake = phase === 'held' ? end - LEASE_WARNING : end;
    const timer = phase === 'over' ? undefined : setTimeout(look, Math.max(0, wake - Date.now()));
    // Timers stand still in a tab that sleeps.
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [end, now]);
  return phaseOf(end, now);
}

/** Whoever leaves gives it back to the queue; whoever comes back to the page as it was takes it again. */
export function useGivingBack(translationId: string, isHeld: boolean, onReturn: () => void): void {
  const giveBack = useEffectEvent(() => {
    // Where that fails the half hour runs out by itself.
    if (isHeld) call(translationApi.release, { translationId }, { keepalive: true }).catch(() => {});
  });
  const comeBack = useEffectEvent((event: PageTransitionEvent) => {
    if (event.persisted && isHeld) onReturn();
  });
  useEffect(() => {
    const onLeave = () => giveBack();
    const onShow = (event: PageTransitionEvent) => comeBack(event);
    addEventListener('pagehide', onLeave);
    addEventListener('pageshow', onShow);
    return () => {
      removeEventListener('pagehide', onLeave);
      removeEventListener('pageshow', onShow);
      giveBack();
    };
  }, []);
}
