import { lazy } from 'react';
import { MembersOnly } from '#features/accounts/web/members-only.tsx';
import { ModerationPage } from '#features/moderation/web/moderation-page.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { useAddress } from '#web/navigation/use-address.ts';
import { RoomSlot } from '#web/page/room-slot.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { RoomProps } from '../page.ts';

const AdministrationPage = lazy(async () => ({
  default: (await import('#features/moderation/web/administration/administration-page.tsx')).AdministrationPage,
}));

/** Moderation (product §10), and what only administrators can do in it. */
export default function ModerationRoom({ title }: RoomProps<'moderation'>) {
  const t = useT('moderation');
  const { query } = useAddress();
  const roundId = /^\d{1,18}$/.exec(query.get('round') ?? '')?.[0];
  return (
    <MembersOnly title={title} text={t('moderation.login_text')}>
      <LazyBoundary waiting={<Spinner />} failed={<Empty title={t('moderation.load_failed')} />}>
        {roundId ? (
          <RoomSlot name="moderation.round" roundId={roundId} />
        ) : query.has('administration') ? (
          <AdministrationPage />
        ) : (
          <ModerationPage />
        )}
      </LazyBoundary>
    </MembersOnly>
  );
}
