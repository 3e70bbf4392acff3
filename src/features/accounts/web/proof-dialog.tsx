import { ApiForm, useApiForm } from '#web/api/api-form.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import type { Proof } from '../contract-proof.ts';
import type { ProofKind } from '../model/proof.ts';
import { unusedPasskey } from './passkey.ts';
import { ProofFields, useProof } from './proof-fields.tsx';

/** A dialog that asks the member to prove that it is them, and then makes one call. */
export function ProofDialog({
  title,
  text,
  label,
  act,
  kinds,
  token,
  send,
  onClose,
}: {
  title: string;
  /** What will happen. */
  text: string;
  /** Label of the button. */
  label: string;
  /** The path of the call. */
  act: string;
  /** How the member can prove it. */
  kinds: readonly ProofKind[];
  /** That of a restricted member. */
  token?: string | undefined;
  /** Makes the call. Throws if it fails. */
  send: (proof: Proof) => Promise<void>;
  onClose: () => void;
}) {
  const t = useT('proof', 'errors');
  const proof = useProof(kinds, act, token);
  const form = useApiForm({
    rules: proof.rules,
    values: proof.values,
    refused: unusedPasskey(t('proof.passkey_unused')),
    send: async () => {
      const given = await proof.give();
      if (!given) return;
      await send(given);
      onClose();
    },
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <ApiForm form={form} act={label} onCancel={onClose}>
        <p>{text}</p>
        <ProofFields proof={proof} fields={form.fields} />
      </ApiForm>
    </Dialog>
  );
}
