import { useState } from 'react';
import { MINUTE } from '#core/time.ts';
import { call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { toast } from '#web/ui/toast.ts';
import { translationApi } from '../../contract.ts';
import type { ReviewTask } from '../../contract-views.ts';
import { LEASE, LEASE_WARNING } from '../../model/translation-limits.ts';
import { type Loss, lossBy } from './loss.ts';
import { queueAddress } from './review-address.ts';

const MINUTES = LEASE / MINUTE;

/** Says that the lease is about to expire or has expired, and what to do about it. */
export function LeaseNotice({
  task,
  loss,
  isEnding,
  onRenewed,
  onLost,
  onAgain,
}: {
  task: ReviewTask;
  loss: Loss | null;
  isEnding: boolean;
  onRenewed: (task: ReviewTask) => void;
  onLost: (loss: Loss) => void;
  onAgain: () => Promise<void>;
}) {
  const t = useT('review');
  const errorText = useErrorText();
  const [isBusy, setBusy] = useState(false);
  const busily = async (act: () => Promise<void>) => {
    setBusy(true);
    await act();
    setBusy(false);
  };
  const renew = async () => {
    try {
      onRenewed(await call(translationApi.renew, { translationId: task.id }));
    } catch (error) {
      const loss = lossBy(error);
      if (loss) onLost(loss);
      else toast(errorText(error));
    }
  };
  const toQueue = <Link to={queueAddress(task.kind, task.language)}>{t('review.to_queue')}</Link>;
  if (loss === 'over')
    return (
      <Banner
        kind="warn"
        action={
          <Button small busy={isBusy} onClick={() => void busily(onAgain)}>
            {t('review.take_again', { minutes: MINUTES })}
          </Button>
        }
      >
        {t('review.over', { minutes: MINUTES })}
      </Banner>
    );
  if (loss === 'taken')
    return (
      <Banner kind="danger" action={toQueue}>
        {t('review.taken', { minutes: MINUTES })}
      </Banner>
    );
  if (loss === 'gone') return <Banner action={toQueue}>{t('review.gone', { name: task.translator.username })}</Banner>;
  if (!isEnding) return null;
  const left = LEASE_WARNING / MINUTE;
  if (task.lease.renewed) return <Banner kind="warn">{t('review.ending_last', { minutes: left })}</Banner>;
  return (
    <Banner
      kind="warn"
      action={
        <Button small busy={isBusy} onClick={() => void busily(renew)}>
          {t('review.renew', { minutes: MINUTES })}
        </Button>
      }
    >
      {t('review.ending', { left, minutes: MINUTES })}
    </Banner>
  );
}
