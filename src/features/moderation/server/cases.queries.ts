import { sql } from 'kysely';
import type { Actor } from '#core/actor.ts';
import { AppError } from '#core/errors.ts';
import { rolesOf } from '#features/accounts/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import { memberOf } from '#platform/context.ts';
import type { CaseDetail, MemberRecord, RestrictionDetail, Target } from '../contract-cases.ts';
import type { PublicReport } from '../contract-public-reports.ts';
import type { CaseKind } from '../model/queue.ts';
import { referenceNumber } from '../model/reference-number.ts';
import { type RestrictionAction, TARGET_OF } from '../model/restriction.ts';
import { appealBlockerOf, canRestrict } from '../model/restriction-policy.ts';
import { selectPublicReports } from './public-reports/public-reports.repo.ts';
import { caseFacts } from './report-facts.ts';
import { type CaseRow, findCase } from './reports.repo.ts';
import type { RestrictableTarget } from './restrictable.ts';
import { inForce, restrictionFactsOf, selectRestrictions, toJudgedRestriction } from './restrictions.repo.ts';

const SHOWN_RESTRICTIONS = 20;

/** Returns an open case that is not a submission. Throws case_not_found, also if it is closed. */
export async function getCase(ctx: Ctx, input: { kind: CaseKind; caseId: string }): Promise<CaseDetail> {
  const found = await ctx.queueCases[input.kind](ctx, input.caseId, memberOf(ctx));
  if (!found) throw new AppError('case_not_found');
  return found;
}

/** Defaults for fields of cases that most kinds don’t have. */
export const BLANK_CASE = { report: null, appeal: null, suggestion: null, feedback: null, from: null };

export async function getReport(ctx: Ctx, id: string, viewer: Actor): Promise<CaseDetail | null> {
  const row = await findCase(ctx.db, id);
  // Members must not learn who reported them.
  const isAbout = row?.account_id === viewer.id;
  if (row?.state !== 'open' || isAbout || (await caseFacts(ctx, row)).isRival) return null;
  const kind = row.target_kind;
  const target = await ctx.restrictables[kind].find(ctx, row.target_id);
  const reports = await ctx.db
    .selectFrom('reports as p')
    .innerJoin('accounts as a', 'a.id', 'p.reporter_id')
    .where('p.case_id', '=', id)
    .orderBy('p.created_at')
    .orderBy('a.id')
    .select(['p.reason', 'p.detail', 'p.created_at', 'a.id', 'a.username', 'a.slug'])
    .execute();
  return {
    ...BLANK_CASE,
    id,
    kind: 'report',
    createdAt: row.created_at.toISOString(),
    blocker: null,
    report: {
      target: await toTarget(ctx, row, target),
      reports: reports.map((entry) => ({
        reporter: { id: entry.id, username: entry.username, slug: entry.slug },
        reason: entry.reason,
        detail: entry.detail,
        createdAt: entry.created_at.toISOString(),
      })),
      publicReports: (await selectPublicReports(ctx.db, id)).map(toPublicReport),
    },
  };
}

function toPublicReport(row: Awaited<ReturnType<typeof selectPublicReports>>[number]): PublicReport {
  const { id, name, email, reason, law, country, passage, detail, created_at, reporter_id, username, slug } = row;
  return {
    ...{ id, name, email, reason, law, country, passage, detail },
    number: referenceNumber(id, created_at),
    reporter: reporter_id && username && slug ? { id: reporter_id, username, slug } : null,
    createdAt: created_at.toISOString(),
  };
}

/** If the subject no longer exists, returns what the case has stored about it. */
async function toTarget(ctx: Ctx, row: CaseRow, target: RestrictableTarget | null): Promise<Target> {
  const owner = await ctx.db
    .selectFrom('accounts')
    .select(['id', 'username', 'slug'])
    .where('id', '=', row.account_id)
    .executeTakeFirstOrThrow();
  return {
    kind: row.target_kind,
    id: row.target_id,
    title: target?.title ?? row.title ?? owner.username,
    language: (target?.language ?? row.language) as Target['language'],
    storyId: row.story_id,
    chapterId: row.chapter_id,
    owner,
    isPublic: target?.isPublic ?? false,
    texts: target?.texts ?? [],
  };
}

