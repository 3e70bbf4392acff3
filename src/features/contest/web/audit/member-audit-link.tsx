import { to } from '#core/pages.ts';
import { useMe } from '#features/accounts/web/use-me.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Link } from '#web/ui/link.tsx';
import more from '#web/ui/more.module.css';

export function MemberAuditLink({ roundId }: { roundId: string }) {
  const { data: me } = useMe();
  return me && me.roles.length > 0 ? <ToAudit roundId={roundId} /> : null;
}

/** A separate component, so that its texts are loaded for moderators only. */
function ToAudit({ roundId }: { roundId: string }) {
  const t = useT('moderation');
  return (
    <Link className={more.more} to={to.moderation({ round: roundId })}>
      {t('moderation.audit_link')}
    </Link>
  );
}
