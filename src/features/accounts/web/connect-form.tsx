import { useEffect, useRef } from 'react';
import { useApiForm } from '#web/api/api-form.tsx';
import { call } from '#web/api/client.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { leaveFor } from '#web/navigation/leave-for.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { accountApi } from '../contract.ts';
import styles from './account.module.css';
import { me } from './me.ts';
import { ProofFields, useProof } from './proof-fields.tsx';

/** The last step of connecting a Google account: the member proves that the account here is theirs. */
export function ConnectForm({
  answer,
  isTypo,
  onFailed,
}: {
  answer: { state: string; code?: string; iss?: string };
  /** True for an error after which the form can be sent again. */
  isTypo: (error: unknown) => boolean;
  onFailed: (error: unknown) => void;
}) {
  const t = useT('proof', 'accounts', 'errors');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  // Only members with a password can connect an account: the others have one already.
  const proof = useProof(['password'], accountApi.connectGoogle.path);
  const { fields, failure, isBusy, submit } = useApiForm({
    rules: proof.rules,
    values: proof.values,
    refused(error) {
      if (isTypo(error)) return false;
      onFailed(error);
      return true;
    },
    async send() {
      const given = await proof.give();
      if (!given) return;
      const { from } = await call(accountApi.connectGoogle, { ...answer, proof: given });
      await me.renew();
      leaveFor(from, { say: t('accounts.google_connected'), replace: true });
    },
  });
  return (
    <section className={styles.page}>
      <h1 ref={heading} tabIndex={-1}>
        {t('proof.connect_title')}
      </h1>
      <p>{t('proof.connect_text')}</p>
      <form className={styles.form} noValidate onSubmit={submit}>
        <ProofFields proof={proof} fields={fields} />
        {failure && <Banner kind="danger">{failure}</Banner>}
        <Button kind="primary" type="submit" busy={isBusy}>
          {t('proof.connect')}
        </Button>
      </form>
    </section>
  );
}
