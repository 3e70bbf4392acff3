import { MembersOnly } from '#features/accounts/web/members-only.tsx';
import { Inbox } from '#features/messages/web/inbox.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { RoomProps } from '../page.ts';

/** The inbox (spec §2). */
export default function MessagesRoom({ title }: RoomProps<'messages'>) {
  const t = useT('inbox');
  return (
    <MembersOnly title={title} text={t('inbox.visitor')} reason="messages">
      <LazyBoundary waiting={<Spinner />} failed={<Empty title={t('messages.fetchError')} />}>
        <Inbox />
      </LazyBoundary>
    </MembersOnly>
  );
}
