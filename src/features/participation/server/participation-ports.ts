import type { RawBuilder } from 'kysely';
import type { WritingMode } from '#features/stories/model/writing-mode.ts';

declare module '#platform/context.ts' {
  interface Ports {
    /** Returns the member whose turn it is in a story. Null without turns, or if no one has the turn. */
    readonly turnHolder: (ctx: Ctx, story: { id: string; mode: WritingMode }) => Promise<string | null>;
    /** The same as SQL, for the story `s`. */
    readonly turnHolderSql: RawBuilder<string | null>;
  }
}
