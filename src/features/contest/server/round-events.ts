interface RoundChange {
  readonly storyId: string;
  readonly roundId: string;
}

/** Emitted in the transaction of the change, with the story and the round locked. */
declare module '#platform/features/events.ts' {
  interface Events {
    /** The round has started: its writers can submit entries. */
    'round.opened': RoundChange;
    /** It has ended. The winning entry is the next chapter of the story. */
    'round.completed': RoundChange & {
      /** Null without a winner. */
      readonly winner: { readonly submissionId: string; readonly chapterId: string; readonly authorId: string } | null;
    };
  }
}

export {};
