import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useT } from '#web/i18n/i18n.tsx';
import type { ChangeOptions } from '#web/navigation/address.ts';
import { useAddress } from '#web/navigation/use-address.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Empty } from '#web/ui/empty.tsx';
import { toast } from '#web/ui/toast.ts';
import { QUEUE_KINDS, type QueueKind } from '../model/queue.ts';
import type { CaseActions } from './case-parts.tsx';
import { FailedJobs } from './failed-jobs.tsx';
import { jumpToNextMark } from './jump.ts';
import { ModerationShortcutsDialog } from './keys-dialog.tsx';
import { DecisionLog } from './log.tsx';
import styles from './moderation.module.css';
import { OpenCase } from './open-case.tsx';
import { QueueHead, QueueSteps } from './queue-head.tsx';
import { QueueList } from './queue-list.tsx';
import { itemKey, type QueueItem, type QueuePlace, queueParameters, readItemKey } from './queue-path.ts';
import { neighbourInQueue, nextToDecide } from './queue-walk.ts';
import { useModerationQueue, useWaiting } from './use-moderation.ts';
import { useQueueKeys } from './use-queue-keys.ts';
import { useWide } from './use-wide.ts';

/** The queue and the open entry, side by side on wide screens, on separate views on phones. */
export function ModerationQueue() {
  // Also loads the dialogs’ texts. Loading them later would suspend the whole queue, which would lose the focus.
  const t = useT('moderation', 'report', 'decisions', 'feedback', 'errors');
  const { kind, chosen, goTo } = useQueuePlace();
  const isWide = useWide();
  const waiting = useWaiting();
  const queue = useModerationQueue(kind);
  const entries = useMemo(() => queue.data?.pages.flatMap(({ items }) => items) ?? [], [queue.data]);
  const title = useRef<HTMLHeadingElement>(null);
  const shallFocus = useRef(false);
  const isThrough = useRef(false);
  const actions = useRef<CaseActions | null>(null);
  const [notice, setNotice] = useState<{ key: string; text: string } | null>(null);
  const [showsKeys, setShowsKeys] = useState(false);

  const chosenKey = chosen && itemKey(chosen);
  const open = (item: QueueItem | null) => {
    shallFocus.current = item !== null;
    // Moving from entry to entry adds no history entry, so the back button leads to the queue.
    goTo({ kind, item }, { replace: chosen !== null, toTop: !isWide });
  };
  // Only after the case is gone, and with it a dialog that would keep the focus.
  useEffect(() => {
    if (chosenKey !== null || !isThrough.current) return;
    isThrough.current = false;
    title.current?.focus();
  }, [chosenKey]);
  const walk = (step: 1 | -1) => {
    const to = neighbourInQueue(entries, chosen, step);
    if (to) open(to);
  };
  const takeNext = (item: QueueItem) => {
    const next = nextToDecide(entries, item);
    open(next);
    isThrough.current = next === null;
  };
  const decided = (item: QueueItem, sentence: string | null) => {
    if (sentence) toast(sentence);
    // Only if the moderator has not moved on while the request was running.
    if (new URLSearchParams(location.search).get('item') === itemKey(item)) takeNext(item);
  };

  // On wide screens, the first entry is open by default.
  const first = nextToDecide(entries, null) ?? entries[0];
  const firstKey = isWide && chosen === null && first ? itemKey(first) : null;
  const openFirst = useEffectEvent((key: string) => goTo({ kind, item: readItemKey(key) }, { replace: true }));
  useEffect(() => {
    if (firstKey) openFirst(firstKey);
  }, [firstKey]);

  // Loads more when the last loaded entry is open.
  const { hasNextPage, isFetchNextPageError, fetchNextPage } = queue;
  const last = entries.at(-1);
  const isLast = last !== undefined && itemKey(last) === chosenKey;
  useEffect(() => {
    if (isLast && hasNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [isLast, hasNextPage, isFetchNextPageError, fetchNextPage]);

  const keys = useQueueKeys({
    next: () => walk(1),
    previous: () => walk(-1),
    mark: jumpToNextMark,
    approve: () => actions.current?.approve?.(),
    reject: () => actions.current?.reject?.(),
    hide: () => actions.current?.hide?.(),
    suspend: () => actions.current?.suspend?.(),
    help: () => setShowsKeys(true),
  });
  const following = neighbourInQueue(entries, chosen, 1);
  const isEmpty = kind === null && queue.data !== undefined && entries.length === 0 && !hasNextPage;

  return (
    <>
      <div className={classNames(styles.page, chosen !== null && styles.open)}>
        <QueueHead title={title} waiting={waiting.data} hasKeys={keys.isOn} onKeys={() => setShowsKeys(true)} />
        {chosen !== null && (
          <QueueSteps
            {...{ kind, entries, chosen, following }}
            waiting={waiting.data}
            onQueue={() => goTo({ kind, item: null }, { toTop: true })}
            onOpen={open}
          />
        )}
        {isEmpty ? (
          chosen === null && (
            <Empty title={t('moderation.empty')}>
              <p className="soft">{t('moderation.empty_text')}</p>
              <ButtonLink to="/">{t('common.back_home')}</ButtonLink>
            </Empty>
          )
        ) : (
          <QueueList
            {...{ kind, queue, entries, chosen }}
            waiting={waiting.data}
            onKind={(chosenKind) => goTo({ kind: chosenKind, item: null }, { replace: chosen !== null })}
            onOpen={open}
          />
        )}
        {chosen !== null && (
          <OpenCase
            key={chosenKey}
            {...{ kind, actions, shallFocus }}
            item={chosen}
            notice={notice?.key === chosenKey ? notice.text : null}
            hasKeys={keys.isOn}
            onDecided={(sentence) => decided(chosen, sentence)}
            onLeave={following ? () => open(following) : null}
            onNext={nextToDecide(entries, chosen) ? () => takeNext(chosen) : null}
            onQueue={() => goTo({ kind, item: null }, { replace: true, toTop: true })}
            onAgain={(item, text) => {
              setNotice({ key: itemKey(item), text });
              open(item);
            }}
          />
        )}
      </div>
      <DecisionLog className={classNames(styles.jobsPart, chosen !== null && styles.behind)} />
      <FailedJobs className={classNames(styles.jobsPart, chosen !== null && styles.behind)} />
      {showsKeys && (
        <ModerationShortcutsDialog isOn={keys.isOn} onSwitch={keys.switchKeys} onClose={() => setShowsKeys(false)} />
      )}
    </>
  );
}

/** The open entry according to the URL, and a function to change it. */
function useQueuePlace() {
  const { query, change } = useAddress();
  const key = query.get('item');
  return {
    kind: QUEUE_KINDS.find((known): known is QueueKind => known === query.get('kind')) ?? null,
    chosen: useMemo(() => readItemKey(key ?? ''), [key]),
    goTo: (to: QueuePlace, options?: ChangeOptions) => change(queueParameters(to), options),
  };
}
