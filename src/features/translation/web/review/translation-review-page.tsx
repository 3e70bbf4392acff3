import { type ReactNode, useState } from 'react';
import { useMe } from '#features/accounts/web/use-me.ts';
import { ApiError } from '#web/api/client.ts';
import { QueryProvider } from '#web/api/query.tsx';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { toast } from '#web/ui/toast.ts';
import type { ReviewTask } from '../../contract-views.ts';
import type { TranslationKind } from '../../model/translation-status.ts';
import { LeaseNotice } from './lease-notice.tsx';
import { type Loss, lossBy } from './loss.ts';
import styles from './review.module.css';
import { queueAddress } from './review-address.ts';
import { ReviewBar } from './review-bar.tsx';
import { ReviewHead } from './review-head.tsx';
import { type ReviewOutcome, ReviewResult } from './review-result.tsx';
import { ReviewRows } from './review-rows.tsx';
import { useLeasePhase, useLeaseRelease } from './use-lease.ts';
import { useReviewTask } from './use-review.ts';
import { ReviewVerdict } from './verdict.tsx';

interface Props {
  kind: TranslationKind;
  translationId: string;
  logo: ReactNode;
}

/** A translation being reviewed, for up to 30 minutes. Opening the page reserves it, leaving releases it. */
export function TranslationReviewPage(props: Props) {
  return (
    <QueryProvider>
      <Taking {...props} />
    </QueryProvider>
  );
}

function Taking({ kind, translationId, logo }: Props) {
  const t = useT('review');
  const errorText = useErrorText();
  const me = useMe();
  const task = useReviewTask(translationId);
  const error = task.data ? me.error : task.error;
  if (task.data && me.data)
    return (
      <Held
        kind={kind}
        task={task.data}
        memberId={me.data.id}
        logo={logo}
        onTask={task.show}
        answeredAt={task.dataUpdatedAt}
        onAgain={async () => (await task.refetch()).error}
      />
    );
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  const isOwn = error instanceof ApiError && error.code === 'own_work';
  return (
    <>
      <ReviewBar kind={kind} logo={logo} />
      <main id="main" className={styles.judge}>
        <h1 className="hide">{t('review.title')}</h1>
        {!error && <Spinner />}
        {isRefused && (
          <Empty title={isOwn ? t('review.is_yours') : errorText(error)}>
            {isOwn && <p>{t('review.is_yours_text')}</p>}
            <ButtonLink to={queueAddress(kind)}>{t('review.to_queue')}</ButtonLink>
          </Empty>
        )}
        {error && !isRefused && (
          <LoadFailure
            sentence={errorText(error)}
            onRetry={() => {
              void task.refetch();
              void me.refetch();
            }}
          />
        )}
      </main>
    </>
  );
}

function Held({
  kind,
  task,
  memberId,
  logo,
  answeredAt,
  onTask,
  onAgain,
}: {
  kind: TranslationKind;
  task: ReviewTask;
  memberId: string;
  logo: ReactNode;
  onTask: (task: ReviewTask) => void;
  /** When the server last confirmed the lease, by the clock of this device. */
  answeredAt: number;
  /** Reserves it again. Returns the error if that fails. */
  onAgain: () => Promise<unknown>;
}) {
  const errorText = useErrorText();
  const [lost, setLost] = useState<Loss | null>(null);
  const [decision, setDecision] = useState<ReviewOutcome | null>(null);
  const phase = useLeasePhase(task.lease.until, answeredAt);
  const loss = lost ?? (phase === 'over' ? 'over' : null);
  const isHeld = loss === null && decision === null;
  const takeAgain = async () => {
    const error = await onAgain();
    const found = lossBy(error);
    if (error && !found) toast(errorText(error));
    else setLost(found);
  };
  useLeaseRelease(task.id, isHeld, () => void takeAgain());
  if (decision) {
    return (
      <>
        <ReviewBar kind={kind} logo={logo} into={task.language} />
        <main id="main" className={styles.judge}>
          <ReviewResult task={task} decision={decision} />
        </main>
      </>
    );
  }
  return (
    <>
      <ReviewBar kind={kind} logo={logo} into={task.language} lease={isHeld ? task.lease : null} />
      <main id="main" className={styles.judge}>
        <ReviewHead task={task}>
          <LeaseNotice
            task={task}
            loss={loss}
            isEnding={phase === 'ending'}
            onRenewed={onTask}
            onLost={setLost}
            onAgain={takeAgain}
          />
        </ReviewHead>
        {loss !== 'gone' && loss !== 'taken' && <ReviewRows task={task} />}
        {isHeld && (
          <ReviewVerdict
            task={task}
            memberId={memberId}
            onLost={setLost}
            onChanged={takeAgain}
            onDecided={setDecision}
          />
        )}
      </main>
    </>
  );
}
