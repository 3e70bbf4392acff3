import { sql } from 'kysely';
import type { Language } from '#core/languages.ts';
import type { Db } from '#platform/db/database.ts';
import type { Row } from '#platform/db/rows.ts';
import type { RestrictionDetail, RestrictionView } from '../contract-cases.ts';
import { referenceNumber } from '../model/reference-number.ts';
import { DECIDES_AUTOMATICALLY, TARGET_OF } from '../model/restriction.ts';
import { appealUntil, type RestrictionFacts } from '../model/restriction-policy.ts';
import type { RestrictionInput } from './restrictable.ts';

/** The subject of a decision, as it is stored with it. */
export interface RestrictionSubject {
  id: string;
  ownerId: string;
  title: string | null;
  language: Language | null;
  storyId: string | null;
  chapterId: string | null;
}

export async function insertRestriction(
  db: Db,
  subject: RestrictionSubject,
  act: RestrictionInput,
  decidedBy: string | null,
): Promise<{ id: string; decidedAt: Date }> {
  const { id, decided_at: decidedAt } = await db
    .insertInto('restrictions')
    .values({
      action: act.action,
      subject_id: subject.id,
      account_id: subject.ownerId,
      story_id: subject.storyId,
      chapter_id: subject.chapterId,
      title: subject.title,
      language: subject.language,
      rule: act.rule,
      reason: act.reason,
      excerpt: act.excerpt,
      until: act.until,
      decided_by: decidedBy,
      found_by: act.foundBy,
      law: act.law,
      country: act.country,
    })
    .returning(['id', 'decided_at'])
    .executeTakeFirstOrThrow();
  return { id, decidedAt };
}

const COLUMNS = [
  'r.id',
  'r.action',
  'r.subject_id',
  'r.account_id',
  'r.story_id',
  'r.chapter_id',
  'r.title',
  'r.language',
  'r.rule',
  'r.reason',
  'r.excerpt',
  'r.until',
  'r.decided_by',
  'r.decided_at',
  'r.lifted_at',
  'r.found_by',
  'r.law',
  'r.country',
] as const;

/** Roles of the restricted member. */
export const rolesOfAccount = sql<
  Row<'account_roles'>['role'][]
>`array(select o.role from account_roles o where o.account_id = r.account_id)`;

/** Selects restrictions with the member, the moderator and the appeal. */
export function selectRestrictions(db: Db) {
  return db
    .selectFrom('restrictions as r')
    .innerJoin('accounts as a', 'a.id', 'r.account_id')
    .leftJoin('accounts as d', 'd.id', 'r.decided_by')
    .leftJoin('appeals as p', 'p.restriction_id', 'r.id')
    .select(COLUMNS)
    .select(['a.username', 'a.slug', 'd.username as decider_name', 'd.slug as decider_slug'])
    .select(rolesOfAccount.as('account_roles'))
    .select(['p.id as appeal_id', 'p.state as appeal_state', 'p.body', 'p.created_at as appealed_at', 'p.answer']);
}

export type RestrictionRow = Awaited<ReturnType<ReturnType<typeof selectRestrictions>['executeTakeFirstOrThrow']>>;

/** The facts for the policies. */
export function restrictionFactsOf(
  row: Pick<RestrictionRow, 'action' | 'account_id' | 'account_roles' | 'decided_by'>,
): RestrictionFacts {
  const { action, account_id: accountId, account_roles: accountRoles, decided_by: decidedBy } = row;
  return { kind: TARGET_OF[action], accountId, accountRoles, decidedBy };
}

/** Locks the restriction against concurrent reversals and appeal decisions. */
export async function lockRestriction(db: Db, id: string): Promise<RestrictionRow | null> {
  await db.selectFrom('restrictions').select('id').where('id', '=', id).forUpdate().execute();
  return (await selectRestrictions(db).where('r.id', '=', id).executeTakeFirst()) ?? null;
}

/** In force: neither reversed nor expired. */
export const inForce = sql<boolean>`(r.lifted_at is null and (r.until is null or r.until > db_clock()))`;

/** Returns when the decision in force about a work was made, or null. */
export async function restrictedSince(
  db: Db,
  action: Row<'restrictions'>['action'],
  subjectId: string,
): Promise<Date | null> {
  const row = await db
    .selectFrom('restrictions as r')
    .select('r.decided_at')
    .where('r.action', '=', action)
    .where('r.subject_id', '=', subjectId)
    .where(inForce)
    .orderBy('r.decided_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.decided_at ?? null;
}

/** Selects what currently keeps a member out: bans first, then the suspension that ends last. */
export function selectAccountRestrictions(db: Db, accountId: string) {
  return selectRestrictions(db)
    .where('r.account_id', '=', accountId)
    .where('r.action', 'in', ['suspend', 'ban'])
    .where(inForce)
    .orderBy('r.until', (order) => order.desc().nullsFirst())
    .orderBy('r.id', 'desc');
}

/** A restriction as its subject sees it. */
export function toRestrictionView(row: RestrictionRow): RestrictionView {
  return {
    id: row.id,
    action: row.action,
    subjectId: row.subject_id,
    title: row.title ?? row.username,
    titleLanguage: row.language,
    storyId: row.story_id,
    chapterId: row.chapter_id,
    number: referenceNumber(row.id, row.decided_at),
    rule: row.rule,
    law: row.law,
    country: row.country,
    reason: row.reason,
    excerpt: row.excerpt,
    foundBy: row.found_by,
    automated: DECIDES_AUTOMATICALLY,
    decidedAt: row.decided_at.toISOString(),
    until: row.until?.toISOString() ?? null,
    liftedAt: row.lifted_at?.toISOString() ?? null,
    appealUntil: appealUntil(row.decided_at).toISOString(),
    appeal:
      row.appeal_state === null
        ? null
        : {
            state: row.appeal_state!,
            text: row.body!,
            createdAt: row.appealed_at!.toISOString(),
            answer: row.answer,
          },
  };
}

/** A restriction as moderators see it. */
export function toJudgedRestriction(row: RestrictionRow): RestrictionDetail {
  return {
    ...toRestrictionView(row),
    account: { id: row.account_id, username: row.username, slug: row.slug },
    decidedBy:
      row.decided_by === null ? null : { id: row.decided_by, username: row.decider_name!, slug: row.decider_slug! },
  };
}

/** Records that a decision was reversed, and by whom: null if it expired. */
export async function markLifted(db: Db, id: string, moderatorId: string | null): Promise<void> {
  await db
    .updateTable('restrictions')
    .set({ lifted_at: sql<Date>`db_clock()`, lifted_by: moderatorId })
    .where('id', '=', id)
    .execute();
}

/** Inserts an open appeal. The database allows one per decision. */
export async function insertAppeal(
  db: Db,
  appeal: { restrictionId: string; accountId: string; text: string },
): Promise<void> {
  await db
    .insertInto('appeals')
    .values({ restriction_id: appeal.restrictionId, account_id: appeal.accountId, body: appeal.text })
    .execute();
}

/** Closes an appeal that is still open. */
export async function closeAppeal(
  db: Db,
  id: string,
  by: { state: Row<'appeals'>['state']; moderatorId: string | null; answer: string },
): Promise<void> {
  await db
    .updateTable('appeals')
    .set({ state: by.state, decided_at: sql<Date>`db_clock()`, decided_by: by.moderatorId, answer: by.answer })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute();
}
