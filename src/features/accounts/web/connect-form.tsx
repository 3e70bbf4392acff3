import { useEffect, useRef } from 'react';
import { useApiForm } from '#web/api/api-form.tsx';
import { call } from '#web/api/client.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { leaveFor } from '#web/navigation/leave-for.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { providerApi } from '../contract-providers.ts';
import type { Provider } from '../model/connections.ts';
import styles from './account.module.css';
import { me } from './me.ts';
import { ProofFields, useProof } from './proof-fields.tsx';
import { useMe } from './use-me.ts';
import { useProviderName } from './use-provider-name.ts';

/** The last step of connecting a provider: the member proves that the account here is theirs. */
export function ConnectForm({
  provider,
  answer,
  isTypo,
  onFailed,
}: {
  provider: Provider;
  answer: { state: string; code?: string; iss?: string };
  /** True for an error after which the form can be sent again. */
  isTypo: (error: unknown) => boolean;
  onFailed: (error: unknown) => void;
}) {
  const t = useT('proof', 'accounts', 'errors');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { data: own } = useMe();
  const act = provider === 'google' ? providerApi.connectGoogle : providerApi.connectOpenid;
  const isGoogle = provider === 'google';
  const words = { provider: useProviderName()(provider) };
  // Another login at a provider would lose what this one has returned.
  const kinds = own?.proofs.filter((kind) => kind !== 'provider' && kind !== 'openid') ?? ['password' as const];
  const proof = useProof(kinds, act.path);
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
      const { from } = await call(act, { ...answer, proof: given });
      await me.renew();
      leaveFor(from, {
        say: isGoogle ? t('accounts.google_connected') : t('accounts.provider_connected', words),
        replace: true,
      });
    },
  });
  return (
    <section className={styles.page}>
      <h1 ref={heading} tabIndex={-1}>
        {isGoogle ? t('proof.connect_title') : t('proof.connect_openid_title', words)}
      </h1>
      <p>{isGoogle ? t('proof.connect_text') : t('proof.connect_openid_text', words)}</p>
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
