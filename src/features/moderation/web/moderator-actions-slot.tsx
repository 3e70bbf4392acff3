import { Slot } from '#web/page/slot.tsx';
import type { RestrictionRequest } from './restrict-dialog.tsx';

export interface ModeratorActionsProps {
  requests: readonly RestrictionRequest[];
}

declare module '#web/page/slot.tsx' {
  interface Slots {
    'moderator-actions': ModeratorActionsProps;
  }
}

/** The slot for the moderators’ buttons in a document. */
export function ModeratorActionsSlot(props: ModeratorActionsProps) {
  return <Slot name="moderator-actions" props={props} />;
}
