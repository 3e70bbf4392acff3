import { sql } from 'kysely';
import { authorize } from '#core/decision.ts';
import type { Page } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import { languageOfText, logDraftRead } from '#features/moderation/server/index.ts';
import { canSee, isPublicStory } from '#features/stories/model/story-policy.ts';
import { findStory, type StoryRecord } from '#features/stories/server/index.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import { idCursor, keysetPageOf } from '#platform/db/keyset.ts';
import type { ChapterDraft, ChapterEditorData, ChapterViewerState, HiddenText, OwnChapter } from '../contract.ts';
import {
  canEditChapter,
  canReadChapterDraft,
  canReadHiddenText,
  canTakeDownChapter,
  isPublicChapter,
  isUnsentChapter,
} from '../model/chapter-policy.ts';
import { plainText } from '../model/document.ts';
import { endingOf } from '../model/ending.ts';
import { missingFieldsOf, toChapterDraft } from './chapter-views.ts';
import { type ChapterRecord, findChapter } from './chapters.repo.ts';
import { maySubmit, mayWrite, placeToWrite } from './may-write.ts';

/** Returns the draft. Throws chapter_not_found for callers who may not know about it. */
export async function getChapterDraft(ctx: Ctx, input: { chapterId: string }): Promise<ChapterDraft> {
  const chapter = await findChapter(ctx.db, input.chapterId);
  if (!chapter) throw new AppError('chapter_not_found');
  await authorizeReading(ctx, chapter);
  return toChapterDraft(ctx, chapter);
}

/** Checks that the caller can read the draft. Logs it if a moderator reads one that wasn’t submitted. */
async function authorizeReading(ctx: Ctx, { id, storyId, facts }: ChapterRecord): Promise<void> {
  authorize(canReadChapterDraft(ctx.actor, facts));
  if (isUnsentChapter(facts) && memberOf(ctx).id !== facts.authorId)
    await logDraftRead(ctx, { kind: 'chapter_draft', id, storyId });
}

/**
 * Returns the published text of a hidden chapter, without any edit. Throws chapter_not_found for callers who may not
 * read it.
 */
export async function getHiddenText(ctx: Ctx, { chapterId }: { chapterId: string }): Promise<HiddenText> {
  const chapter = await findChapter(ctx.db, chapterId);
  if (!chapter) throw new AppError('chapter_not_found');
  authorize(canReadHiddenText(ctx.actor, chapter.facts));
  const { title, summary, choice, document, ...row } = await ctx.db
    .selectFrom('chapters as c')
    .innerJoin('chapter_texts as t', 't.chapter_id', 'c.id')
    .innerJoin('accounts as a', 'a.id', 'c.author_id')
    .where('c.id', '=', chapterId)
    .select(['c.title', 'c.summary', 'c.choice', 't.document', 'a.id as author_id', 'a.username'])
    .executeTakeFirstOrThrow();
  return {
    title: title!,
    summary: summary!,
    choice,
    content: document,
    author: { id: row.author_id, username: row.username },
  };
}

/**
 * Finds the caller’s own chapter to continue in a story, after `parentId` if given: the rejected ones first, then the
 * newest draft.
 */
async function draftToGoOnWith(
  ctx: Ctx,
  storyId: string,
  parentId: string | null = null,
): Promise<ChapterRecord | null> {
  let query = ctx.db
    .selectFrom('chapters')
    .select('id')
    .where('story_id', '=', storyId)
    .where('author_id', '=', memberOf(ctx).id)
    .where('is_submission', '=', false)
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('status', 'in', ['rejected', 'draft']), eb('edit_status', 'in', ['rejected'])]));
  if (parentId !== null) query = query.where('parent_id', '=', parentId);
  const row = await query
    .orderBy(sql`(status = 'rejected' or edit_status is not distinct from 'rejected')`, 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? findChapter(ctx.db, row.id) : null;
}

/** Returns the ending of a readable chapter. */
export async function findEnding(ctx: Ctx, chapterId: string): Promise<ChapterEditorData['before']> {
  const row = await ctx.db
    .selectFrom('chapters as c')
    .innerJoin('chapter_texts as t', 't.chapter_id', 'c.id')
    .innerJoin('accounts as a', 'a.id', 'c.author_id')
    .where('c.id', '=', chapterId)
    .where((eb) => eb.ref('c.is_readable'))
    .select(['c.id', 'c.number', 'c.title', 't.document', 'a.username'])
    .executeTakeFirst();
  if (!row) return null;
  const { id, number, title, username } = row;
  return { id, number: number!, title: title!, author: username, ending: endingOf(row.document) };
}

/** Returns the parent of a chapter started after `given`, as stored by the chapter order. Throws chapter_not_found. */
async function parentToFollow(ctx: Ctx, story: StoryRecord, given: string | undefined): Promise<string | null> {
  const parentId = ctx.modes[story.mode].order.parentOf(given ?? null);
  if (parentId === null) return null;
  const parent = await findChapter(ctx.db, parentId);
  if (parent?.storyId !== story.id || !isPublicChapter(parent.facts)) throw new AppError('chapter_not_found');
  return parentId;
}

/**
 * Returns the data for the chapter editor (product §4): the given chapter, else the caller’s newest rejected one, else
 * their newest draft, else a new one. Throws story_not_found, chapter_not_found.
 */
