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

declare module '#platform/context.ts' {
  interface Ports {
    /** Returns the member whose turn it is in a story. Null without turns, or if no one has the turn. */
    readonly turnHolder: (ctx: Ctx, story: { id: string; mode: WritingMode }) => Promise<string | null>;
  }
}
