import { type MouseEvent, useEffect, useId, useRef } from 'react';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import type { MessageKey } from '#core/messages.ts';
import { useFind, useT } from '#web/i18n/i18n.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import field from '#web/ui/field.module.css';
import { Link } from '#web/ui/link.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { QueueEntry, QueueSummary } from '../contract.ts';
import { QUEUE_KINDS, type QueueKind } from '../model/queue.ts';
import { LoadFailed } from './load-failed.tsx';
import styles from './moderation.module.css';
import { itemKey, moderationQueuePath, type QueueItem } from './queue-path.ts';
import { waitingOf } from './queue-walk.ts';
import type { useModerationQueue } from './use-moderation.ts';
import { Waited } from './waited.tsx';
import { useActionName, useBlockerName, useCheckName, useKindName, useLawName, useRuleName } from './words.ts';

interface Props {
  kind: QueueKind | null;
  queue: ReturnType<typeof useModerationQueue>;
  entries: readonly QueueEntry[];
  waiting: QueueSummary | undefined;
  chosen: QueueItem | null;
  onKind: (kind: QueueKind | null) => void;
  onOpen: (item: QueueItem) => void;
}

/** The queue, oldest first, with a filter by kind. */
export function QueueList({ kind, queue, entries, waiting, chosen, onKind, onOpen }: Props) {
  const t = useT('moderation');
  const list = useRef<HTMLOListElement>(null);
  // The button moves or disappears after loading more, so the focus goes to the first new entry.
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
          <Entry
            key={itemKey(entry)}
            entry={entry}
            kind={kind}
            isChosen={chosen !== null && itemKey(entry) === itemKey(chosen)}
            onOpen={onOpen}
          />
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

const KINDS: Record<QueueKind, MessageKey> = {
  story: 'moderation.kind_story',
  chapter: 'moderation.kind_chapter',
  submission: 'moderation.kind_submission',
  report: 'moderation.kind_report',
  appeal: 'moderation.kind_appeal',
  suggestion: 'moderation.kind_suggestion',
  feedback: 'moderation.kind_feedback',
};

function KindSelect({ kind, waiting, onKind }: Pick<Props, 'kind' | 'waiting' | 'onKind'>) {
  const t = useT('moderation');
  const find = useFind('moderation');
  const id = useId();
  const count = (of: QueueKind | null) => (waiting ? waitingOf(waiting, of) : 0);
  return (
    <div className={field.field}>
      <label htmlFor={id} className="hide">
        {t('moderation.kind')}
      </label>
      <select
        id={id}
        className={field.input}
        value={kind ?? ''}
        onChange={({ target }) => onKind(QUEUE_KINDS.find((known) => known === target.value) ?? null)}
      >
        <option value="">{t('moderation.kind_all', { count: count(null) })}</option>
        {QUEUE_KINDS.map((one) => (
          <option key={one} value={one}>
            {find(KINDS[one], { count: count(one) })}
          </option>
        ))}
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
  kind: QueueKind | null;
  isChosen: boolean;
  onOpen: (item: QueueItem) => void;
}) {
  const kindName = useKindName();
  const blockerName = useBlockerName();
  const follow = (event: MouseEvent) => {
    // Opening in a new tab is left to the browser.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen(entry);
  };
  return (
    <li>
      <span className={styles.kind}>{kindName(entry)}</span>
      <Waited at={entry.submittedAt} className={styles.when} />
      <span className={styles.name} lang={entry.language ? LANGUAGE_TAGS[entry.language] : undefined}>
        <Link
          className="quiet"
          to={moderationQueuePath({ kind, item: entry })}
          aria-current={isChosen ? 'true' : undefined}
          onClick={follow}
        >
          {entry.title}
        </Link>
      </span>
      {entry.blocker ? <span className={styles.mine}>{blockerName(entry.blocker)}</span> : <Signs entry={entry} />}
    </li>
  );
}

/** Badges of an entry: findings, rules, or the action appealed against. */
function Signs({ entry: { findings, rules, laws, action } }: { entry: QueueEntry }) {
  const checkName = useCheckName();
  const ruleName = useRuleName();
  const lawName = useLawName();
  const actionName = useActionName();
  const checks = [...new Set(findings.map(({ check }) => check))];
  return (
    <span className={styles.signs}>
      {checks.map((check) => (
        <Badge key={check} kind={check === 'unavailable' ? undefined : 'warn'}>
          {checkName(check)}
        </Badge>
      ))}
      {rules.map((rule) => (
        <Badge key={rule} kind="danger">
          {ruleName(rule)}
        </Badge>
      ))}
      {laws.map((law) => (
        <Badge key={law} kind="danger">
          {lawName(law)}
        </Badge>
      ))}
      {action && <Badge>{actionName(action)}</Badge>}
    </span>
  );
}
