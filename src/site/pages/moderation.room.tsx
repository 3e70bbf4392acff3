import { lazy } from 'react';
import { MembersOnly } from '#features/accounts/web/members-only.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { useAddress } from '#web/navigation/use-address.ts';
import { Empty } from '#web/ui/empty.tsx';
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { RoomProps } from '../page.ts';

const ModerationPage = lazy(async () => {
  const [{ ModerationPage }, { SuggestionDialog }] = await Promise.all([
    import('#features/moderation/web/moderation-page.tsx'),
    import('#features/stories/web/suggestion-dialog.tsx'),
  ]);
  return { default: () => <ModerationPage SuggestionDialog={SuggestionDialog} /> };
});
const RoundAuditPage = lazy(() =>
  import('#features/contest/web/audit/round-audit-page.tsx').then((m) => ({ default: m.RoundAuditPage })),
);

/** Moderation (product §10). */
export default function ModerationRoom({ title }: RoomProps<'moderation'>) {
  const t = useT('moderation');
  const { query } = useAddress();
  const roundId = /^\d{1,18}$/.exec(query.get('round') ?? '')?.[0];
  return (
    <MembersOnly title={title} text={t('moderation.login_text')}>
      <LazyBoundary waiting={<Spinner />} failed={<Empty title={t('moderation.load_failed')} />}>
        {roundId ? <RoundAuditPage roundId={roundId} /> : <ModerationPage />}
      </LazyBoundary>
    </MembersOnly>
  );
}
