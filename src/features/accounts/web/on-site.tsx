import pageFiles from 'virtual:page-files';
import { useLanguage } from '#web/i18n/i18n.tsx';
import { fill } from '#web/page/page-slot.tsx';
import { useSite } from '#web/ui/use-site.ts';
import { LoginTemplate } from './login/login-template.tsx';

/** The template of the login form, with the files of its script and of what visitors without an account need next. */
function Login() {
  const { google, openid, passkeys } = useSite();
  const ahead = [...pageFiles.signup, pageFiles.texts[useLanguage()]?.accounts ?? ''];
  return (
    <template data-script={pageFiles.login.join(' ')} data-ahead={ahead.join(' ')}>
      <LoginTemplate google={google} openid={openid} passkeys={passkeys} />
    </template>
  );
}

export const onSite = [fill('site.templates', { order: 10, Static: Login })];
