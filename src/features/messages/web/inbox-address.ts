import { to } from '#core/pages.ts';
import type { InboxView } from './use-messages.ts';

/** Returns the path of the inbox with these filters. */
export function inboxAddress({ tab, type }: InboxView): string {
  return to.messages({ tab: tab === 'all' ? null : tab, type });
}
