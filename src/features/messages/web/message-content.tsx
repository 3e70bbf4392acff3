import { useMemo } from 'react';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { useLanguage } from '#web/i18n/i18n.tsx';
import { contentHtml } from './message-texts.ts';

/** The text of a message. */
export function MessageContent({ content, deadline }: { content: string; deadline: string | null }) {
  const language = LANGUAGE_TAGS[useLanguage()];
  // A new object on each render would set the HTML again, and a focused link would lose the focus.
  const html = useMemo(() => ({ __html: contentHtml(content, deadline, language) }), [content, deadline, language]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized, and only through the policy
  return <span dangerouslySetInnerHTML={html} />;
}
