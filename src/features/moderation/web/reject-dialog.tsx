import { type FormEvent, useState } from 'react';
import { lengthOf } from '#core/fields.ts';
import { LANGUAGE_NAMES, LANGUAGE_TAGS } from '#core/languages.ts';
import { ApiError } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useFields } from '#web/api/use-fields.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActs } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/field.tsx';
import { moderationApi, type ReviewDetail } from '../contract.ts';
import { REASON_MAX, REASON_MIN } from '../model/moderation-limits.ts';
import styles from './case-file.module.css';
import { useLanguageName } from './words.ts';

const SCHEMAS = { reason: moderationApi.reject.input.shape.reason };

/**
 * Reasons that were begun, by what they are about: a dialog closed by mistake loses nothing, and neither does looking at
 * another text, or this one being sent again meanwhile.
 */
const kept = new Map<string, string>();
const subjectOf = ({ kind, subjectId }: ReviewDetail) => `${kind} ${subjectId}`;

/** What the author will read. There is no sending back without it (product §4). */
export function RejectDialog({
  review,
  onReject,
  onClose,
}: {
  review: ReviewDetail;
  /** Throws when it is not done. */
  onReject: (reason: string) => Promise<void>;
  onClose: () => void;
}) {
  const t = useT('moderation', 'errors');
  const errorText = useErrorText();
  const languageName = useLanguageName();
  const [reason, setReason] = useState(kept.get(subjectOf(review)) ?? '');
  const fields = useFields(SCHEMAS, { reason });
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const change = (text: string) => {
    kept.set(subjectOf(review), text);
    setReason(text);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setFailure(null);
    if (busy || !fields.check()) return;
    setBusy(true);
    try {
      await onReject(reason);
      kept.delete(subjectOf(review));
    } catch (error) {
      // What has changed meanwhile is told where the text stands; the reason is kept for when it is wanted.
      if (error instanceof ApiError && (error.code === 'review_outdated' || error.code === 'review_not_found'))
        onClose();
      else if (!fields.refuse(error)) setFailure(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  const language = languageName(review.language) ?? LANGUAGE_NAMES[review.language];
  return (
    <Dialog title={t('moderation.reject_title')} wide onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <TextArea
          {...fields.of('reason')}
          label={t('moderation.reason', { author: review.author.username, language })}
          help={t('moderation.reason_help', { min: REASON_MIN, max: REASON_MAX })}
          count={String(lengthOf(reason))}
          lang={LANGUAGE_TAGS[review.language]}
          required
          value={reason}
          onChange={(event) => change(event.target.value)}
        />
        {failure && <Banner kind="danger">{failure}</Banner>}
        <DialogActs>
          <Button kind="bare" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button kind="primary" type="submit" busy={busy}>
            {t('moderation.reject_next')}
          </Button>
        </DialogActs>
      </form>
    </Dialog>
  );
}
