import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { lengthOf } from '#core/text.ts';
import { ApiForm, useApiForm } from '#web/api/api-form.tsx';
import { call } from '#web/api/client.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.ts';
import { caseApi } from '../contract-cases.ts';
import { appealText } from '../model/moderation-fields.ts';
import { APPEAL_MAX, APPEAL_MIN } from '../model/restriction.ts';
import { OWN_RESTRICTIONS } from './use-own-restrictions.ts';

const RULES = { text: appealText };

/** The dialog to appeal a decision, which is possible once. */
export function AppealDialog({
  restrictionId,
  token,
  onClose,
}: {
  restrictionId: string;
  /** Token of a suspended or banned member, who has no session. */
  token: string | null;
  onClose: () => void;
}) {
  const t = useT('decisions', 'errors');
  const client = useQueryClient();
  const [text, setText] = useState('');
  const form = useApiForm({
    rules: RULES,
    values: { text },
    send: async () => {
      await call(caseApi.appeal, { restrictionId, text }, token === null ? {} : { token });
      toast(t('decisions.appeal_sent'));
      await client.invalidateQueries({ queryKey: OWN_RESTRICTIONS });
      onClose();
    },
  });
  return (
    <Dialog title={t('decisions.appeal')} wide onClose={onClose}>
      <ApiForm form={form} act={t('decisions.appeal_send')} onCancel={onClose}>
        <p className="soft">{t('decisions.appeal_text')}</p>
        <TextArea
          {...form.fields.of('text')}
          label={t('decisions.appeal_label')}
          help={t('decisions.appeal_help', { min: APPEAL_MIN, max: APPEAL_MAX })}
          count={String(lengthOf(text))}
          required
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </ApiForm>
    </Dialog>
  );
}
