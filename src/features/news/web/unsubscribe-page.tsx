import { to } from '#core/pages.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { ONE_CLICK, OWN_FORM } from '../model/one-click.ts';
import styles from './news.module.css';

/**
 * The page of the link in an email that stops emails of a kind. Only its button stops them, because mail programs open links to
 * check them. It works without a script and without a login.
 */
export function UnsubscribePage({ token, label, isDone }: { token: string; label: string; isDone: boolean }) {
  const t = useT();
  return (
    <div className={styles.stop}>
      <h1 tabIndex={-1}>{t(isDone ? 'news.stop_done_title' : 'news.stop_title')}</h1>
      <p>{t(isDone ? 'news.stop_done' : 'news.stop_text', { label })}</p>
      {!isDone && (
        <form method="post" action={to.unsubscribe({ token })}>
          <input type="hidden" name={ONE_CLICK.name} value={ONE_CLICK.value} />
          <input type="hidden" name={OWN_FORM.name} value={OWN_FORM.value} />
          <Button kind="primary" type="submit">
            {t('news.stop')}
          </Button>
        </form>
      )}
      <ButtonLink to={to.news()}>{t('news.all_settings')}</ButtonLink>
    </div>
  );
}
