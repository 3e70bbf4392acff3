import { sql } from 'kysely';
import type { Language } from '#core/languages.ts';
import type { Db } from '#platform/db/database.ts';
import type { Row } from '#platform/db/rows.ts';
import type { RestrictionDetail, RestrictionView } from '../contract-cases.ts';
import { TARGET_OF } from '../model/restriction.ts';
import { appealUntil, type RestrictionFacts } from '../model/restriction-policy.ts';
import type { RestrictionInput } from './restrictable.ts';

/** What a decision is about, as it is kept with it. */
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
): Promise<string> {
  const { id } = await db
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
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
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
] as const;

/** Of whom it meets. */
export const rolesOfAccount = sql<
  Row<'account_roles'>['role'][]
>`array(select o.role from account_roles o where o.account_id = r.account_id)`;

/** Restrictions with whom they meet, who decided, and the appeal against each. */
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

/** What the policies ask of it. */
export function restrictionFactsOf(
  row: Pick<RestrictionRow, 'action' | 'account_id' | 'account_roles' | 'decided_by'>,
): RestrictionFacts {
  const { action, account_id: accountId, account_roles: accountRoles, decided_by: decidedBy } = row;
  return { kind: TARGET_OF[action], accountId, accountRoles, decidedBy };
}

/** The restriction, locked against others who lift it or hear its appeal. */
export async function lockRestriction(db: Db, id: string): Promise<RestrictionRow | null> {
  await db.selectFrom('restrictions').select('id').where('id', '=', id).forUpdate().execute();
  return (await selectRestrictions(db).where('r.id', '=', id).executeTakeFirst()) ?? null;
}

/** In force: neither lifted nor over. */
export const inForce = sql<boolean>`(r.lifted_at is null and (r.until is null or r.until > db_clock()))`;

/** What keeps a member out at this moment: bans first, then the suspension that ends last. */
export function selectAccountRestrictions(db: Db, accountId: string) {
  return selectRestrictions(db)
    .where('r.account_id', '=', accountId)
    .where('r.action', 'in', ['suspend', 'ban'])
    .where(inForce)
    .orderBy('r.until', (order) => order.desc().nullsFirst())
    .orderBy('r.id', 'desc');
}

/** As whom it meets is told of it. */
export function toRestrictionView(row: RestrictionRow): RestrictionView {
  return {
    id: row.id,
    action: row.action,
    subjectId: row.subject_id,
    title: row.title ?? row.username,
    titleLanguage: row.language,
    storyId: row.story_id,
    chapterId: row.chapter_id,
    rule: row.rule,
    reason: row.reason,
    excerpt: row.excerpt,
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

/** As moderators see it. */
export function toJudgedRestriction(row: RestrictionRow): RestrictionDetail {
  return {
    ...toRestrictionView(row),
    account: { id: row.account_id, username: row.username, slug: row.slug },
    decidedBy:
      row.decided_by === null ? null : { id: row.decided_by, username: row.decider_name!, slug: row.decider_slug! },
  };
}
