import { to } from '#core/pages.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Link } from '#web/ui/link.tsx';
import styles from './news.module.css';

/** Link from the inbox to the settings of emails. */
export function InboxLink() {
  const t = useT('news');
  return (
    <Link className={styles.inboxLink} to={to.news()}>
      {t('news.title')}
    </Link>
  );
}
