import { ShieldCheck } from 'lucide';
import { to } from '#core/pages.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { fill } from '#web/page/page-slot.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';

/** The link to the moderation page. The script of the header shows it to moderators. */
function MenuLink() {
  const t = useT();
  return (
    <Link to={to.moderation()} data-moderates="" hidden>
      <Icon of={ShieldCheck} />
      {t('common.moderation')}
    </Link>
  );
}

export const onSite = [fill('site.menu', { order: 10, Static: MenuLink })];
