import type { ByMode } from '#features/stories/model/writing-mode.ts';
import type { StoryState } from '#features/stories/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import { canCreateChapter } from '../model/chapter-policy.ts';
import type { WriteDecision } from '../model/write-refusals.ts';
import type { ModeFacts, WritingModeRules } from '../model/writing-mode-rules.ts';
import type { ChapterRecord } from './chapters.repo.ts';
import type { ChapterOrder } from './order/chapter-order.ts';
import { lineOrder } from './order/line-order.ts';

/**
 * A writing mode with its data access and hooks. Hooks run in the open transaction, with story and chapter locked and
 * the chapter’s status already changed; throwing rolls it back. Edits of published chapters don’t call hooks.
 */
export interface WritingModeOnServer<Facts extends ModeFacts = ModeFacts> extends WritingModeRules<Facts> {
  /** How its chapters are ordered. */
  readonly order: ChapterOrder;
  /** Loads the facts for `canWrite`. `chapterId` is the chapter to submit, or null when one is started. */
  loadFacts: (ctx: Ctx, story: StoryState, parentId: string | null, chapterId: string | null) => Promise<Facts>;
  /** A chapter was submitted. `nextAuthorId` is the next writer chosen by its author, if the mode asks for one. */
  onSubmit: (ctx: Ctx, chapter: ChapterRecord, options: { nextAuthorId: string | null }) => Promise<void>;
  /** It was withdrawn or rejected. */
  onReturned: (ctx: Ctx, chapter: ChapterRecord, action: 'withdraw' | 'reject') => Promise<void>;
  /** It is published and counted. */
  onPublished: (ctx: Ctx, chapter: ChapterRecord) => Promise<void>;
}

/** A mode as chapters use it. The facts for its decisions stay inside the mode. */
export interface BoundMode
  extends Pick<WritingModeOnServer<ModeFacts>, 'order' | 'onSubmit' | 'onReturned' | 'onPublished'> {
  /** Whether the caller can write a chapter after `parentId`, or continue `chapterId`. */
  mayWrite: (ctx: Ctx, story: StoryState, parentId: string | null, chapterId: string | null) => Promise<WriteDecision>;
  /** Whether pages may offer the caller to start a chapter there. */
  mayBeOffered: (ctx: Ctx, story: StoryState, parentId: string | null) => Promise<WriteDecision>;
  /** Whether the caller can have a draft there, even if it can’t be submitted now. */
  mayKeep: (ctx: Ctx, story: StoryState, parentId: string | null) => Promise<WriteDecision>;
}

/** Binds a mode’s facts to its decisions, so that they can’t receive those of another mode. */
export function bindMode<Facts extends ModeFacts>(mode: WritingModeOnServer<Facts>): BoundMode {
  const { order, onSubmit, onReturned, onPublished, loadFacts, canWrite } = mode;
  const { canBeOffered = canWrite, canKeep = canWrite } = mode;
  return {
    order,
    onSubmit,
    onReturned,
    onPublished,
    mayWrite: async (ctx, story, parentId, chapterId) =>
      canCreateChapter(ctx.actor, await loadFacts(ctx, story, parentId, chapterId), { canWrite }, parentId),
    mayBeOffered: async (ctx, story, parentId) =>
      canCreateChapter(ctx.actor, await loadFacts(ctx, story, parentId, null), { canWrite: canBeOffered }, parentId),
    mayKeep: async (ctx, story, parentId) =>
      canCreateChapter(ctx.actor, await loadFacts(ctx, story, parentId, null), { canWrite: canKeep }, parentId),
  };
}

/** All modes with their rules. */
export type WritingModes = ByMode<BoundMode>;

/** For modes that only check the story’s creator and have no turns. */
export const plainMode = {
  order: lineOrder,
  loadFacts: async (_ctx: Ctx, story: StoryState): Promise<ModeFacts> => ({ story: story.facts }),
  onSubmit: async () => {},
  onReturned: async () => {},
  onPublished: async () => {},
};
