import { type FormEvent, useState } from 'react';
import { lengthOf } from '#core/fields.ts';
import { call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useFields } from '#web/api/use-fields.ts';
import { useFind, useT } from '#web/i18n/i18n.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActs } from '#web/ui/dialog.tsx';
import field from '#web/ui/field.module.css';
import { TextArea, TextField } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { moderationApi } from '../contract.ts';
import { FEEDBACK_MAX, FEEDBACK_TYPES } from '../model/moderation-limits.ts';
import styles from './feedback-dialog.module.css';

interface Draft {
  type: (typeof FEEDBACK_TYPES)[number];
  description: string;
  contact: string;
}

const EMPTY: Draft = { type: 'bug', description: '', contact: '' };
const { description, contact } = moderationApi.feedback.input.shape;
const SCHEMAS = { description, contact };
/** From here on the length is shown. */
const COUNT_FROM = FEEDBACK_MAX * 0.8;

// A dialog closed by mistake loses nothing.
let kept = EMPTY;

/** Tells the makers of the site something (spec §2). The text stays until it is sent. */
export function FeedbackDialog({
  note,
  onClose,
}: {
  /** Sent below what is written: where something failed. */
  note?: string;
  onClose: () => void;
}) {
  const t = useT('feedback', 'errors');
  const find = useFind('feedback');
  const errorText = useErrorText();
  const [draft, setDraft] = useState(kept);
  const fields = useFields(SCHEMAS, draft);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const change = (part: Partial<Draft>) => {
    kept = { ...kept, ...part };
    setDraft(kept);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setFailure(null);
    if (!fields.check()) return;
    setBusy(true);
    const { type } = draft;
    const address = draft.contact.trim();
    try {
      await call(moderationApi.feedback, {
        type,
        description: note ? `${draft.description}\n\n${note}` : draft.description,
        ...(address ? { contact: address } : {}),
      });
      kept = EMPTY;
      onClose();
      toast(t('footer.feedback.successToast'));
    } catch (error) {
      toast(t('footer.feedback.errorToast'));
      if (!fields.refuse(error)) setFailure(errorText(error));
    } finally {
      setBusy(false);
    }
  };

  const length = lengthOf(draft.description);
  return (
    <Dialog title={t('feedback.title')} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <fieldset className={styles.types}>
          <legend>{t('feedback.about')}</legend>
          {FEEDBACK_TYPES.map((type) => (
            <label key={type} className={field.check}>
              <input
                type="radio"
                name="type"
                value={type}
                checked={draft.type === type}
                onChange={() => change({ type })}
              />
              <span>{find(`feedback.type.${type}`)}</span>
            </label>
          ))}
        </fieldset>
        <TextArea
          {...fields.of('description')}
          label={t('feedback.description')}
          required
          value={draft.description}
          count={length >= COUNT_FROM ? `${length} / ${FEEDBACK_MAX}` : undefined}
          onChange={(event) => change({ description: event.target.value })}
        />
        <TextField
          {...fields.of('contact')}
          type="email"
          autoComplete="email"
          label={t('feedback.contact')}
          placeholder={t('feedback.contact_example')}
          value={draft.contact}
          onChange={(event) => change({ contact: event.target.value })}
        />
        {note && <p className="small soft">{t('feedback.sent_with', { note })}</p>}
        {failure && <Banner kind="danger">{failure}</Banner>}
        <DialogActs>
          <Button kind="bare" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button kind="primary" type="submit" busy={busy}>
            {t('feedback.send')}
          </Button>
        </DialogActs>
      </form>
    </Dialog>
  );
}
