import type { PlainKey } from '#core/messages.ts';
import { carriedTexts } from '#web/i18n/carried-texts.ts';
import type { BellLabels } from './bell-label.ts';

/** Messages that the script of the member’s header may show. */
export const HEAD_TEXTS = [
  'common.user_fetch_failed',
  'common.no_connection',
  'common.busy_text',
  'common.error_occurred',
  'inbox.mark_failed',
  'inbox.declined',
  'inbox.joined',
  'inbox.taken_in',
  'inbox.to_story',
] as const satisfies readonly PlainKey[];

/** What the script reads from its template (`head-template.tsx`). */
export interface HeadTexts {
  readonly texts: Readonly<Record<(typeof HEAD_TEXTS)[number], string>>;
  readonly labels: BellLabels;
  /** Language in the URL of this page, or null. Links then name it too. */
  readonly named: string | null;
}

export function headTexts(template: HTMLElement): HeadTexts {
  const { labels, named } = template.dataset;
  return {
    texts: carriedTexts(template, HEAD_TEXTS),
    labels: JSON.parse(labels ?? 'null'),
    named: named ?? null,
  };
}
