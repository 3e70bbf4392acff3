import { useEffect, useSyncExternalStore } from 'react';
import { type CheckState, type GuardedForm, type HumanCheck, humanCheckOf, IDLE } from './human-check.ts';

/** The check for this kind of call, and how far it is. */
export function useHumanCheck(action: GuardedForm): [check: HumanCheck, state: CheckState] {
  const check = humanCheckOf(action);
  useEffect(() => check.forgive(), [check]);
  return [check, useSyncExternalStore(check.subscribe, check.snapshot, () => IDLE)];
}
