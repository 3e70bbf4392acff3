import { type MouseEvent, useId } from 'react';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { useFind, useLanguage, useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Link } from '#web/ui/link.tsx';
import { Meta } from '#web/ui/meta.tsx';
import { StatusDot } from '#web/ui/status-dot.tsx';
import type { MessageView } from '../contract.ts';
import { type ActionStatus, isAnswered, messageTarget } from '../model/message-types.ts';
import styles from './message.module.css';
import { MessageContent } from './message-content.tsx';
import { MessageTime } from './message-time.tsx';
import { useAnswer } from './use-messages.ts';

/** The button goes with the press. The focus moves first: in the row if it stays, else to its neighbour or the heading. */
function moveFocus(row: HTMLElement, leaves: boolean): void {
  const actionOf = (of: Element | null) =>
    of?.querySelector<HTMLElement>(`.${styles.actions} > :is(a, button)`) ?? null;
  const link = row.querySelector<HTMLElement>(`.${styles.actions} > a`);
  const heading = row.closest('[popover], main')?.querySelector<HTMLElement>('h1[tabindex], h2[tabindex]');
  const goal = leaves
    ? (actionOf(row.nextElementSibling) ?? actionOf(row.previousElementSibling) ?? heading)
    : (link ?? row);
  goal?.focus();
}

/** A message with what can be done about it (spec §4). View details marks read and goes, OK only marks read. */
export function MessageItem({
  message,
  compact = false,
  leaves = compact,
  onRead,
}: {
  message: MessageView;
  /** In the bell: smaller, and every one is unread. */
  compact?: boolean;
  /** The list shows unread ones alone, or unanswered ones. */
  leaves?: boolean;
  onRead: (messageId: string) => void;
}) {
  const t = useT('inbox');
  const find = useFind('inbox');
  const id = useId();
  const isUnread = message.status === 'unread';
  const isOpen = isAnswered(message.type) && message.action_status === null;
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
      <StatusDot {...(isUnread ? { kind: 'act' } : { form: 'full' })} />
      <div className={styles.body}>
        <div id={id} className={styles.say}>
          {isUnread && <span className="hide">{t('inbox.unread_mark')} </span>}
          <MessageContent content={message.content} deadline={message.data.deadline} />
        </div>
        <Meta>
          {type && !compact && <span>{type}</span>}
          {isOpen && message.data.expiresAt && <OpenUntil at={message.data.expiresAt} />}
          <MessageTime at={message.created_at} relative={compact} />
        </Meta>
      </div>
      <div className={styles.actions}>
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
                onClick={() => isUnread && onRead(message.id)}
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
      </div>
    </li>
  );
}

/** Accept and Decline, as long as nobody answered. */
function Answers({ message, leaves, describedBy }: { message: MessageView; leaves: boolean; describedBy: string }) {
  const t = useT('inbox');
  const answer = useAnswer();
  const give = (accept: boolean) => (event: MouseEvent<HTMLElement>) => {
    const row = event.currentTarget.closest('li');
    const beforeShown = () => {
      // Who went elsewhere meanwhile is left there.
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

function Verdict({ of }: { of: ActionStatus }) {
  const t = useT('inbox');
  const texts: Record<ActionStatus, string> = {
    accepted: t('inbox.accepted'),
    declined: t('inbox.declined'),
    withdrawn: t('inbox.withdrawn'),
    expired: t('inbox.expired'),
  };
  return <span className={classNames(styles.verdict, of === 'accepted' && styles.agreed)}>{texts[of]}</span>;
}

function OpenUntil({ at }: { at: string }) {
  const t = useT('inbox');
  const day = new Date(at).toLocaleDateString(LANGUAGE_TAGS[useLanguage()], { day: 'numeric', month: 'long' });
  return <span>{t('inbox.open_until', { day })}</span>;
}
