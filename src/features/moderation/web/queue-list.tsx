import { type MouseEvent, useEffect, useId, useRef } from 'react';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import field from '#web/ui/field.module.css';
import { Link } from '#web/ui/link.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Time } from '#web/ui/time.tsx';
import type { QueueEntry, Waiting } from '../contract.ts';
import { SUBJECT_KINDS, type SubjectKind } from '../model/review-status.ts';
import styles from './desk.module.css';
import { deskAddress } from './desk-address.ts';
import { LoadFailed } from './load-failed.tsx';
import { waitingOf } from './queue-walk.ts';
import type { useQueue } from './use-moderation.ts';
import { useCheckName, useKindName } from './words.ts';

interface Props {
  kind: SubjectKind | null;
  queue: ReturnType<typeof useQueue>;
  entries: readonly QueueEntry[];
  waiting: Waiting | undefined;
  chosen: string | null;
  onKind: (kind: SubjectKind | null) => void;
  onOpen: (reviewId: string) => void;
}

/** What waits, oldest first, to be looked through by kind. */
export function QueueList({ kind, queue, entries, waiting, chosen, onKind, onOpen }: Props) {
  const t = useT('moderation');
  const list = useRef<HTMLOListElement>(null);
  // The button moves on or goes; the focus stays with what it brought.
  const awaited = useRef<number | null>(null);
  const shown = entries.length;
  useEffect(() => {
    if (awaited.current === null || shown <= awaited.current) return;
    list.current?.querySelectorAll('a')[awaited.current]?.focus({ preventScroll: true });
    awaited.current = null;
  }, [shown]);
  const loadMore = () => {
    awaited.current = shown;
    void queue.fetchNextPage();
  };
  return (
    <nav className={styles.list} aria-label={t('moderation.queue')}>
      <KindSelect kind={kind} waiting={waiting} onKind={onKind} />
      {queue.isPending && <Spinner />}
      {queue.isError && queue.data === undefined && <LoadFailed query={queue} />}
      {queue.data && entries.length === 0 && <p className="soft">{t('moderation.empty_kind')}</p>}
      <ol ref={list} className={styles.queue}>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} kind={kind} isChosen={entry.id === chosen} onOpen={onOpen} />
        ))}
      </ol>
      {queue.isFetchNextPageError && (
        <p role="alert" className={styles.failed}>
          {t('moderation.load_failed')}
        </p>
      )}
      {queue.hasNextPage && (
        <Button busy={queue.isFetchingNextPage} onClick={loadMore}>
          {t('moderation.load_more')}
        </Button>
      )}
    </nav>
  );
}

function KindSelect({ kind, waiting, onKind }: Pick<Props, 'kind' | 'waiting' | 'onKind'>) {
  const t = useT('moderation');
  const id = useId();
  const count = (of: SubjectKind | null) => (waiting ? waitingOf(waiting, of) : 0);
  return (
    <div className={field.field}>
      <label htmlFor={id} className="hide">
        {t('moderation.kind')}
      </label>
      <select
        id={id}
        className={field.input}
        value={kind ?? ''}
        onChange={({ target }) => onKind(SUBJECT_KINDS.find((known) => known === target.value) ?? null)}
      >
        <option value="">{t('moderation.kind_all', { count: count(null) })}</option>
        <option value="story">{t('moderation.kind_story', { count: count('story') })}</option>
        <option value="chapter">{t('moderation.kind_chapter', { count: count('chapter') })}</option>
        <option value="submission">{t('moderation.kind_submission', { count: count('submission') })}</option>
      </select>
    </div>
  );
}

function Entry({
  entry,
  kind,
  isChosen,
  onOpen,
}: {
  entry: QueueEntry;
  kind: SubjectKind | null;
  isChosen: boolean;
  onOpen: (reviewId: string) => void;
}) {
  const t = useT('moderation');
  const kindName = useKindName();
  const checkName = useCheckName();
  const checks = [...new Set(entry.marks.map(({ check }) => check))];
  const follow = (event: MouseEvent) => {
    // A new tab is the browser's own business.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen(entry.id);
  };
  return (
    <li>
      <span className={styles.kind}>{kindName(entry)}</span>
      <Time at={entry.submittedAt} kind="relative" className={styles.when} />
      <span className={styles.name} lang={LANGUAGE_TAGS[entry.language]}>
        <Link
          className="quiet"
          to={deskAddress({ kind, reviewId: entry.id })}
          aria-current={isChosen ? 'true' : undefined}
          onClick={follow}
        >
          {entry.title}
        </Link>
      </span>
      {entry.obstacle === 'own_work' ? (
        <span className={styles.mine}>{t('moderation.own')}</span>
      ) : (
        <span className={styles.signs}>
          {checks.map((check) => (
            <Badge key={check} kind={check === 'unavailable' ? undefined : 'warn'}>
              {checkName(check)}
            </Badge>
          ))}
        </span>
      )}
    </li>
  );
}
