import { policy } from '#web/trusted-types.ts';
import { sanitizeMessage } from '../model/message-html.ts';
import { inOwnTime } from '../model/moment.ts';

/** HTML of a message for display: our own template, reduced once more to the tags that templates may use. */
export function contentHtml(content: string, deadline: string | null, languageTag: string): string {
  return policy.createHTML(sanitizeMessage(inOwnTime(content, deadline, languageTag)));
}

/** Last day to answer an invitation or application, in the reader’s time zone. */
export function lastDay(expiresAt: string, languageTag: string): string {
  return new Date(expiresAt).toLocaleDateString(languageTag, { day: 'numeric', month: 'long' });
}
