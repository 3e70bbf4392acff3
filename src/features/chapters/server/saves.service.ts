import { authorize } from '#core/decision.ts';
import { AppError } from '#core/errors.ts';
import { languageOfText } from '#features/moderation/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import type { ChapterSave } from '../contract-save.ts';
import { keepBlockIds } from '../model/block-ids.ts';
import { type ChapterFacts, canEditChapter } from '../model/chapter-policy.ts';
import { plainText, textBlocks } from '../model/document.ts';
import { canOfEdit } from './chapter-views.ts';
import {
  type ChapterRecord,
  findChapter,
  insertRevision,
  insertRevisionIfWorth,
  isWorthRevision,
} from './chapters.repo.ts';
import { changedMeanwhile, type GivenText, givenFields, lockChapterOrThrow, write } from './drafts.service.ts';
import { findToSave, type SavedCopy, saveIfUnmoved } from './saves.repo.ts';

type Save = GivenText & { chapterId: string; version: number; keepPresent?: boolean | undefined };

/** Saves the given fields. Throws chapter_changed if the version is stale, and chapter_in_review. */
export async function updateChapter(ctx: Ctx, input: Save): Promise<ChapterSave> {
  const saved = await inTransaction(
    ctx,
    async (inner) => (await saveInPassing(inner, input)) ?? saveLocked(inner, input),
  );
  // After the transaction, so that it isn’t open while the detector works.
  return {
    ...saved,
    language: input.content ? await languageOfText(input.chapterId, plainText(input.content.document)) : null,
  };
}

type Saved = Omit<ChapterSave, 'language'>;

/**
 * Fast path of nearly every save: writes the next version of a working copy that has no concurrent changes. Returns
 * null and changes nothing if the save needs `saveLocked`.
 */
async function saveInPassing(ctx: Ctx, input: Save): Promise<Saved | null> {
  const { chapterId, content } = input;
  if (input.keepPresent) return null;
  const found = await findToSave(ctx.db, chapterId, { withDocument: content?.isPlain ?? false });
  if (!found) throw new AppError('chapter_not_found');
  authorize(canEditChapter(ctx.actor, found.facts));
  const { version } = found;
  if (version === null) return null;
  // Version numbers never repeat, so a stale save fails without waiting for a lock.
  if (version !== input.version) throw await changedMeanwhile(ctx, await findChapterOrThrow(ctx, chapterId));
  const document = found.document && content ? keepBlockIds(found.document, content.document) : content?.document;
  const fields = givenFields(ctx, found.parentId, input);
  const saved = await saveIfUnmoved(ctx.db, { ...found, version }, { fields, document });
  if (!saved) return null;
  if (isWorthRevision(saved.units, found.lastRevision)) await insertRevision(ctx.db, chapterId, 'autosave');
  return toChapterSave(ctx, saved, found.facts);
}

async function findChapterOrThrow(ctx: Ctx, id: string): Promise<ChapterRecord> {
  const chapter = await findChapter(ctx.db, id);
  if (!chapter) throw new AppError('chapter_not_found');
  return chapter;
}

/** Locks the chapter before reading it. Also handles saves that start an edit or keep the current text as a version. */
async function saveLocked(ctx: Ctx, input: Save): Promise<Saved> {
  const chapter = await lockChapterOrThrow(ctx, input.chapterId);
  authorize(canEditChapter(ctx.actor, chapter.facts));
  if (input.version !== chapter.copy.version) throw await changedMeanwhile(ctx, chapter);
  const { copy } = chapter;
  const { content } = input;
  const document = content?.isPlain
    ? keepBlockIds(copy.document, content.document)
    : (content?.document ?? copy.document);
  if (input.keepPresent) await insertRevision(ctx.db, chapter.id, 'conflict');
  const saved = await write(ctx, chapter, { ...copy, ...givenFields(ctx, chapter.parentId, input), document });
  await insertRevisionIfWorth(ctx.db, chapter.id, saved.copy.units);
  return toChapterSave(ctx, content ? saved.copy : { ...saved.copy, document: null }, saved.facts);
}

function toChapterSave(ctx: Ctx, { version, savedAt, units, document }: SavedCopy, facts: ChapterFacts): Saved {
  return {
    version,
    savedAt: savedAt.toISOString(),
    units,
    ids: document && textBlocks(document).map((part) => part.attrs?.id ?? ''),
    edit: facts.editStatus && { status: facts.editStatus, can: canOfEdit(ctx.actor, facts) },
  };
}
