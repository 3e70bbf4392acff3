import { type MouseEvent, useId } from 'react';
import { useFind, useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Knot } from '#web/ui/knot.tsx';
import { Link } from '#web/ui/link.tsx';
import { Meta } from '#web/ui/meta.tsx';
import type { MessageView } from '../contract.ts';
import { messageTarget } from '../model/message-types.ts';
import styles from './message.module.css';
import { MessageContent } from './message-content.tsx';
import { MessageTime } from './message-time.tsx';

/** The button goes with the press. The focus moves first: in the row if it stays, else to its neighbour or the heading. */
function moveFocus(row: HTMLElement, leaves: boolean): void {
  const acts = (of: Element | null) => of?.querySelector<HTMLElement>(`.${styles.acts} > :is(a, button)`) ?? null;
  const link = row.querySelector<HTMLElement>(`.${styles.acts} > a`);
  const heading = row.closest('[popover], main')?.querySelector<HTMLElement>('h1[tabindex], h2[tabindex]');
  const goal = leaves ? (acts(row.nextElementSibling) ?? acts(row.previousElementSibling) ?? heading) : (link ?? row);
  goal?.focus();
}

/** A message with what can be done about it: view details marks read and goes, OK only marks read (spec §4). */
export function MessageItem({
  message,
  compact = false,
  leaves = compact,
  onRead,
}: {
  message: MessageView;
  /** In the bell: smaller, and every one is unread. */
  compact?: boolean;
  /** The list shows unread ones alone. */
  leaves?: boolean;
  onRead: (messageId: string) => void;
}) {
  const t = useT('inbox');
  const find = useFind('inbox');
  const id = useId();
  const isUnread = message.status === 'unread';
  const target = messageTarget(message.type, message.data);
  const type = find(`inbox.type.${message.type}`);
  const mark = (event: MouseEvent<HTMLElement>) => {
    const row = event.currentTarget.closest('li');
    if (row) moveFocus(row, leaves);
    onRead(message.id);
  };
  return (
    <li
      tabIndex={-1}
      className={classNames(styles.msg, isUnread && !compact && styles.unread, compact && styles.compact)}
    >
      <Knot {...(isUnread ? { kind: 'act' } : { form: 'full' })} />
      <div className={styles.body}>
        <p id={id} className={styles.say}>
          {isUnread && <span className="hide">{t('inbox.unread_mark')} </span>}
          <MessageContent content={message.content} />
        </p>
        <Meta>
          {type && !compact && <span>{type}</span>}
          <MessageTime at={message.created_at} relative={compact} />
        </Meta>
      </div>
      <div className={styles.acts}>
        {target && (
          <Link className={styles.see} to={target} aria-describedby={id} onClick={() => isUnread && onRead(message.id)}>
            {t('inbox.view_details')}
          </Link>
        )}
        {isUnread && (
          <Button small aria-describedby={id} onClick={mark}>
            {t('inbox.ok')}
          </Button>
        )}
      </div>
    </li>
  );
}
