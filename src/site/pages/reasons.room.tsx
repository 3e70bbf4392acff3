import { MembersOnly } from '#features/accounts/web/members-only.tsx';
import { ReasonsPage } from '#features/moderation/web/reasons/reasons-page.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import type { RoomProps } from '../page.ts';

/** The statement of reasons of a decision. */
export default function ReasonsRoom({ params, title }: RoomProps<'reasons'>) {
  const t = useT('reasons');
  return (
    <MembersOnly title={title} text={t('reasons.visitor')}>
      <ReasonsPage number={params.number} />
    </MembersOnly>
  );
}
