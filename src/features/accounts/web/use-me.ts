import { useMemberData } from '#web/api/use-member-data.ts';
import { me } from './me.ts';

/** The member’s own account. Use it only in what only members see. */
export function useMe() {
  return useMemberData(me);
}