export async function getChapterEditor(
  ctx: Ctx,
  input: { storyId: string; chapterId?: string | undefined; parentChapterId?: string | undefined },
): Promise<ChapterEditorData> {
  const story = await findStory(ctx.db, input.storyId);
  if (!story || !canSee(ctx.actor, story.facts)) throw new AppError('story_not_found');
  const { order } = ctx.modes[story.mode];
  const given = await parentToFollow(ctx, story, input.parentChapterId);
  let chapter: ChapterRecord | null;
  if (input.chapterId) {
    chapter = await findChapter(ctx.db, input.chapterId);
    if (!chapter || chapter.storyId !== story.id) throw new AppError('chapter_not_found');
    await authorizeReading(ctx, chapter);
  } else chapter = input.parentChapterId && given === null ? null : await draftToGoOnWith(ctx, story.id, given);
  const parentId = chapter ? chapter.parentId : given;
  const canWrite = (await mayWrite(ctx, story, parentId, chapter?.id)).ok;
  const canJoin = !chapter && !canWrite && (await ctx.modes[story.mode].mayBeOffered(ctx, story, parentId)).ok;
  const number = chapter?.number ?? (await order.newNumber(ctx.db, story.id, parentId, canWrite));
  const before = await order.before(ctx.db, { storyId: story.id, parentId, number });
  return {
    story: toEditorStory(story),
    draft: chapter ? await toChapterDraft(ctx, chapter) : null,
    draftLanguage: chapter && (await languageOfText(chapter.id, plainText(chapter.copy.document))),
    canWrite,
    canJoin,
    number,
    parentId,
    before: before === null ? null : await findEnding(ctx, before),
  };
}

function toEditorStory(story: StoryRecord): ChapterEditorData['story'] {
  return {
    id: story.id,
    title: story.published.title,
    mode: story.mode,
    language: story.published.language,
    minUnits: story.minUnits,
    maxUnits: story.maxUnits,
    isPublished: isPublicStory(story.facts),
  };
}

/** Returns what the caller can do with a chapter, from the same policies that the services enforce. */
export async function getChapterViewerState(ctx: Ctx, input: { chapterId: string }): Promise<ChapterViewerState> {
  const chapter = await findChapter(ctx.db, input.chapterId);
  if (!chapter || !(isPublicChapter(chapter.facts) || canReadChapterDraft(ctx.actor, chapter.facts).ok))
    throw new AppError('chapter_not_found');
  const draft = await draftToGoOnWith(ctx, chapter.storyId);
  return {
    can: {
      edit: canEditChapter(ctx.actor, chapter.facts).ok,
      takeDown: canTakeDownChapter(ctx.actor, chapter.facts).ok,
    },
    takenDown: chapter.facts.takenDown && ctx.actor?.id === chapter.facts.authorId,
    writeNext: isPublicChapter(chapter.facts) ? await placeToWrite(ctx, chapter) : null,
    draft: draft && {
      id: draft.id,
      title: draft.copy.title,
      status: draft.facts.status,
      canSubmit: isWhole(draft) && (await maySubmit(ctx, draft)).ok,
    },
  };
}

/** Lists the caller’s chapters that aren’t public, newest first. */
export async function listOwnChapters(
  ctx: Ctx,
  input: {
    storyId?: string | undefined;
    within?: 'own' | 'others' | undefined;
    cursor?: string | undefined;
    limit: number;
  },
): Promise<Page<OwnChapter>> {
  const { id } = memberOf(ctx);
  let query = ctx.db
    .selectFrom('chapters as c')
    .innerJoin('stories as s', 's.id', 'c.story_id')
    .innerJoin('story_drafts as sd', 'sd.story_id', 's.id')
    .innerJoin('chapter_drafts as d', 'd.chapter_id', 'c.id')
    .where('c.author_id', '=', id)
    // Entries are listed with their rounds, unless they have won and become chapters.
    .where((eb) => eb.or([eb('c.is_submission', '=', false), eb('c.status', '<>', 'draft')]))
    .where('c.deleted_at', 'is', null)
    .where('s.deleted_at', 'is', null)
    .select([
      'c.id',
      'c.story_id',
      'c.number',
      'c.status',
      'c.edit_status',
      'c.taken_down_at',
      'sd.title as story_title',
    ])
    .select('sd.language')
    .select(['d.title', 'd.units', 'd.saved_at']);
  if (input.storyId) query = query.where('c.story_id', '=', input.storyId);
  if (input.within) query = query.where('s.creator_id', input.within === 'own' ? '=' : '<>', id);
  const before = idCursor(input.cursor);
  if (before) query = query.where('c.id', '<', before);
  const rows = await query
    .orderBy('c.id', 'desc')
    .limit(input.limit + 1)
    .execute();
  return keysetPageOf(
    rows,
    input.limit,
    (row): OwnChapter => ({
      id: row.id,
      storyId: row.story_id,
      storyTitle: row.story_title,
      language: row.language,
      number: row.number,
      title: row.title,
      status: row.status,
      editStatus: row.edit_status,
      takenDown: row.taken_down_at !== null,
      units: row.units,
      savedAt: row.saved_at.toISOString(),
    }),
    (row) => row.id,
  );
}

function isWhole(chapter: ChapterRecord): boolean {
  return Object.keys(missingFieldsOf(chapter)).length === 0;
}
