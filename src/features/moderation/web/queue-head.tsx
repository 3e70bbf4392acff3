import { ArrowLeft } from 'lucide';
import type { MouseEvent, RefObject } from 'react';
import { to } from '#core/pages.ts';
import { useMe } from '#features/accounts/web/use-me.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { TextButton } from '#web/ui/text-button.tsx';
import type { QueueEntry, QueueSummary } from '../contract.ts';
import type { QueueKind } from '../model/queue.ts';
import { KeySign } from './key-sign.tsx';
import styles from './moderation.module.css';
import { QUEUE_KEYS } from './queue-keys.ts';
import { itemKey, moderationQueuePath, type QueueItem } from './queue-path.ts';
import { waitingOf } from './queue-walk.ts';
import { Sentences } from './sentences.tsx';
import { useAgo } from './words.ts';

/** The heading of the page, the number of entries, and the shortcuts. */
export function QueueHead({
  title,
  waiting,
  hasKeys,
  onKeys,
}: {
  title: RefObject<HTMLHeadingElement | null>;
  waiting: QueueSummary | undefined;
  hasKeys: boolean;
  onKeys: () => void;
}) {
  const t = useT('moderation');
  const { data: me } = useMe();
  const ago = useAgo();
  const count = waiting ? waitingOf(waiting, null) : 0;
  const texts = [
    ...(count > 0 ? [t('moderation.waiting', { count })] : []),
    ...(count > 0 && waiting?.oldestAt ? [t('moderation.oldest', { time: ago(waiting.oldestAt) })] : []),
    ...(waiting && waiting.decidedToday > 0 ? [t('moderation.decided_today', { count: waiting.decidedToday })] : []),
  ];
  return (
    <header className={styles.head}>
      <div>
        <h1 ref={title} tabIndex={-1}>
          {t('moderation.title')}
        </h1>
        {texts.length > 0 && (
          <p className="soft">
            <Sentences texts={texts} />
          </p>
        )}
      </div>
      {me?.roles.includes('administrator') && (
        <Link to={to.moderation({ administration: 1 })}>{t('moderation.administration')}</Link>
      )}
      <div className={styles.keys}>
        {hasKeys && (
          <>
            <span className={styles.hint}>
              <KeySign sign={QUEUE_KEYS.next} /> <KeySign sign={QUEUE_KEYS.previous} /> {t('moderation.keys_line')}
            </span>
            <span className={styles.hint}>
              <KeySign sign={QUEUE_KEYS.mark} /> {t('moderation.keys_mark')}
            </span>
          </>
        )}
        {hasKeys && (
          <span className={styles.hint}>
            <KeySign sign={QUEUE_KEYS.help} />
          </span>
        )}
        <TextButton onClick={onKeys} aria-keyshortcuts={hasKeys ? QUEUE_KEYS.help : undefined}>
          {t('moderation.keys')}
        </TextButton>
      </div>
    </header>
  );
}

/** Links back to the queue and to the next entry, for phones, where an entry has its own view. */
export function QueueSteps({
  kind,
  entries,
  chosen,
  following,
  waiting,
  onQueue,
  onOpen,
}: {
  kind: QueueKind | null;
  entries: readonly QueueEntry[];
  chosen: QueueItem;
  following: QueueEntry | null;
  waiting: QueueSummary | undefined;
  onQueue: () => void;
  onOpen: (item: QueueItem) => void;
}) {
  const t = useT('moderation');
  const place = entries.findIndex((entry) => itemKey(entry) === itemKey(chosen)) + 1;
  const count = waiting && waitingOf(waiting, kind);
  const instead = (act: () => void) => (event: MouseEvent) => {
    event.preventDefault();
    act();
  };
  return (
    <div className={styles.steps}>
      <Link to={moderationQueuePath({ kind, item: null })} onClick={instead(onQueue)}>
        <Icon of={ArrowLeft} />
        {place > 0 && count ? t('moderation.queue_place', { place, count }) : t('moderation.queue')}
      </Link>
      {following && (
        <Link to={moderationQueuePath({ kind, item: following })} onClick={instead(() => onOpen(following))}>
          {t('moderation.next')}
        </Link>
      )}
    </div>
  );
}
