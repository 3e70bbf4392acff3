import { useLogin } from '#features/accounts/web/login-context.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';

/** Shown when the session ended while writing. No text is lost. */
export function SignInAgain() {
  const t = useT('chapters');
  const openLogin = useLogin();
  return (
    <Banner
      kind="warn"
      action={
        <Button small onClick={() => openLogin({ reason: 'write' })}>
          {t('chapters.log_in_again')}
        </Button>
      }
    >
      {t('chapters.state_signed_out')}
    </Banner>
  );
}
