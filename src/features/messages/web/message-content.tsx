import { useMemo } from 'react';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { useLanguage } from '#web/i18n/i18n.tsx';
import { policy } from '#web/trusted-types.ts';
import { sanitizeMessage } from '../model/message-html.ts';
import { inOwnTime } from '../model/moment.ts';

/**
 * The text of a message: HTML of our own templates, reduced once more to the tags that they may use. The one place that
 * puts HTML into a page.
 */
export function MessageContent({ content, deadline }: { content: string; deadline: string | null }) {
  const language = LANGUAGE_TAGS[useLanguage()];
  // A new object on each render would set the same text anew, and with it move the focus out of its links.
  const html = useMemo(
    () => ({ __html: policy.createHTML(sanitizeMessage(inOwnTime(content, deadline, language))) }),
    [content, deadline, language],
  );
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised above, and only through the policy
  return <span dangerouslySetInnerHTML={html} />;
}
