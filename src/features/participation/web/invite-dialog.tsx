import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { storyKey } from '#features/stories/web/use-story-viewer.ts';
import { useOnMessage } from '#web/api/use-on-message.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { REQUEST_DAYS } from '../model/participation-limits.ts';
import { InvitationLinks } from './invitation-links.tsx';
import styles from './invite.module.css';
import { InviteSearch } from './invite-search.tsx';
import { ManageParticipants } from './manage-participants.tsx';
import { PendingRequests } from './pending-requests.tsx';

/** Lets the creator invite members, answer applications and remove writers. */
export function InviteDialog({ storyId, title, onClose }: { storyId: string; title: string; onClose: () => void }) {
  const t = useT('participation', 'errors');
  const client = useQueryClient();
  // Every answer sends the creator a message. Pages of the story follow its writers, but not its requests.
  const refetch = useCallback(() => client.invalidateQueries({ queryKey: storyKey(storyId) }), [client, storyId]);
  useOnMessage(refetch, true);
  return (
    <Dialog title={t('participation.invite_to', { title })} wide fill onClose={onClose}>
      <InviteSearch storyId={storyId} />
      <p className="small soft">{t('participation.invite_lasts', { days: REQUEST_DAYS })}</p>
      <InvitationLinks storyId={storyId} />
      <PendingRequests storyId={storyId} />
      <section className={styles.part}>
        <ManageParticipants storyId={storyId} />
      </section>
    </Dialog>
  );
}
