import { authorize } from '#core/decision.ts';
import type { Page } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { keysetPageOf } from '#platform/db/keyset.ts';
import type { ChapterDraft, RevisionEntry, RevisionText } from '../contract.ts';
import { canEditChapter, canReadChapterDraft } from '../model/chapter-policy.ts';
import { keptFields } from './chapter-columns.ts';
import { toChapterDraft } from './chapter-views.ts';
import { type ChapterRecord, findChapter, insertRevision } from './chapters.repo.ts';
import { changedMeanwhile, lockChapterOrThrow, write } from './drafts.service.ts';

/**
 * Returns the chapter if the caller is its author. Others can’t see versions, because they contain text that was never
 * submitted.
 */
async function authored(ctx: Ctx, chapterId: string): Promise<ChapterRecord> {
  const chapter = await findChapter(ctx.db, chapterId);
  if (!chapter) throw new AppError('chapter_not_found');
  authorize(canReadChapterDraft(ctx.actor, chapter.facts));
  if (ctx.actor?.id !== chapter.facts.authorId) throw new AppError('forbidden');
  return chapter;
}

export async function listRevisions(
  ctx: Ctx,
  input: { chapterId: string; cursor?: string | undefined; limit: number },
): Promise<Page<RevisionEntry>> {
  await authored(ctx, input.chapterId);
  let query = ctx.db
    .selectFrom('chapter_revisions')
    .select(['revision', 'kind', 'title', 'units', 'created_at'])
    .where('chapter_id', '=', input.chapterId);
  if (input.cursor !== undefined) {
    if (!/^\d{1,9}$/.test(input.cursor))
      throw new AppError('invalid_input', { fields: { cursor: { code: 'invalid' } } });
    query = query.where('revision', '<', Number(input.cursor));
  }
  const rows = await query
    .orderBy('revision', 'desc')
    .limit(input.limit + 1)
    .execute();
  const toEntry = (row: (typeof rows)[number]): RevisionEntry => ({
    revision: row.revision,
    kind: row.kind,
    title: row.title,
    units: row.units,
    createdAt: row.created_at.toISOString(),
  });
  return keysetPageOf(rows, input.limit, toEntry, (row) => String(row.revision));
}

async function findRevision(ctx: Ctx, chapterId: string, revision: number) {
  const row = await ctx.db
    .selectFrom('chapter_revisions')
    .selectAll()
    .where('chapter_id', '=', chapterId)
    .where('revision', '=', revision)
    .executeTakeFirst();
  if (!row) throw new AppError('revision_not_found');
  return row;
}

export async function getRevision(ctx: Ctx, input: { chapterId: string; revision: number }): Promise<RevisionText> {
  await authored(ctx, input.chapterId);
  const row = await findRevision(ctx, input.chapterId, input.revision);
  return {
    revision: row.revision,
    kind: row.kind,
    title: row.title,
    units: row.units,
    createdAt: row.created_at.toISOString(),
    summary: row.summary,
    content: row.document,
  };
}

/** Restores an earlier version. The current text is saved as a version first, so nothing is lost. */
export async function restoreRevision(
  ctx: Ctx,
  input: { chapterId: string; version: number; revision: number },
): Promise<ChapterDraft> {
  await authored(ctx, input.chapterId);
  return inTransaction(ctx, async (inner) => {
    const chapter = await lockChapterOrThrow(inner, input.chapterId);
    authorize(canEditChapter(ctx.actor, chapter.facts));
    if (input.version !== chapter.copy.version) throw await changedMeanwhile(inner, chapter);
    const row = await findRevision(inner, chapter.id, input.revision);
    await insertRevision(inner.db, chapter.id, 'restored');
    const document = row.document;
    return toChapterDraft(inner, await write(inner, chapter, { ...chapter.copy, ...keptFields(row), document }));
  });
}
