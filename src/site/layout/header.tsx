import { Bell, PenLine, Search } from 'lucide';
import { useT } from '#web/i18n/i18n.tsx';
import { Slot } from '#web/page/slot.tsx';
import avatars from '#web/ui/avatar.module.css';
import badges from '#web/ui/badge.module.css';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Brand } from './brand.tsx';
import styles from './header.module.css';
import { LanguageMenu } from './language-menu.tsx';
import { SearchBox } from './search-box.tsx';
import { ThemeButton } from './theme-button.tsx';

/**
 * The head of the site. The page is the same for everyone, so it holds what visitors see and what members see; the style
 * sheet shows one of them, and the places keep their size while what is the member's own is fetched.
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
          to="/search_result"
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
          to="/edit_story?new=1"
          aria-label={t('common.new_story')}
        >
          <Icon of={PenLine} />
        </ButtonLink>
        <ButtonLink kind="primary" className="only-wide for-members" to="/edit_story?new=1">
          {t('common.new_story')}
        </ButtonLink>
        <span className={`${styles.own} for-members`}>
          <Slot name="member-menus" props={{}}>
            <MemberPlaces />
          </Slot>
        </span>
      </div>
    </header>
  );
}

/**
 * Placeholders for bell and picture while the member's menus load. They show what the previous page knew
 * (`boot/member-head.ts`). Without JavaScript, the bell still links to the inbox.
 */
function MemberPlaces() {
  const t = useT();
  return (
    <>
      <ButtonLink kind="icon" to="/messages" aria-label={t('common.messages')}>
        <Icon of={Bell} />
        <span className={classNames(badges.pip, styles.unread)} />
      </ButtonLink>
      <ButtonLink kind="icon" to="/profile" aria-label={t('common.profile')}>
        <span className={classNames(avatars.avatar, styles.picture)} />
      </ButtonLink>
    </>
  );
}
