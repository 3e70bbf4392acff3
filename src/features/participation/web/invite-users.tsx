import { useState } from 'react';
import { useStoryViewer } from '#features/stories/web/use-story-viewer.ts';
import { QueryProvider } from '#web/api/query.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { useApplicationCount } from './use-story-people.ts';

interface Props {
  storyId: string;
  title: string;
  /** The label, if not “Invite users”. */
  label?: string;
}

/** The “Invite users” button, for the creator of a story with several writers. */
export function InviteUsers(props: Props) {
  return (
    <QueryProvider>
      <Invite {...props} />
    </QueryProvider>
  );
}

function Invite({ storyId, title, label }: Props) {
  const t = useT('participation');
  const { data } = useStoryViewer(storyId);
  const [isOpen, setOpen] = useState(false);
  const applications = useApplicationCount(storyId, data?.can.invite === true);
  if (!data?.can.invite) return null;
  const close = () => setOpen(false);
  return (
    <>
      {applications > 0 && (
        <Button onClick={() => setOpen(true)}>{t('participation.answer_applications', { count: applications })}</Button>
      )}
      <Button onClick={() => setOpen(true)}>{label ?? t('participation.invite_users')}</Button>
      {isOpen && (
        <LazyBoundary onFailure={close}>
          <InviteDialog storyId={storyId} title={title} onClose={close} />
        </LazyBoundary>
      )}
    </>
  );
}
