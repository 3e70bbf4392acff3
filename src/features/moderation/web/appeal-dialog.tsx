import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { lengthOf } from '#core/fields.ts';
import { call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useFields } from '#web/api/use-fields.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActs } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { caseApi } from '../contract-cases.ts';
import { APPEAL_MAX, APPEAL_MIN } from '../model/restriction.ts';
import styles from './report-dialog.module.css';
import { OWN_RESTRICTIONS } from './use-own-restrictions.ts';

const SCHEMAS = { text: caseApi.appeal.input.shape.text };

/** The one message against a decision. */
export function AppealDialog({
  restrictionId,
  token,
  onClose,
}: {
  restrictionId: string;
  /** Of a restricted member, who has no session. */
  token: string | null;
  onClose: () => void;
}) {
  const t = useT('decisions', 'errors');
  const errorText = useErrorText();
  const client = useQueryClient();
  const [text, setText] = useState('');
  const fields = useFields(SCHEMAS, { text });
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setFailure(null);
    if (busy || !fields.check()) return;
    setBusy(true);
    try {
      await call(caseApi.appeal, { restrictionId, text }, token === null ? {} : { token });
      toast(t('decisions.appeal_sent'));
      await client.invalidateQueries({ queryKey: OWN_RESTRICTIONS });
      onClose();
    } catch (error) {
      if (!fields.refuse(error)) setFailure(errorText(error));
      setBusy(false);
    }
  };
  return (
    <Dialog title={t('decisions.appeal')} wide onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <p className="soft">{t('decisions.appeal_text')}</p>
        <TextArea
          {...fields.of('text')}
          label={t('decisions.appeal_label')}
          help={t('decisions.appeal_help', { min: APPEAL_MIN, max: APPEAL_MAX })}
          count={String(lengthOf(text))}
          required
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {failure && <Banner kind="danger">{failure}</Banner>}
        <DialogActs>
          <Button kind="bare" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button kind="primary" type="submit" busy={busy}>
            {t('decisions.appeal_send')}
          </Button>
        </DialogActs>
      </form>
    </Dialog>
  );
}
