import { useEffect, useSyncExternalStore } from 'react';
import { type CheckState, type GuardedForm, type HumanCheck, humanCheckOf, IDLE } from './human-check.ts';

/** Returns the human check for this form, and its current state. Clears an earlier failure. */
export function useHumanCheck(action: GuardedForm): [check: HumanCheck, state: CheckState] {
  const check = humanCheckOf(action);
  useEffect(() => check.forgive(), [check]);
  return [check, useSyncExternalStore(check.subscribe, check.snapshot, () => IDLE)];
}
