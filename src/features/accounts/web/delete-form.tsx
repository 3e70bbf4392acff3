import { ChevronDown } from 'lucide';
import { useState } from 'react';
import { useApiForm } from '#web/api/api-form.tsx';
import { call } from '#web/api/client.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { accountDeletionApi, type DeletionView } from '../contract-account-deletion.ts';
import { CONTENT_POLICIES, type ContentPolicy } from '../model/account-deletion.ts';
import { unusedPasskey } from './passkey.ts';
import { ProofFields, useProof } from './proof-fields.tsx';
import styles from './texts-and-you.module.css';
import { withToken } from './use-deletion.ts';

/** Shows what happens to the member’s writing, with actual counts, and asks for the password. */
export function DeleteForm({
  view,
  token,
  onPlanned,
}: {
  view: DeletionView;
  token?: string;
  onPlanned: (answer: { deletionDueAt: string; token: string }) => void;
}) {
  const t = useT('leaving', 'proof');
  const [texts, setTexts] = useState<ContentPolicy>('keep');
  const proof = useProof(view.proofs, accountDeletionApi.deleteAccount.path, token);
  const { fields, failure, isBusy, submit } = useApiForm({
    rules: proof.rules,
    values: proof.values,
    refused: unusedPasskey(t('proof.passkey_unused')),
    send: async () => {
      const given = await proof.give();
      if (!given) return;
      onPlanned(await call(accountDeletionApi.deleteAccount, { texts, proof: given }, withToken(token)));
    },
  });
  const { keep, delete: going } = view.deletionPreview;
  const choices: Record<ContentPolicy, { title: string; text: string }> = {
    keep: { title: t('leaving.stay_title'), text: t('leaving.stay_text', keep) },
    delete: {
      title: t('leaving.go_title'),
      text: t('leaving.go_text', { ...going, title: going.title ?? '', others: going.stories - 1 }),
    },
  };
  return (
    <details className={styles.fold} open={proof.isProven || undefined}>
      <summary>
        {t('leaving.delete_account')}
        <Icon of={ChevronDown} />
      </summary>
      <form className={styles.inside} noValidate onSubmit={submit}>
        <p>{t('leaving.grace')}</p>
        <fieldset className={styles.choose}>
          <legend>{t('leaving.which')}</legend>
          {CONTENT_POLICIES.map((fate) => (
            <label key={fate} className={styles.choice}>
              <input type="radio" name="texts" value={fate} checked={texts === fate} onChange={() => setTexts(fate)} />
              <span>
                <b>{choices[fate].title}</b>
                <span>{choices[fate].text}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <ProofFields proof={proof} fields={fields} />
        {failure && <Banner kind="danger">{failure}</Banner>}
        <Button kind="danger" type="submit" busy={isBusy}>
          {t('leaving.delete')}
        </Button>
      </form>
    </details>
  );
}
