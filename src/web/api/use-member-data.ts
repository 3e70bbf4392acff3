import { useSyncExternalStore } from 'react';
import { type MemberData, NO_DATA } from './member-data.ts';

/** Returns the current state of the data, and fetches it if necessary. Only for components that only members see. */
export function useMemberData<T>(source: MemberData<T>) {
  const state = useSyncExternalStore(
    source.subscribe,
    () => source.state,
    () => NO_DATA,
  );
  return { ...state, isPending: state.data === undefined && state.error === null, refetch: source.refetch };
}
