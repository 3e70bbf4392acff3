import { to } from '#core/pages.ts';
import { isGivenName } from '#features/accounts/model/given-name.ts';
import { useMe } from '#features/accounts/web/use-me.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { EDIT_HASH } from './edit-address.ts';

/** Link to choose a username. For members who still have the generated one when they publish their first story. */
export function ChooseName() {
  const t = useT('account');
  const { data: me } = useMe();
  if (!me || !isGivenName(me.username)) return null;
  return (
    <ButtonLink kind="bare" to={to.profile() + EDIT_HASH}>
      {t('account.choose_name')}
    </ButtonLink>
  );
}
