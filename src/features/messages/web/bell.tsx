import { Bell as BellIcon } from 'lucide';
import { useEffect, useRef } from 'react';
import { keepMemberHead } from '#web/boot/member-head.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Pip } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { TextButton } from '#web/ui/text-button.tsx';
import styles from './bell.module.css';
import { MessageItem } from './message-item.tsx';
import { useLiveMessages, useMarkRead, useUnread } from './use-messages.ts';

/** As many as are worth a look here; the inbox has them all. */
const SHOWN = 20;
const COUNTED = 99;

/** The bell with its count, and the latest unread messages with what can be done about them (spec §2). */
export function Bell() {
  const t = useT('inbox');
  const unread = useUnread();
  useLiveMessages();
  const markRead = useMarkRead();
  const heading = useRef<HTMLHeadingElement>(null);
  const messages = unread.data ?? [];
  const count = messages.length;
  useEffect(() => {
    if (unread.isSuccess) keepMemberHead({ unread: count });
  }, [unread.isSuccess, count]);
  const markAll = () => {
    heading.current?.focus();
    markRead.mutate(null);
  };
  return (
    <Menu
      wide
      kind="icon"
      label={count > COUNTED ? t('inbox.bell_many', { count: COUNTED }) : t('inbox.bell', { count })}
      face={
        <>
          <Icon of={BellIcon} />
          <Pip count={count} />
        </>
      }
      panelClassName={styles.bell}
    >
      <div className={styles.edge}>
        <h2 ref={heading} tabIndex={-1}>
          {t('inbox.unread')}
        </h2>
        {count > 0 && <TextButton onClick={markAll}>{t('inbox.mark_all')}</TextButton>}
      </div>
      {unread.isPending && <Spinner />}
      {unread.isError && unread.data === undefined && (
        <div className={styles.none} role="alert">
          <p>{t('messages.fetchError')}</p>
          <Button small busy={unread.isFetching} onClick={() => unread.refetch()}>
            {t('inbox.try_again')}
          </Button>
        </div>
      )}
      {unread.isSuccess && count === 0 && <p className={styles.none}>{t('inbox.none_unread')}</p>}
      {count > 0 && (
        <ul className={styles.list} aria-label={t('inbox.latest')}>
          {messages.slice(0, SHOWN).map((message) => (
            <MessageItem key={message.id} message={message} compact onRead={markRead.mutate} />
          ))}
        </ul>
      )}
      <div className={styles.edge}>
        <Link className={styles.all} to="/messages">
          {t('inbox.all_messages')}
        </Link>
      </div>
    </Menu>
  );
}
