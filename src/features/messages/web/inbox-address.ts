import { to } from '#core/pages.ts';
import type { InboxView } from './use-messages.ts';

/** Where the inbox shows these messages. */
export function inboxAddress({ tab, type }: InboxView): string {
  return to.messages({ tab: tab === 'all' ? null : tab, type });
}
