import type { Decision } from '#core/decision.ts';
import type { WritingMode } from '#features/stories/model/writing-mode.ts';
import type { StoryAtHand } from '#features/stories/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import { canCreateChapter } from '../model/chapter-policy.ts';
import type { ModeFacts, WritingModeRules } from '../model/writing-mode-rules.ts';
import type { ChapterRecord } from './chapters.repo.ts';
import type { ChapterOrder } from './order/chapter-order.ts';
import { lineOrder } from './order/line-order.ts';

/**
 * A mode with what it reads and does. The hooks run in the open transaction, with the story and the chapter locked and
 * the chapter moved already; throwing there undoes the move. An edit of what is published is no mode's business.
 */
export interface WritingModeOnServer<Facts extends ModeFacts = ModeFacts, C extends Ctx = Ctx>
  extends WritingModeRules<Facts> {
  /** How its chapters stand behind one another. */
  readonly order: ChapterOrder;
  /** Reads what `canWrite` hangs on. `chapterId` is the chapter that is to be sent, null when one is to be begun. */
  loadFacts: (ctx: C, story: StoryAtHand, parentId: string | null, chapterId: string | null) => Promise<Facts>;
  /** A chapter went to review; `nextAuthorId` is whom its author wants to write next, where a mode asks for it. */
  onSubmit: (ctx: C, chapter: ChapterRecord, options: { nextAuthorId: string | null }) => Promise<void>;
  /** It is back with its author, taken back or rejected. */
  onReturned: (ctx: C, chapter: ChapterRecord, action: 'withdraw' | 'reject') => Promise<void>;
  /** The world can read it, and it is counted. */
  onPublished: (ctx: C, chapter: ChapterRecord) => Promise<void>;
}

/** A mode as chapters ask it. What its decisions depend on is known to the mode alone. */
export interface BoundMode<C extends Ctx = Ctx>
  extends Pick<WritingModeOnServer<ModeFacts, C>, 'order' | 'onSubmit' | 'onReturned' | 'onPublished'> {
  /** May the caller write a chapter after `parentId`, or continue with `chapterId`? */
  mayWrite: (ctx: C, story: StoryAtHand, parentId: string | null, chapterId: string | null) => Promise<Decision>;
  /** May the pages offer them to write a new one there? */
  mayBeOffered: (ctx: C, story: StoryAtHand, parentId: string | null) => Promise<Decision>;
}

/** Joins a mode's facts to its decisions, so that no other mode's facts can reach them. */
export function bindMode<Facts extends ModeFacts, C extends Ctx>(mode: WritingModeOnServer<Facts, C>): BoundMode<C> {
  const { order, onSubmit, onReturned, onPublished, loadFacts, canWrite, canBeOffered = canWrite } = mode;
  return {
    order,
    onSubmit,
    onReturned,
    onPublished,
    mayWrite: async (ctx, story, parentId, chapterId) =>
      canCreateChapter(ctx.actor, await loadFacts(ctx, story, parentId, chapterId), { canWrite }, parentId),
    mayBeOffered: async (ctx, story, parentId) =>
      canCreateChapter(ctx.actor, await loadFacts(ctx, story, parentId, null), { canWrite: canBeOffered }, parentId),
  };
}

/** The modes with their rules. One that is missing does not compile. */
export type WritingModes<C extends Ctx = Ctx> = Readonly<Record<WritingMode, BoundMode<C>>>;

/** For modes that ask nothing but who owns the story and in which nobody waits for anybody. */
export const plainMode = {
  order: lineOrder,
  loadFacts: async (_ctx: Ctx, story: StoryAtHand): Promise<ModeFacts> => ({ story: story.facts }),
  onSubmit: async () => {},
  onReturned: async () => {},
  onPublished: async () => {},
};
