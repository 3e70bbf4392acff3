import type { Db } from '#platform/db/database.ts';
import type { WritingModes } from './writing-modes.ts';

declare module '#platform/features/feature.ts' {
  interface Registries {
    /** The writing modes with their rules. */
    readonly modes: WritingModes;
    /**
     * What members other than this one have built on a story: ids of chapters, and `story` for its title and
     * description. Such a chapter counts as having a successor.
     */
    readonly builtOnBy: Readonly<
      Record<string, (db: Db, storyId: string, memberId: string) => Promise<ReadonlySet<string>>>
    >;
  }
}
