import { type ReactNode, useEffect, useRef, useState } from 'react';
import { call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextButton } from '#web/ui/text-button.tsx';
import { factorApi } from '../contract-factors.ts';
import styles from './account.module.css';
import type { ViewProps } from './account-view.ts';
import { answerChallenge, PasskeyUnused } from './passkey.ts';
import { useEntering } from './use-entering.ts';

/** A button that uses a passkey, and says so if it was not used. `begins`: uses it right away. */
export function PasskeyStep({
  text,
  begins = false,
  use,
  refused,
  children,
}: {
  text: string;
  begins?: boolean;
  use: () => Promise<void>;
  /** Returns true for an error that is shown elsewhere. */
  refused: (error: unknown) => boolean;
  /** Other ways on. */
  children: ReactNode;
}) {
  const t = useT('accounts', 'errors');
  const errorText = useErrorText();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{ text: string; isError: boolean } | null>(null);
  const press = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await use();
    } catch (error) {
      const isUnused = error instanceof PasskeyUnused;
      if (!refused(error))
        setFailure({ text: isUnused ? t('accounts.passkey_unused') : errorText(error), isError: !isUnused });
    }
    setBusy(false);
  };
  const begun = useRef(!begins);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void press();
  });
  return (
    <div className={styles.form}>
      <p>{text}</p>
      {failure && <Banner kind={failure.isError ? 'danger' : 'warn'}>{failure.text}</Banner>}
      <Button kind="primary" className={styles.across} busy={isBusy} onClick={() => void press()}>
        {t(failure ? 'accounts.try_again' : 'accounts.use_passkey')}
      </Button>
      {children}
    </div>
  );
}

/** Logs in with a passkey alone. Opened by the button of the login form, which was the press that it takes. */
export function PasskeyLogin({ request, close, show }: ViewProps) {
  const t = useT('accounts');
  const { entered, refused } = useEntering({ request, close });
  const use = async () => {
    const answered = await answerChallenge(await call(factorApi.passkeyChallenge, {}));
    entered(await call(factorApi.loginWithPasskey, answered));
  };
  return (
    <PasskeyStep begins text={t('accounts.passkey_wait')} use={use} refused={refused}>
      <p>
        <TextButton onClick={() => show('login')}>{t('accounts.other_way')}</TextButton>
      </p>
    </PasskeyStep>
  );
}
