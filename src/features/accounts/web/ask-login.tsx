import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { type LoginWish, useLogin } from './login-context.tsx';

/** Instead of a page that members alone have: a sentence, and the way to log in. */
export function AskLogin({ title, text, wish }: { title: string; text: string; wish?: LoginWish }) {
  const t = useT();
  const openLogin = useLogin();
  return (
    <>
      <h1 className="hide">{title}</h1>
      <Empty title={t('common.login_first')}>
        <p className="soft">{text}</p>
        <Button kind="primary" onClick={() => openLogin(wish ? { wish } : {})}>
          {t('common.log_in')}
        </Button>
      </Empty>
    </>
  );
}
