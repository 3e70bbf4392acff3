import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '#core/actor.ts';
import type { Page } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import { keysetPageOf, makePairCursor, pairCursor } from '#platform/db/keyset.ts';
import { imageUrl } from '#platform/images/images.repo.ts';
import type { QueueEntry, QueueSummary, ReviewDetail } from '../contract.ts';
import { QUEUE_KINDS, type QueueKind } from '../model/queue.ts';
import { SUBJECT_KINDS, type SubjectKind } from '../model/review-status.ts';
import { countDecidedToday } from './log.queries.ts';
import { FIRST } from './queue-sources.ts';
import { reviewsWithAuthors, toSubmission } from './review-entries.ts';
import { isRival } from './reviews.service.ts';

/** Query of the open entries of all sources. */
const waitingIn = ({ queueSources }: Pick<Ctx, 'queueSources'>) =>
  sql.join(
    Object.values(queueSources).map(({ waiting }) => waiting),
    sql` union all `,
  );
/** Orders entries of the same time by kind. */
const KIND_PLACE = sql`array_position(${sql.val([...QUEUE_KINDS])}::text[], w.kind)`;

/** Subjects that compete with the viewer’s own. The viewer must not learn their authors, or that they were reported. */
async function rivalsOf(ctx: Ctx, viewerId: string): Promise<[SubjectKind, string[]][]> {
  const found: [SubjectKind, string[]][] = [];
  for (const kind of SUBJECT_KINDS) {
    const ids = await ctx.reviewSubjects[kind].rivalsOf?.(ctx, viewerId);
    if (ids && ids.length > 0) found.push([kind, ids]);
  }
  return found;
}

/**
 * Condition for the rows of `w` that the viewer may see. Excludes rivals, and reports about the viewer or their work.
 */
async function shownTo(ctx: Ctx, viewerId: string): Promise<RawBuilder<boolean>> {
  const ofRivals = (await rivalsOf(ctx, viewerId)).map(
    ([
      kind,
      ids,
    ]) => sql`not exists (select from reviews r where w.kind = ${kind} and r.id = w.id and r.subject_id = any(${ids}::bigint[]))
      and not exists (select from report_cases c where w.kind = 'report' and c.id = w.id and c.target_kind = ${kind} and c.target_id = any(${ids}::bigint[]))`,
  );
  const aboutThem = sql`not exists (select from report_cases c where w.kind = 'report' and c.id = w.id and c.account_id = ${viewerId})`;
  return sql<boolean>`(${sql.join([aboutThem, ...ofRivals], sql` and `)})`;
}

/** Returns the moderation queue, oldest first. */
export async function listQueue(
  ctx: Ctx,
  input: { kind?: QueueKind | undefined; cursor?: string | undefined; limit: number },
): Promise<Page<QueueEntry>> {
  const viewer = memberOf(ctx);
  const isShown = await shownTo(ctx, viewer.id);
  const last = pairCursor(input.cursor);
  const { rows } = await sql<{ id: string; kind: string; at: string; place: string }>`
    select id::text, kind, to_json(at) #>> '{}' as at, place::text from (select w.id, w.kind, w.at, w.id * 8 + ${KIND_PLACE} as place from (${waitingIn(ctx)}) w
      where ${input.kind === undefined ? sql`true` : sql`w.kind = ${input.kind}`} and ${isShown}) q
    ${last ? sql`where (at, place) > (${last.value}::timestamptz, ${last.id}::bigint)` : sql``}
    order by at, place limit ${input.limit + 1}`.execute(ctx.db);
  const page = keysetPageOf(
    rows,
    input.limit,
    (row) => row,
    (row) => makePairCursor(row.at, row.place),
  );
  const entries = await entriesOf(ctx, page.items, viewer);
  return { items: page.items.flatMap(({ kind, id }) => entries.get(`${kind} ${id}`) ?? []), next: page.next };
}

async function entriesOf(
  { db, queueSources }: Pick<Ctx, 'db' | 'queueSources'>,
  wanted: { kind: string; id: string }[],
  viewer: Actor,
): Promise<Map<string, QueueEntry>> {
  const found = new Map<string, QueueEntry>();
  for (const source of Object.values(queueSources)) {
    const ids = wanted.filter(({ kind }) => source.kinds.some((own) => own === kind)).map(({ id }) => id);
    if (ids.length === 0) continue;
    for (const entry of await source.entries(db, ids, viewer)) found.set(`${entry.kind} ${entry.id}`, entry);
  }
  return found;
}

/** Returns the size of the queue by kind, and the number of the caller’s decisions today. */
export async function countModerationQueue(ctx: Ctx): Promise<QueueSummary> {
  const isShown = await shownTo(ctx, memberOf(ctx).id);
  const { rows } = await sql<{ kind: string; count: number; oldest: Date | null }>`
    select w.kind, count(*)::int as count, min(w.at) filter (where w.at > ${FIRST}) as oldest
    from (${waitingIn(ctx)}) w where ${isShown} group by w.kind`.execute(ctx.db);
  const count = (kind: QueueKind) => rows.find((row) => row.kind === kind)?.count ?? 0;
  const counts: Record<QueueKind, number> = {
    story: count('story'),
    chapter: count('chapter'),
    submission: count('submission'),
    report: count('report'),
    appeal: count('appeal'),
    suggestion: count('suggestion'),
    feedback: count('feedback'),
  };
  const oldest = rows.flatMap((row) => row.oldest?.toISOString() ?? []).sort()[0];
  return { ...counts, decidedToday: await countDecidedToday(ctx), oldestAt: oldest ?? null };
}

/** Returns a submission to decide on. Throws review_not_found, also if it is decided or withdrawn. */
export async function getReview(ctx: Ctx, input: { reviewId: string }): Promise<ReviewDetail> {
  const row = await reviewsWithAuthors(ctx.db)
    .where('r.id', '=', input.reviewId)
    .where('r.state', '=', 'manual')
    .executeTakeFirst();
  const mayLook = row && !(await isRival(ctx, row, memberOf(ctx).id));
  const material = mayLook
    ? await ctx.reviewSubjects[row.subject_kind].material(ctx, row.subject_id, row.version)
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
    ...toSubmission(row, memberOf(ctx).id),
    title: material.title || row.title,
    texts: material.texts,
    coverUrl: imageUrl(material.coverKey),
    isMinorEdit: material.isMinorEdit ?? false,
    record: { approved: count('approved'), rejected: count('rejected'), joinedAt: row.joined_at.toISOString() },
    version: row.version,
  };
}
