import type { WritingMode } from '#features/stories/model/writing-mode.ts';

/** Emitted in the open transaction, with the story locked and the participants already changed. */
interface ParticipantChange {
  readonly storyId: string;
  readonly mode: WritingMode;
  readonly accountId: string;
}

declare module '#platform/features/events.ts' {
  interface Events {
    /** A member takes part in a story, for the first time or again. */
    'participant.joined': ParticipantChange;
    /** A participant has left or was removed. Their chapters stay. */
    'participant.left': ParticipantChange;
  }
}
