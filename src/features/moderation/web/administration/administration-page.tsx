import { to } from '#core/pages.ts';
import { FactorHelp } from '#features/accounts/web/security/factor-help.tsx';
import { useMe } from '#features/accounts/web/use-me.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { Link } from '#web/ui/link.tsx';
import { ForModerators } from '../for-moderators.tsx';
import styles from './administration.module.css';
import { SiteStateSection } from './site-state-section.tsx';

/** What only administrators can do in moderation: see how the site runs, and help members who have lost their second factors. */
export function AdministrationPage() {
  return (
    <ForModerators>
      <Administration />
    </ForModerators>
  );
}

function Administration() {
  const t = useT('administration', 'moderation', 'doctor', 'errors');
  const { data: me } = useMe();
  if (!me?.roles.includes('administrator'))
    return (
      <Empty isPage title={t('administration.for_administrators')}>
        <ButtonLink to={to.moderation()}>{t('moderation.back_to_queue')}</ButtonLink>
      </Empty>
    );
  return (
    <>
      <header className={styles.head}>
        <h1 tabIndex={-1}>{t('administration.title')}</h1>
        <Link to={to.moderation()}>{t('moderation.back_to_queue')}</Link>
      </header>
      <SiteStateSection />
      <FactorHelp me={me} />
    </>
  );
}
