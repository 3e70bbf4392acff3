import type { InboxView } from './use-messages.ts';

/** Where the inbox shows these messages. */
export function inboxAddress({ tab, type }: InboxView): string {
  const query = new URLSearchParams({ ...(tab === 'all' ? {} : { tab }), ...(type ? { type } : {}) });
  return query.size > 0 ? `/messages?${query}` : '/messages';
}
