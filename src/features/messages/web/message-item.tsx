import { type MouseEvent, useId } from 'react';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { useFind, useLanguage, useT } from '#web/i18n/i18n.tsx';
import { RoomSlot } from '#web/page/room-slot.tsx';
import { Button } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import type { MessageView } from '../contract.ts';
import { isAnswered } from '../model/message-types.ts';
import styles from './message.module.css';
import { MessageContent } from './message-content.tsx';
import { MessageRow, Verdict } from './message-row.tsx';
import { lastDay } from './message-texts.ts';
import { MessageTime } from './message-time.tsx';
import { moveFocus } from './row-focus.ts';
import { useAnswer } from './use-messages.ts';

declare module '#web/page/room-slot.tsx' {
  interface RoomSlots {
    /** The first actions of a message in the inbox. What a feature shows there depends on the type of the message. */
    'messages.row': { message: MessageView };
    /** The writing mode of the message’s story, among the facts below the text. */
    'messages.mode': { mode: string };
    /** Links above the messages. */
    'messages.links': object;
  }
}

/**
 * A message with its actions (spec §4). “View details” marks it as read and follows the link, “OK” only marks it as
 * read.
 */
export function MessageItem({
  message,
  leaves,
  onRead,
}: {
  message: MessageView;
  /** True if the message leaves the list with the action: the list shows only unread or only unanswered messages. */
  leaves: boolean;
  onRead: (messageIds: readonly string[]) => void;
}) {
  const t = useT('inbox');
  const find = useFind('inbox');
  const id = useId();
  const isUnread = message.status === 'unread';
  const isOpen = isAnswered(message.type) && message.action_status === null;
  const { target } = message;
  const type = find(`inbox.type.${message.type}`);
  const mark = (event: MouseEvent<HTMLElement>) => {
    const row = event.currentTarget.closest('li');
    if (row) moveFocus(row, leaves);
    onRead([message.id]);
  };
  return (
    <MessageRow
      id={id}
      isUnread={isUnread}
      className={isUnread && styles.unread}
      content={<MessageContent content={message.content} deadline={message.data.deadline} />}
      facts={
        <>
          {message.data.mode && <RoomSlot name="messages.mode" mode={message.data.mode} />}
          {type && <span>{type}</span>}
          {isOpen && message.data.expiresAt && <OpenUntil at={message.data.expiresAt} />}
          <MessageTime at={message.created_at} />
        </>
      }
    >
      <RoomSlot name="messages.row" message={message} />
      {isOpen ? (
        <Answers message={message} leaves={leaves} describedBy={id} />
      ) : (
        <>
          {message.action_status && <Verdict of={message.action_status} />}
          {target && (
            <Link
              className={styles.see}
              to={target}
              aria-describedby={id}
              onClick={() => isUnread && onRead([message.id])}
            >
              {t('inbox.view_details')}
            </Link>
          )}
          {isUnread && (
            <Button small aria-describedby={id} onClick={mark}>
              {t('inbox.ok')}
            </Button>
          )}
        </>
      )}
    </MessageRow>
  );
}

/** Accept and Decline, until the message is answered. */
function Answers({ message, leaves, describedBy }: { message: MessageView; leaves: boolean; describedBy: string }) {
  const t = useT('inbox');
  const answer = useAnswer();
  const give = (accept: boolean) => (event: MouseEvent<HTMLElement>) => {
    const row = event.currentTarget.closest('li');
    const beforeShown = () => {
      // Keeps the focus where it is if the user has moved it elsewhere.
      if (row?.contains(document.activeElement)) moveFocus(row, leaves);
    };
    if (!answer.isPending) answer.mutate({ message, accept, beforeShown });
  };
  const isBusy = (accept: boolean) => answer.isPending && answer.variables.accept === accept;
  return (
    <>
      <Button small busy={isBusy(true)} aria-describedby={describedBy} onClick={give(true)}>
        {t('inbox.accept')}
      </Button>
      <Button small kind="bare" busy={isBusy(false)} aria-describedby={describedBy} onClick={give(false)}>
        {t('inbox.decline')}
      </Button>
    </>
  );
}

function OpenUntil({ at }: { at: string }) {
  const t = useT('inbox');
  return <span>{t('inbox.open_until', { day: lastDay(at, LANGUAGE_TAGS[useLanguage()]) })}</span>;
}