export async function getAppeal(ctx: Ctx, id: string, viewer: Actor): Promise<CaseDetail | null> {
  const row = await selectRestrictions(ctx.db).where('p.id', '=', id).where('p.state', '=', 'open').executeTakeFirst();
  if (!row) return null;
  const target = await ctx.restrictables[TARGET_OF[row.action]].find(ctx, row.subject_id);
  const restriction = toJudgedRestriction(row);
  return {
    ...BLANK_CASE,
    id,
    kind: 'appeal',
    createdAt: row.appealed_at!.toISOString(),
    blocker: appealBlockerOf(viewer, restrictionFactsOf(row)),
    from: restriction.account,
    appeal: { text: row.body!, restriction, texts: target?.texts ?? [] },
  };
}

export async function getFeedback(ctx: Ctx, id: string): Promise<CaseDetail | null> {
  const row = await ctx.db
    .selectFrom('feedback as f')
    .innerJoin('accounts as a', 'a.id', 'f.account_id')
    .where('f.id', '=', id)
    .where('f.read_at', 'is', null)
    .select(['f.type', 'f.description', 'f.contact', 'f.created_at', 'a.id', 'a.username', 'a.slug'])
    .executeTakeFirst();
  if (!row) return null;
  return {
    ...BLANK_CASE,
    id,
    kind: 'feedback',
    createdAt: row.created_at.toISOString(),
    blocker: null,
    from: { id: row.id, username: row.username, slug: row.slug },
    feedback: {
      type: row.type,
      description: row.description,
      contact: row.contact,
    },
  };
}

/** Returns what moderators know about a member. Throws user_not_found. */
export async function getRecord(ctx: Ctx, input: { userId: string }): Promise<MemberRecord> {
  const { userId } = input;
  const member = await ctx.db
    .selectFrom('accounts')
    .select(['id', 'username', 'slug', 'joined_at'])
    .where('id', '=', userId)
    .where('status', '<>', 'unverified')
    .executeTakeFirst();
  if (!member) throw new AppError('user_not_found');
  const reviews = await countBy(ctx, 'reviews', 'author_id', userId);
  const cases = await countBy(ctx, 'report_cases', 'account_id', userId);
  const restrictions = await selectRestrictions(ctx.db)
    .where('r.account_id', '=', userId)
    .orderBy('r.id', 'desc')
    .limit(SHOWN_RESTRICTIONS)
    .execute();
  const ownerRoles = await rolesOf(ctx.db, userId);
  return {
    member: { id: member.id, username: member.username, slug: member.slug },
    joinedAt: member.joined_at.toISOString(),
    approved: reviews.get('approved') ?? 0,
    rejected: reviews.get('rejected') ?? 0,
    reported: [...cases.values()].reduce((sum, count) => sum + count, 0),
    upheld: cases.get('upheld') ?? 0,
    restrictions: restrictions.map(toJudgedRestriction),
    mayRestrict: canRestrict(ctx.actor, { kind: 'member', ownerId: userId, ownerRoles }).ok,
  };
}

/** Returns the newest decision of a kind about this subject that is in force. */
export async function getRestriction(
  ctx: Ctx,
  { action, targetId }: { action: RestrictionAction; targetId: string },
): Promise<{ restriction: RestrictionDetail | null }> {
  const row = await selectRestrictions(ctx.db)
    .where('r.action', '=', action)
    .where('r.subject_id', '=', targetId)
    .where(inForce)
    .orderBy('r.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { restriction: row ? toJudgedRestriction(row) : null };
}

async function countBy(
  ctx: Ctx,
  table: 'reviews' | 'report_cases',
  column: 'author_id' | 'account_id',
  id: string,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ state: string; count: number }>`select state, count(*)::int as count
    from ${sql.table(table)} where ${sql.ref(column)} = ${id} group by state`.execute(ctx.db);
  return new Map(rows.map(({ state, count }) => [state, count]));
}
