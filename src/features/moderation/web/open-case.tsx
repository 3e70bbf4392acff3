import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { RoomSlot } from '#web/page/room-slot.tsx';
import { Button } from '#web/ui/button.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { CASE_KINDS, type CaseKind, type QueueKind } from '../model/queue.ts';
import type { CasePlace } from './case-parts.tsx';
import { LoadFailed } from './load-failed.tsx';
import type { QueueItem } from './queue-path.ts';
import { SubmissionCase } from './submission-case.tsx';
import { isGone, useCase, useModerationQueueAgain, useReview } from './use-moderation.ts';

interface Props extends CasePlace {
  item: QueueItem;
  /** The selected kind. Null for all kinds. */
  kind: QueueKind | null;
  notice: string | null;
  /** Opens the next entry that the moderator can decide. Null if there is none. */
  onNext: (() => void) | null;
  onQueue: () => void;
  /** Called if the subject was resubmitted. The new entry is then shown instead. */
  onAgain: (item: QueueItem, sentence: string) => void;
}

/** The selected entry, while it is open. */
export function OpenCase(props: Props) {
  const kind = CASE_KINDS.find((known) => known === props.item.kind);
  return kind ? <OpenOther {...props} caseKind={kind} /> : <OpenReview {...props} />;
}

function OpenReview({ item, kind, notice, onNext, onQueue, onAgain, ...place }: Props) {
  const review = useReview(item.id);
  return (
    <WhileItWaits
      query={review}
      subjectId={review.data?.subjectId ?? null}
      {...{ item, kind, onNext, onQueue, onAgain }}
    >
      {(data) => <SubmissionCase review={data} notice={notice} {...place} />}
    </WhileItWaits>
  );
}

function OpenOther({
  caseKind,
  item,
  kind,
  notice: _,
  onNext,
  onQueue,
  onAgain,
  ...place
}: Props & { caseKind: CaseKind }) {
  const detail = useCase(caseKind, item.id);
  return (
    <WhileItWaits query={detail} subjectId={null} {...{ item, kind, onNext, onQueue, onAgain }}>
      {(data) => <RoomSlot name={`moderation.case.${caseKind}`} detail={data} {...place} />}
    </WhileItWaits>
  );
}

interface Way extends Pick<Props, 'item' | 'kind' | 'onNext' | 'onQueue' | 'onAgain'> {
  /** Subject of the submission that was shown before. */
  subjectId: string | null;
}

function WhileItWaits<T>({
  query,
  children,
  ...way
}: Way & {
  query: {
    data: T | undefined;
    error: unknown;
    isPending: boolean;
    isFetching: boolean;
    refetch: () => unknown;
  };
  children: (data: T) => ReactNode;
}) {
  const errorText = useErrorText();
  if (isGone(query.error)) return <Gone sentence={errorText(query.error)} {...way} />;
  if (query.isPending) return <Spinner />;
  if (query.data === undefined) return <LoadFailed query={query} />;
  return children(query.data);
}

/** Shown if the entry was closed elsewhere. If the author has resubmitted, the new submission is opened instead. */
function Gone({ item, kind, subjectId, sentence, onNext, onQueue, onAgain }: Way & { sentence: string }) {
  const t = useT('moderation');
  const queueAgain = useModerationQueueAgain(kind);
  const way = useRef<HTMLDivElement>(null);
  const look = useEffectEvent(async (isStillHere: () => boolean) => {
    const entries = await queueAgain();
    if (subjectId === null) return;
    const again = entries.find(
      (entry) => entry.kind === item.kind && entry.subjectId === subjectId && entry.id !== item.id,
    );
    if (again && isStillHere()) onAgain(again, sentence);
  });
  useEffect(() => {
    let isHere = true;
    // The focus may have been lost with the entry. It stays where it is if the user has moved it.
    if (document.activeElement === document.body) way.current?.querySelector('button')?.focus();
    void look(() => isHere);
    return () => {
      isHere = false;
    };
  }, []);
  return (
    <div ref={way} role="alert">
      <Empty title={t('moderation.gone')}>
        <p className="soft">{sentence}</p>
        {onNext ? (
          <Button kind="primary" onClick={onNext}>
            {t('moderation.next')}
          </Button>
        ) : (
          <Button onClick={onQueue}>{t('moderation.queue')}</Button>
        )}
      </Empty>
    </div>
  );
}
