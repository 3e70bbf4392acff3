import { useLayoutEffect, useRef } from 'react';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import type { MessageView } from '../contract.ts';
import styles from './message.module.css';
import { MessageItem } from './message-item.tsx';
import { moveFocus } from './row-focus.ts';

/** Older messages about a story, below its newest one in the list. A press opens them, another marks them as read. */
export function MessageFold({
  messages,
  leaves,
  onRead,
}: {
  messages: readonly MessageView[];
  leaves: boolean;
  onRead: (messageIds: readonly string[]) => void;
}) {
  const t = useT('inbox');
  const row = useRef<HTMLLIElement>(null);
  // When the last of them has left the list, the focus stays near.
  useLayoutEffect(() => {
    const own = row.current;
    return () => {
      if (own?.contains(document.activeElement)) (own.previousElementSibling as HTMLElement | null)?.focus();
    };
  }, []);
  const unread = messages.filter(({ status }) => status === 'unread');
  const count = messages.length;
  return (
    <li ref={row} tabIndex={-1} className={styles.fold}>
      <details>
        <summary>{t('inbox.more_about', { count, story: messages[0]!.data.storyTitle ?? '' })}</summary>
        <ul>
          {messages.map((message) => (
            <MessageItem key={message.id} message={message} leaves={leaves} onRead={onRead} />
          ))}
        </ul>
      </details>
      {unread.length > 0 && (
        <div data-actions="">
          <Button
            small
            kind="bare"
            onClick={() => {
              moveFocus(row.current!, leaves);
              onRead(unread.map(({ id }) => id));
            }}
          >
            {t('inbox.mark_these', { count: unread.length })}
          </Button>
        </div>
      )}
    </li>
  );
}
