import type { WritingMode } from '#features/stories/model/writing-mode.ts';
import type { StoryAtHand } from '#features/stories/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import type { ModeFacts, WritingModeRules } from '../model/writing-mode-rules.ts';
import type { ChapterRecord } from './chapters.repo.ts';
import type { ChapterOrder } from './order/chapter-order.ts';
import { lineOrder } from './order/line-order.ts';

/**
 * A mode with what it reads and does. The hooks run in the open transaction, with the story and the chapter locked and
 * the chapter moved already; throwing there undoes the move. An edit of what is published is no mode's business.
 */
export interface WritingModeOnServer<Facts extends ModeFacts = ModeFacts> extends WritingModeRules<Facts> {
  /** How its chapters stand behind one another. */
  readonly order: ChapterOrder;
  /** Reads what `canWrite` hangs on. `chapterId` is the chapter that is to be sent, null when one is to be begun. */
  loadFacts(ctx: Ctx, story: StoryAtHand, parentId: string | null, chapterId: string | null): Promise<Facts>;
  /** A chapter went to review; `nextAuthorId` is whom its author wants to write next, where a mode asks for it. */
  onSubmit(ctx: Ctx, chapter: ChapterRecord, wish: { nextAuthorId: string | null }): Promise<void>;
  /** It is back with its author, taken back or rejected. */
  onReturned(ctx: Ctx, chapter: ChapterRecord, action: 'withdraw' | 'reject'): Promise<void>;
  /** The world can read it, and it is counted. */
  onPublished(ctx: Ctx, chapter: ChapterRecord): Promise<void>;
}

/** The modes with their rules. One that is missing does not compile. */
export type WritingModes = Readonly<Record<WritingMode, WritingModeOnServer>>;

/** For modes that ask nothing but who owns the story and in which nobody waits for anybody. */
export const plainMode = {
  order: lineOrder,
  loadFacts: async (_ctx: Ctx, story: StoryAtHand): Promise<ModeFacts> => ({ story: story.facts }),
  onSubmit: async () => {},
  onReturned: async () => {},
  onPublished: async () => {},
};
