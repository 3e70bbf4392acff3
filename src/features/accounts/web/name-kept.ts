import { readItem, writeItem } from '#web/boot/storage.ts';
import { isGivenName } from '../model/given-name.ts';

/** The generated username that a member has chosen to keep. */
const KEY = 'nameKept';

/** Whether to ask a member for a username: they have the generated one, and haven’t chosen to keep it. */
export function asksForName(username: string): boolean {
  return isGivenName(username) && readItem(KEY) !== username;
}

/** The member keeps the generated username. They aren’t asked again on this device. */
export function keepName(username: string): void {
  writeItem(KEY, username);
}
