import { MINUTE } from '#core/time.ts';
import { call } from '#web/api/client.ts';
import { MemberData } from '#web/api/member-data.ts';
import { accountApi } from '../contract.ts';

/** The member’s own account. */
export const me = new MemberData({ fetch: () => call(accountApi.info, {}), lasts: 5 * MINUTE });
