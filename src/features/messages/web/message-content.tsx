import { useMemo } from 'react';
import { policy } from '#web/trusted-types.ts';
import { sanitizeMessage } from '../model/message-html.ts';

/**
 * The text of a message: HTML of our own templates, reduced once more to the tags that they may use. The one place that
 * puts HTML into a page.
 */
export function MessageContent({ content }: { content: string }) {
  // A new object on each render would set the same text anew, and with it move the focus out of its links.
  const html = useMemo(() => ({ __html: policy.createHTML(sanitizeMessage(content)) }), [content]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised above, and only through the policy
  return <span dangerouslySetInnerHTML={html} />;
}
