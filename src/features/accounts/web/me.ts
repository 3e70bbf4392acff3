import { MINUTE } from '#core/time.ts';
import { call } from '#web/api/client.ts';
import { MemberData } from '#web/api/member-data.ts';
import { keepDeviceKeys } from '#web/saving/device-keys.ts';
import { accountApi, type Me } from '../contract.ts';

/** Loads the member’s own account, and keeps the keys with which their texts on this device are encrypted. */
export async function loadMe(): Promise<Me> {
  const account = await call(accountApi.info, {});
  keepDeviceKeys(account.id, account.deviceKeys);
  return account;
}

/** The member’s own account. */
export const me = new MemberData({ fetch: loadMe, lasts: 5 * MINUTE });
