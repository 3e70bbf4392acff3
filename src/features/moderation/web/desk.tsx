import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { type NavigateOptions, useNavigate, useSearchParams } from 'react-router';
import { useT } from '#web/i18n/i18n.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Empty } from '#web/ui/empty.tsx';
import { useHref } from '#web/ui/link.tsx';
import { toast } from '#web/ui/toast.tsx';
import { SUBJECT_KINDS, type SubjectKind } from '../model/review-status.ts';
import type { CaseActs } from './case-file.tsx';
import styles from './desk.module.css';
import { deskAddress } from './desk-address.ts';
import { DeskHead, DeskSteps } from './desk-head.tsx';
import { FailedJobs } from './failed-jobs.tsx';
import { jumpToNextMark } from './jump.ts';
import { KeysDialog } from './keys-dialog.tsx';
import { OpenCase } from './open-case.tsx';
import { QueueList } from './queue-list.tsx';
import { neighbour, nextToDecide } from './queue-walk.ts';
import { useDeskKeys } from './use-desk-keys.ts';
import { useQueue, useWaiting } from './use-moderation.ts';
import { useWide } from './use-wide.ts';

/** Queue and submission, beside each other where there is room and one after the other on phones. */
export function Desk() {
  // The sentences of the dialog are waited for here: there, the whole desk would go for as long, and the focus with it.
  const t = useT('moderation', 'errors');
  const { kind, chosen, goTo } = useDeskPlace();
  const isWide = useWide();
  const waiting = useWaiting();
  const queue = useQueue(kind);
  const entries = useMemo(() => queue.data?.pages.flatMap(({ items }) => items) ?? [], [queue.data]);
  const title = useRef<HTMLHeadingElement>(null);
  const shallFocus = useRef(false);
  const acts = useRef<CaseActs | null>(null);
  const [notice, setNotice] = useState<{ reviewId: string; text: string } | null>(null);
  const [showsKeys, setShowsKeys] = useState(false);

  const open = (reviewId: string | null) => {
    shallFocus.current = reviewId !== null;
    // From one to the next is no step in the history: the way back leads to the queue, not through all of them.
    goTo({ kind, reviewId }, { replace: chosen !== null, preventScrollReset: isWide });
  };
  const walk = (step: 1 | -1) => {
    const to = neighbour(entries, chosen, step);
    if (to) open(to.id);
  };
  const takeNext = (reviewId: string) => {
    const next = nextToDecide(entries, reviewId);
    open(next?.id ?? null);
    if (!next) title.current?.focus();
  };
  const decided = (reviewId: string, sentence: string) => {
    toast(sentence);
    // Who has moved on while the answer was under way stays where they are.
    if (new URLSearchParams(location.search).get('review') === reviewId) takeNext(reviewId);
  };

  // Where there is room for both the first one is open.
  const first = nextToDecide(entries, '') ?? entries[0];
  const firstId = isWide && chosen === null ? first?.id : undefined;
  const openFirst = useEffectEvent((reviewId: string) =>
    goTo({ kind, reviewId }, { replace: true, preventScrollReset: true }),
  );
  useEffect(() => {
    if (firstId) openFirst(firstId);
  }, [firstId]);

  // Whoever comes to the end of what is loaded finds more behind it.
  const { hasNextPage, isFetchNextPageError, fetchNextPage } = queue;
  const isLast = chosen !== null && entries.at(-1)?.id === chosen;
  useEffect(() => {
    if (isLast && hasNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [isLast, hasNextPage, isFetchNextPageError, fetchNextPage]);

  const keys = useDeskKeys({
    next: () => walk(1),
    previous: () => walk(-1),
    mark: jumpToNextMark,
    approve: () => acts.current?.approve(),
    reject: () => acts.current?.reject(),
    help: () => setShowsKeys(true),
  });
  const following = neighbour(entries, chosen, 1);
  const isEmpty = kind === null && queue.data !== undefined && entries.length === 0 && !hasNextPage;

  return (
    <>
      <div className={classNames(styles.desk, chosen !== null && styles.open)}>
        <DeskHead title={title} waiting={waiting.data} hasKeys={keys.isOn} onKeys={() => setShowsKeys(true)} />
        {chosen !== null && (
          <DeskSteps
            {...{ kind, entries, chosen, following }}
            waiting={waiting.data}
            onQueue={() => goTo({ kind, reviewId: null })}
            onOpen={open}
          />
        )}
        {isEmpty ? (
          chosen === null && (
            <Empty title={t('moderation.empty')}>
              <p className="soft">{t('moderation.empty_text')}</p>
            </Empty>
          )
        ) : (
          <QueueList
            {...{ kind, queue, entries, chosen }}
            waiting={waiting.data}
            onKind={(wish) =>
              goTo({ kind: wish, reviewId: null }, { replace: chosen !== null, preventScrollReset: true })
            }
            onOpen={open}
          />
        )}
        {chosen !== null && (
          <OpenCase
            key={chosen}
            {...{ kind, acts, shallFocus }}
            reviewId={chosen}
            notice={notice?.reviewId === chosen ? notice.text : null}
            hasKeys={keys.isOn}
            onDecided={(sentence) => decided(chosen, sentence)}
            onLeave={following ? () => open(following.id) : null}
            onNext={nextToDecide(entries, chosen) ? () => takeNext(chosen) : null}
            onQueue={() => goTo({ kind, reviewId: null }, { replace: true })}
            onAgain={(reviewId, text) => {
              setNotice({ reviewId, text });
              open(reviewId);
            }}
          />
        )}
      </div>
      <FailedJobs className={classNames(styles.jobsPart, chosen !== null && styles.behind)} />
      {showsKeys && <KeysDialog isOn={keys.isOn} onSwitch={keys.switchKeys} onClose={() => setShowsKeys(false)} />}
    </>
  );
}

/** What is looked at, as the address says it, and the way elsewhere. */
function useDeskPlace() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const href = useHref();
  const review = query.get('review');
  return {
    kind: SUBJECT_KINDS.find((known): known is SubjectKind => known === query.get('kind')) ?? null,
    chosen: review !== null && /^\d{1,18}$/.test(review) ? review : null,
    goTo: (to: Parameters<typeof deskAddress>[0], options: NavigateOptions = {}) =>
      void navigate(href(deskAddress(to)), options),
  };
}
