import { ChevronDown, Globe, LogOut, Moon, ShieldCheck, User } from 'lucide';
import { useEffect } from 'react';
import { LANGUAGE_NAMES } from '#core/languages.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { useMe } from '#features/accounts/web/use-me.ts';
import { call } from '#web/api/client.ts';
import { dropTokens, refreshToken } from '#web/api/session.ts';
import { keepMemberHead } from '#web/boot/member-head.ts';
import { useLanguage, useT } from '#web/i18n/i18n.tsx';
import { leaveFor } from '#web/navigation/leave-for.ts';
import { Avatar, hasPicture } from '#web/ui/avatar.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link, useHref } from '#web/ui/link.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { toast } from '#web/ui/toast.tsx';
import { LanguageLinks } from './language-menu.tsx';
import styles from './your-menu.module.css';

/** Pages that nobody sees without being signed in. */
const MEMBERS_PAGES = /^\/(profile|messages|edit_story|moderation|review_(story|chapter)_translation)$/;

/** The member's picture, and behind it the profile, light or dark, the language and the way out (spec §2). */
export function YourMenu() {
  const t = useT();
  const language = useLanguage();
  const { data: me, isError } = useMe();
  const isUnknown = isError && me === undefined && refreshToken() !== null;
  const failure = t('common.user_fetch_failed');
  const href = useHref();
  useEffect(() => {
    if (isUnknown) toast(failure);
  }, [isUnknown, failure]);
  useEffect(() => {
    if (me) keepMemberHead({ username: me.username, picture: hasPicture(me.avatar) ? me.avatar : null });
  }, [me]);
  const exit = async () => {
    const token = refreshToken();
    const said = t('common.exited');
    // Who leaves is not asked to come in again, as a members' page would.
    if (MEMBERS_PAGES.test(location.pathname)) leaveFor(href('/'), { say: said });
    else toast(said);
    // Here it is over at once; the server is told, and forgets the session in time if it cannot be reached.
    dropTokens();
    if (token) call(accountApi.logout, { token }).catch(() => {});
  };
  return (
    <Menu
      kind="icon"
      label={t('common.your_menu')}
      face={<Avatar name={me?.username ?? ''} src={me?.avatar ?? null} />}
      panelClassName={styles.menu}
    >
      {me && <p className={styles.name}>{me.username}</p>}
      <Link to="/profile">
        <Icon of={User} />
        {t('common.profile')}
      </Link>
      {me && me.roles.length > 0 && (
        <Link to="/moderation">
          <Icon of={ShieldCheck} />
          {t('common.moderation')}
        </Link>
      )}
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
      <button type="button" data-leaves onClick={exit}>
        <Icon of={LogOut} />
        {t('common.exit')}
      </button>
    </Menu>
  );
}
