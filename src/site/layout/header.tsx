import { PenLine, Search } from 'lucide';
import { to } from '#core/pages.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { PageSlot } from '#web/page/page-slot.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Brand } from './brand.tsx';
import styles from './header.module.css';
import { LanguageMenu } from './language-menu.tsx';
import { SearchBox } from './search-box.tsx';
import { ThemeButton } from './theme-button.tsx';
import { YourMenu } from './your-menu.tsx';

/**
 * The header of the site. The page is the same for everyone, so it contains what visitors see and what members see, and
 * the style sheet shows one of them. The boot script loads the script of the member’s part, `[data-head]`.
 */
export function Header() {
  const t = useT();
  return (
    <header className={styles.head}>
      <div className="wrap">
        <Brand />
        <SearchBox id="search" />
        <ButtonLink
          kind="icon"
          className={`only-narrow ${styles.push}`}
          // Without words: the page focuses its search box.
          to={to.search({ q: '' })}
          aria-label={t('common.search')}
        >
          <Icon of={Search} />
        </ButtonLink>
        <ThemeButton className="only-wide for-visitors" />
        <span className="for-visitors">
          <LanguageMenu />
        </span>
        <Button kind="primary" className="for-visitors needs-script" data-act="login">
          {t('common.log_in')}
        </Button>
        <span className="small for-visitors without-script">{t('common.login_needs_script')}</span>
        <ButtonLink
          kind="icon"
          className="only-narrow for-members"
          to={to.editStory({ new: 1 })}
          aria-label={t('common.new_story')}
        >
          <Icon of={PenLine} />
        </ButtonLink>
        <ButtonLink kind="primary" className="only-wide for-members" to={to.editStory({ new: 1 })}>
          {t('common.new_story')}
        </ButtonLink>
        <span className={`${styles.own} for-members`} data-head="" data-plain="" data-fails={t('common.no_connection')}>
          <PageSlot name="site.header" />
          <YourMenu />
        </span>
      </div>
    </header>
  );
}
