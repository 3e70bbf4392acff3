import { lengthOf } from '#core/text.ts';
import { ApiForm, useApiForm } from '#web/api/api-form.tsx';
import { call } from '#web/api/client.ts';
import { keptTexts } from '#web/api/kept-values.ts';
import { useKept } from '#web/api/use-kept.ts';
import { useFind, useT } from '#web/i18n/i18n.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import field from '#web/ui/field.module.css';
import { TextArea, TextField } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.ts';
import { moderationApi } from '../contract.ts';
import { contact, feedback } from '../model/moderation-fields.ts';
import { FEEDBACK_MAX, FEEDBACK_TYPES } from '../model/moderation-limits.ts';
import styles from './feedback-dialog.module.css';

interface Draft {
  type: (typeof FEEDBACK_TYPES)[number];
  description: string;
  contact: string;
}

const EMPTY: Draft = { type: 'bug', description: '', contact: '' };
const readTexts = keptTexts({ type: '', description: '', contact: '' });

function readDraft(given: unknown): Draft {
  const { type, ...texts } = readTexts(given);
  return { type: FEEDBACK_TYPES.find((one) => one === type) ?? EMPTY.type, ...texts };
}

const RULES = { description: feedback, contact };
/** The length is shown from here on. */
const COUNT_FROM = FEEDBACK_MAX * 0.8;

/** The dialog to send feedback about the site (spec §2). The text is kept until it is sent. */
export function FeedbackDialog({
  note,
  onClose,
}: {
  /** Appended to the text: the page that failed. */
  note?: string;
  onClose: () => void;
}) {
  const t = useT('feedback', 'errors');
  const find = useFind('feedback');
  const { value: draft, forget, ...kept } = useKept('feedback', readDraft, EMPTY);
  const change = (part: Partial<Draft>) => kept.change((before) => ({ ...before, ...part }));

  const form = useApiForm({
    rules: RULES,
    values: draft,
    send: async () => {
      const { type } = draft;
      const address = draft.contact.trim();
      await call(moderationApi.feedback, {
        type,
        description: note ? `${draft.description}\n\n${note}` : draft.description,
        ...(address ? { contact: address } : {}),
      });
      forget();
      onClose();
      toast(t('footer.feedback.successToast'));
    },
    refused: () => {
      toast(t('footer.feedback.errorToast'));
      return false;
    },
  });
  const length = lengthOf(draft.description);
  return (
    <Dialog title={t('feedback.title')} onClose={onClose}>
      <ApiForm form={form} act={t('feedback.send')} onCancel={onClose}>
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
          {...form.fields.of('description')}
          label={t('feedback.description')}
          required
          value={draft.description}
          count={length >= COUNT_FROM ? `${length} / ${FEEDBACK_MAX}` : undefined}
          onChange={(event) => change({ description: event.target.value })}
        />
        <TextField
          {...form.fields.of('contact')}
          type="email"
          autoComplete="email"
          label={t('feedback.contact')}
          placeholder={t('feedback.contact_example')}
          value={draft.contact}
          onChange={(event) => change({ contact: event.target.value })}
        />
        {note && <p className="small soft">{t('feedback.sent_with', { note })}</p>}
      </ApiForm>
    </Dialog>
  );
}
