import { fill } from '#web/page/page-slot.tsx';
import { ModeratorActionsSlot } from './moderator-actions-slot.tsx';
import { ReportButton } from './report-button.tsx';

export const onUser = [
  fill('user.care', {
    order: 10,
    Static: ({ user: { id, username } }) => (
      <>
        <ReportButton kind="member" targetId={id} ownerId={id} />
        <ModeratorActionsSlot
          requests={[{ action: 'suspend', targetId: id, owner: { id, username }, language: null }]}
        />
      </>
    ),
  }),
];
