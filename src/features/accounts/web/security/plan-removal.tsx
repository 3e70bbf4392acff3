import { useState } from 'react';
import { lengthOf } from '#core/text.ts';
import { ApiForm, useApiForm } from '#web/api/api-form.tsx';
import { call } from '#web/api/client.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.ts';
import type { Me } from '../../contract.ts';
import { factorHelpApi, type MemberFactors } from '../../contract-factor-help.ts';
import { HELP_REASON_MAX, HELP_REASON_MIN, helpReason } from '../../model/factor-help.ts';
import { unusedPasskey } from '../passkey.ts';
import { ProofFields, useProof } from '../proof-fields.tsx';

/** Asks an administrator why a member’s second factors shall be removed, and for proof that it is them. */
export function PlanRemoval({
  me,
  member,
  onPlanned,
  onClose,
}: {
  me: Me;
  member: MemberFactors['member'];
  onPlanned: () => Promise<void>;
  onClose: () => void;
}) {
  const t = useT('administration', 'proof', 'errors');
  const [reason, setReason] = useState('');
  const proof = useProof(me.proofs, factorHelpApi.remove.path);
  const name = member.username;
  const form = useApiForm({
    rules: { reason: helpReason, ...proof.rules },
    values: { reason, ...proof.values },
    refused: unusedPasskey(t('proof.passkey_unused')),
    send: async (sent) => {
      const given = await proof.give();
      if (!given) return;
      await call(factorHelpApi.remove, { userId: member.id, reason: sent.reason, proof: given });
      toast(t('administration.planned', { name }));
      await onPlanned();
      onClose();
    },
  });
  return (
    <Dialog title={t('administration.remove_title', { name })} wide onClose={onClose}>
      <ApiForm form={form} act={t('administration.remove_act')} onCancel={onClose}>
        <p>{t('administration.remove_text', { name })}</p>
        <TextArea
          {...form.fields.of('reason')}
          label={t('administration.reason')}
          help={t('administration.reason_help', { min: HELP_REASON_MIN, max: HELP_REASON_MAX })}
          count={String(lengthOf(reason))}
          required
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <ProofFields proof={proof} fields={form.fields} />
      </ApiForm>
    </Dialog>
  );
}
