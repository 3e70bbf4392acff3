import { type FormEvent, useId, useState } from 'react';
import { lengthOf } from '#core/text.ts';
import { reason as reasonRule } from '#features/moderation/model/moderation-fields.ts';
import { REASON_MAX } from '#features/moderation/model/moderation-limits.ts';
import { ApiError, call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useFields } from '#web/api/use-fields.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { useLanguageName } from '#web/i18n/language-name.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/field.tsx';
import { translationApi } from '../../contract.ts';
import type { ReviewTask } from '../../contract-views.ts';
import { type Loss, lossBy } from './loss.ts';
import styles from './review.module.css';
import type { ReviewOutcome } from './review-result.tsx';
import { useKeptReason } from './use-kept-reason.ts';

const RULES = { reason: reasonRule };

/** Approves right away, or rejects with a reason. */
export function ReviewVerdict({
  task,
  memberId,
  onLost,
  onChanged,
  onDecided,
}: {
  task: ReviewTask;
  memberId: string;
  onLost: (loss: Loss) => void;
  /** Called if the texts differ from those on this page. */
  onChanged: () => Promise<void>;
  onDecided: (decision: ReviewOutcome) => void;
}) {
  const t = useT('review', 'errors');
  const nameOf = useLanguageName();
  const errorText = useErrorText();
  const heading = useId();
  const { reason, change, forget } = useKeptReason(memberId, task.id);
  const fields = useFields(RULES, { reason });
  const [busy, setBusy] = useState<ReviewOutcome | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { id: translationId, version, translator, previous } = task;
  const name = translator.username;

  const decide = async (decision: ReviewOutcome, act: () => Promise<unknown>) => {
    if (busy) return;
    setBusy(decision);
    setFailure(null);
    try {
      await act();
      forget();
      onDecided(decision);
    } catch (error) {
      setBusy(null);
      const loss = lossBy(error);
      if (loss) return onLost(loss);
      if (fields.refuse(error)) return;
      setFailure(errorText(error));
      if (error instanceof ApiError && error.code === 'translation_outdated') await onChanged();
    }
  };
  const approve = () => decide('approved', () => call(translationApi.approve, { translationId, version }));
  const reject = (event: FormEvent) => {
    event.preventDefault();
    if (fields.check()) void decide('rejected', () => call(translationApi.reject, { translationId, version, reason }));
  };
  return (
    <section className={styles.verdict} aria-labelledby={heading}>
      <h2 id={heading}>{t('review.decision')}</h2>
      {failure && <Banner kind="danger">{failure}</Banner>}
      <div className={styles.ways}>
        {task.isOutdated ? (
          <div>
            <Banner kind="warn">{t('review.outdated', { name })}</Banner>
          </div>
        ) : (
          <div>
            <p>
              <b>{t('review.question')}</b>
            </p>
            <p className="soft">{previous ? t('review.then_update', { name }) : t('review.then_first', { name })}</p>
            <Button kind="primary" busy={busy === 'approved'} onClick={() => void approve()}>
              {t('review.approve')}
            </Button>
          </div>
        )}
        <form noValidate onSubmit={reject}>
          <TextArea
            {...fields.of('reason')}
            label={t('review.reason')}
            help={
              previous ? t('review.reason_help_update', { language: nameOf(task.language) }) : t('review.reason_help')
            }
            count={t('review.count', { length: lengthOf(reason), max: REASON_MAX })}
            placeholder={t('review.reason_hint', { name })}
            required
            value={reason}
            onChange={({ target }) => change(target.value)}
          />
          <Button kind="danger" type="submit" busy={busy === 'rejected'}>
            {t('review.send_back')}
          </Button>
        </form>
      </div>
    </section>
  );
}
