import type { Page } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import type { Language } from '#core/languages.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import type { Db } from '#platform/db/database.ts';
import { idCursor, pageOf } from '#platform/db/keyset.ts';
import { imageUrl } from '#platform/images/images.repo.ts';
import type { QueueEntry, ReviewDetail, Waiting } from '../contract.ts';
import { SUBJECT_KINDS, type SubjectKind } from '../model/review-status.ts';
import type { Mark } from '../model/screening/marks.ts';
import type { ModerationCtx } from './review-subject.ts';
import { isRival } from './reviews.service.ts';

function reviewsWithAuthors(db: Db) {
  return db
    .selectFrom('reviews as r')
    .innerJoin('accounts as a', 'a.id', 'r.author_id')
    .select([
      'r.id',
      'r.subject_kind',
      'r.subject_id',
      'r.story_id',
      'r.language',
      'r.is_edit',
      'r.submitted_at',
      'r.marks',
      'r.version',
      'r.state',
      'r.title',
    ])
    .select(['a.id as author_id', 'a.username', 'a.slug', 'a.joined_at']);
}

type QueueRow = Awaited<ReturnType<ReturnType<typeof reviewsWithAuthors>['executeTakeFirstOrThrow']>>;

function toQueueEntry(row: QueueRow, viewerId: string): QueueEntry {
  return {
    id: row.id,
    kind: row.subject_kind as SubjectKind,
    storyId: row.story_id,
    subjectId: row.subject_id,
    title: row.title,
    language: row.language as Language,
    author: { id: row.author_id, username: row.username, slug: row.slug },
    isEdit: row.is_edit,
    submittedAt: row.submitted_at.toISOString(),
    marks: row.marks as unknown as Mark[],
    obstacle: row.author_id === viewerId ? 'own_work' : null,
  };
}

/** What others wrote and the viewer competes with, by kind; whose it is they must not learn here. */
async function rivalsOf(ctx: ModerationCtx, viewerId: string): Promise<[SubjectKind, string[]][]> {
  const found: [SubjectKind, string[]][] = [];
  for (const kind of SUBJECT_KINDS) {
    const ids = await ctx.reviewSubjects[kind].rivalsOf?.(ctx, viewerId);
    if (ids && ids.length > 0) found.push([kind, ids]);
  }
  return found;
}

/** What waits for a person, in the order in which it came. */
export async function listQueue(
  ctx: ModerationCtx,
  input: { kind?: SubjectKind | undefined; cursor?: string | undefined; limit: number },
): Promise<Page<QueueEntry>> {
  const viewerId = memberOf(ctx).id;
  let query = reviewsWithAuthors(ctx.db).where('r.state', '=', 'manual');
  for (const [kind, ids] of await rivalsOf(ctx, viewerId))
    query = query.where((eb) => eb.not(eb.and([eb('r.subject_kind', '=', kind), eb('r.subject_id', 'in', ids)])));
  if (input.kind) query = query.where('r.subject_kind', '=', input.kind);
  const last = idCursor(input.cursor);
  if (last) query = query.where('r.id', '>', last);
  const rows = await query
    .orderBy('r.id')
    .limit(input.limit + 1)
    .execute();
  return pageOf(
    rows,
    input.limit,
    (row) => toQueueEntry(row, viewerId),
    (row) => row.id,
  );
}

/** How much waits for a person, by kind. */
export async function countWaiting(ctx: Ctx): Promise<Waiting> {
  const rows = await ctx.db
    .selectFrom('reviews')
    .where('state', '=', 'manual')
    .select((eb) => ['subject_kind', eb.fn.countAll<string>().as('count'), eb.fn.min('submitted_at').as('oldest_at')])
    .groupBy('subject_kind')
    .execute();
  const count = (kind: SubjectKind) => Number(rows.find((row) => row.subject_kind === kind)?.count ?? 0);
  const oldest = rows.map((row) => row.oldest_at.toISOString()).sort()[0];
  return {
    story: count('story'),
    chapter: count('chapter'),
    submission: count('submission'),
    oldestAt: oldest ?? null,
  };
}

/** One submission to decide about. Error: review_not_found, also when it is decided or taken back. */
export async function getReview(ctx: ModerationCtx, input: { reviewId: string }): Promise<ReviewDetail> {
  const row = await reviewsWithAuthors(ctx.db)
    .where('r.id', '=', input.reviewId)
    .where('r.state', '=', 'manual')
    .executeTakeFirst();
  const mayLook = row && !(await isRival(ctx, row, memberOf(ctx).id));
  const material = mayLook
    ? await ctx.reviewSubjects[row.subject_kind as SubjectKind].material(ctx, row.subject_id, row.version)
    : null;
  if (!row || !material) throw new AppError('review_not_found');
  const record = await ctx.db
    .selectFrom('reviews')
    .where('author_id', '=', row.author_id)
    .where('state', 'in', ['approved', 'rejected'])
    .select(['state', (eb) => eb.fn.countAll<string>().as('count')])
    .groupBy('state')
    .execute();
  const count = (state: string) => Number(record.find((entry) => entry.state === state)?.count ?? 0);
  return {
    ...toQueueEntry(row, memberOf(ctx).id),
    title: material.title || row.title,
    texts: material.texts,
    coverUrl: imageUrl(material.coverKey),
    keepsMeaning: material.keepsMeaning ?? false,
    record: { approved: count('approved'), rejected: count('rejected'), joinedAt: row.joined_at.toISOString() },
    version: row.version,
  };
}
