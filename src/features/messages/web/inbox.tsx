import { Fragment, useState } from 'react';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { QueryProvider } from '#web/api/query.tsx';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useLanguage, useT } from '#web/i18n/i18n.tsx';
import { useAddress } from '#web/navigation/use-address.ts';
import { RoomSlot } from '#web/page/room-slot.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { Link } from '#web/ui/link.tsx';
import { Section } from '#web/ui/section.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import tabs from '#web/ui/tabs.module.css';
import { toast } from '#web/ui/toast.ts';
import type { MessageView } from '../contract.ts';
import { INBOX_TABS, type InboxTab, MESSAGE_TYPES } from '../model/message-types.ts';
import { byDay, dayName, nearDay } from './days.ts';
import styles from './inbox.module.css';
import { inboxAddress } from './inbox-address.ts';
import { InboxFilter } from './inbox-filter.tsx';
import { MessageFold } from './message-fold.tsx';
import { MessageItem } from './message-item.tsx';
import { foldStories } from './story-folds.ts';
import { type InboxView, useCounts, useCurrentLists, useInbox, useMarkRead, useUnread } from './use-messages.ts';

/** The inbox of spec §2: four tabs, a filter by type, and a heading for each day. Tab and type are in the URL. */
export function Inbox() {
  return (
    <QueryProvider>
      <InboxPage />
    </QueryProvider>
  );
}

function useInboxView(): InboxView {
  const { query } = useAddress();
  return {
    tab: INBOX_TABS.find((tab) => tab === query.get('tab')) ?? 'all',
    type: MESSAGE_TYPES.find((type) => type === query.get('type')) ?? null,
  };
}

function InboxPage() {
  const t = useT('inbox');
  const view = useInboxView();
  useCurrentLists();
  const unread = useUnread();
  const markRead = useMarkRead();
  const unreadCount = unread.data?.length ?? 0;
  const counts = { ...useCounts(), unread: unreadCount };
  const names: Record<InboxTab, string> = {
    all: t('inbox.tab_all'),
    unread: t('inbox.tab_unread'),
    read: t('inbox.tab_read'),
    pending: t('inbox.tab_pending'),
  };
  const markAll = () => markRead.mutate(null, { onSuccess: () => toast(t('inbox.all_read')) });
  return (
    <Section
      heading="h1"
      className={styles.part}
      title={t('common.messages')}
      tabs={
        <nav className={tabs.tabs} aria-label={t('inbox.tabs')}>
          {INBOX_TABS.map((tab) => (
            <Link key={tab} to={inboxAddress({ ...view, tab })} aria-current={tab === view.tab ? 'page' : undefined}>
              {names[tab]}
              <Count of={counts[tab] ?? 0} />
            </Link>
          ))}
        </nav>
      }
    >
      <div className={styles.inbox}>
        <div className={styles.bar}>
          <InboxFilter view={view} />
          <RoomSlot name="messages.links" />
          {unreadCount > 0 && (
            <Button small busy={markRead.isPending && markRead.variables === null} onClick={markAll}>
              {t('inbox.mark_all')}
            </Button>
          )}
        </div>
        <List view={view} onRead={markRead.mutate} />
      </div>
    </Section>
  );
}

/** The number of messages in a tab, up to 99. Nothing for none. */
function Count({ of: count }: { of: number }) {
  return count > 0 && <span className={tabs.count}>{count > 99 ? '99+' : count}</span>;
}

function List({ view, onRead }: { view: InboxView; onRead: (messageIds: readonly string[]) => void }) {
  const t = useT('inbox');
  const errorText = useErrorText();
  const list = useInbox(view);
  if (list.isPending) return <Spinner />;
  if (list.data === undefined) {
    return (
      <Empty title={t('messages.fetchError')}>
        <p className="soft" role="alert">
          {errorText(list.error)}
        </p>
        <Button busy={list.isFetching} onClick={() => list.refetch()}>
          {t('inbox.try_again')}
        </Button>
      </Empty>
    );
  }
  const messages = list.data.pages.flatMap((page) => page.items);
  if (messages.length === 0 && !list.hasNextPage) return <Nothing view={view} />;
  return (
    <>
      <Days
        key={`${view.tab} ${view.type}`}
        messages={messages}
        leaves={view.tab === 'unread' || view.tab === 'pending'}
        onRead={onRead}
      />
      {list.isFetchNextPageError && (
        <p role="alert" className={styles.failed}>
          {t('messages.fetchError')}
        </p>
      )}
      {list.hasNextPage && (
        <div>
          <Button busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
            {t('common.view_more')}
          </Button>
        </div>
      )}
    </>
  );
}

function Days({
  messages,
  leaves,
  onRead,
}: {
  messages: readonly MessageView[];
  leaves: boolean;
  onRead: (messageIds: readonly string[]) => void;
}) {
  const t = useT('inbox');
  const language = LANGUAGE_TAGS[useLanguage()];
  const now = new Date();
  const [folded] = useState(() => new Set<string>());
  const near = { today: t('inbox.today'), yesterday: t('inbox.yesterday') };
  return byDay(messages).map(({ key, date, items }) => {
    const close = nearDay(date, now);
    const folds = foldStories(items, (storyId) => folded.has(`${key} ${storyId}`));
    for (const { message, rest } of folds) if (rest) folded.add(`${key} ${message.data.storyId}`);
    return (
      <section key={key} className={styles.day} aria-labelledby={`day-${key}`}>
        <h2 id={`day-${key}`} tabIndex={-1}>
          {close ? near[close] : dayName(date, now, language)}
        </h2>
        <ul>
          {folds.map(({ message, rest }) => (
            <Fragment key={rest ? `story ${message.data.storyId}` : message.id}>
              <MessageItem key={message.id} message={message} leaves={leaves} onRead={onRead} />
              {rest && rest.length > 0 && <MessageFold messages={rest} leaves={leaves} onRead={onRead} />}
            </Fragment>
          ))}
        </ul>
      </section>
    );
  });
}

function Nothing({ view }: { view: InboxView }) {
  const t = useT('inbox');
  const texts: Record<InboxTab, [title: string, text: string]> = {
    all: [t('inbox.none'), t('inbox.none_text')],
    unread: [t('inbox.none_unread'), t('inbox.none_unread_text')],
    read: [t('inbox.none_read'), t('inbox.none_read_text')],
    pending: [t('inbox.none_pending'), t('inbox.none_pending_text')],
  };
  const [title, text] = view.type ? [t('inbox.none_of_type'), t('inbox.none_of_type_text')] : texts[view.tab];
  const isAll = view.tab === 'all' && !view.type;
  return (
    <Empty title={title}>
      <p className="soft">{text}</p>
      {isAll ? (
        <ButtonLink to="/">{t('common.back_home')}</ButtonLink>
      ) : (
        <Link className={styles.all} to={to.messages()}>
          {t('inbox.all_messages')}
        </Link>
      )}
    </Empty>
  );
}
