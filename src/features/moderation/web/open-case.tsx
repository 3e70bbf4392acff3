import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { ReviewDetail } from '../contract.ts';
import type { SubjectKind } from '../model/review-status.ts';
import { type CaseActs, CaseFile } from './case-file.tsx';
import { LoadFailed } from './load-failed.tsx';
import { isGone, useQueueAgain, useReview } from './use-moderation.ts';

interface Props {
  reviewId: string;
  kind: SubjectKind | null;
  notice: string | null;
  acts: RefObject<CaseActs | null>;
  shallFocus: RefObject<boolean>;
  hasKeys: boolean;
  onDecided: (sentence: string) => void;
  onLeave: (() => void) | null;
  /** To the next that can be decided about; null when none waits. */
  onNext: (() => void) | null;
  onQueue: () => void;
  /** It has come again in another form, which is shown in its place. */
  onAgain: (reviewId: string, sentence: string) => void;
}

/** The submission that is chosen, as long as it waits. */
export function OpenCase({ reviewId, kind, onNext, onQueue, onAgain, ...rest }: Props) {
  const errorText = useErrorText();
  const review = useReview(reviewId);
  if (isGone(review.error))
    return (
      <Gone last={review.data} sentence={errorText(review.error)} {...{ reviewId, kind, onNext, onQueue, onAgain }} />
    );
  if (review.isPending) return <Spinner />;
  if (review.data === undefined) return <LoadFailed query={review} />;
  return <CaseFile review={review.data} {...rest} />;
}

/** Somebody was faster. If the author sent it again, that is looked at instead. */
function Gone({
  reviewId,
  kind,
  last,
  sentence,
  onNext,
  onQueue,
  onAgain,
}: Pick<Props, 'reviewId' | 'kind' | 'onNext' | 'onQueue' | 'onAgain'> & {
  /** What was shown before it went. */
  last: ReviewDetail | undefined;
  sentence: string;
}) {
  const t = useT('moderation');
  const queueAgain = useQueueAgain(kind);
  const way = useRef<HTMLDivElement>(null);
  const look = useEffectEvent(async (isStillHere: () => boolean) => {
    const entries = await queueAgain();
    const again = entries.find(
      (entry) => entry.kind === last?.kind && entry.subjectId === last.subjectId && entry.id !== reviewId,
    );
    if (again && isStillHere()) onAgain(again.id, sentence);
  });
  useEffect(() => {
    let isHere = true;
    // With what was shown the focus may have gone; it stays where it is if somebody has it elsewhere.
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
