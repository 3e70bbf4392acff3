import { ChevronDown, Globe, LogOut, Moon, Settings, User } from 'lucide';
import { LANGUAGE_NAMES } from '#core/languages.ts';
import { ACCOUNT_HASH, to } from '#core/pages.ts';
import { useLanguage, useT } from '#web/i18n/i18n.tsx';
import { PageSlot } from '#web/page/page-slot.tsx';
import avatars from '#web/ui/avatar.module.css';
import { classNames } from '#web/ui/class-names.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link, useHref } from '#web/ui/link.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { LanguageLinks } from './language-menu.tsx';
import styles from './your-menu.module.css';

/**
 * The member’s picture. It opens a menu with the profile, the theme, the language and Exit (spec §2). The picture is
 * set by CSS custom properties (`boot/member-head.ts`). The script of the header
 * (`features/messages/web/member-head/account-menu.ts`) adds the rest: the name, the link for moderators (`site.menu`), and Exit.
 */
export function YourMenu() {
  const t = useT();
  const language = useLanguage();
  const href = useHref();
  return (
    <Menu
      kind="icon"
      label={t('common.your_menu')}
      face={<span className={classNames(avatars.avatar, styles.picture)} aria-hidden="true" />}
      panelClassName={styles.menu}
    >
      <p className={styles.name} data-name="" hidden />
      <Link to={to.profile()}>
        <Icon of={User} />
        {t('common.profile')}
      </Link>
      <Link to={`${to.profile()}${ACCOUNT_HASH}`}>
        <Icon of={Settings} />
        {t('account.account')}
      </Link>
      <PageSlot name="site.menu" />
      <hr />
      <button type="button" data-act="theme">
        <Icon of={Moon} />
        {t('common.theme')}
      </button>
      <details>
        <summary>
          <Icon of={Globe} />
          <span>{t('common.labelled', { name: t('common.language'), value: LANGUAGE_NAMES[language] })}</span>
          <Icon of={ChevronDown} />
        </summary>
        <LanguageLinks />
      </details>
      <hr />
      <button type="button" data-exits={href('/')} data-said={t('common.exited')}>
        <Icon of={LogOut} />
        {t('common.exit')}
      </button>
    </Menu>
  );
}
