import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '#core/actor.ts';
import type { Ctx } from '#platform/context.ts';
import type { Db } from '#platform/db/database.ts';
import type { Row } from '#platform/db/rows.ts';
import type { QueueEntry } from '../contract.ts';
import type { CaseDetail } from '../contract-cases.ts';
import { URGENT_LAW } from '../model/law.ts';
import type { CaseKind, QueueKind } from '../model/queue.ts';
import { appealBlockerOf } from '../model/restriction-policy.ts';
import { SUBJECT_KINDS } from '../model/review-status.ts';
import { restrictionFactsOf, rolesOfAccount } from './restrictions.repo.ts';
import { reviewsWithAuthors, toSubmission } from './review-entries.ts';

/** A source of entries for the moderation queue. */
export interface QueueSource {
  readonly kinds: readonly QueueKind[];
  /** Query for the open entries: id, kind and time. */
  readonly waiting: RawBuilder<unknown>;
  /** Loads the entries with these ids, in any order. */
  readonly entries: (db: Db, ids: string[], viewer: Actor) => Promise<QueueEntry[]>;
}

/** How a kind of entry that is no submission is shown to the moderator who opens it. Null if it is closed. */
export type QueueCase = (ctx: Ctx, id: string, viewer: Actor) => Promise<CaseDetail | null>;

declare module '#platform/features/feature.ts' {
  interface Registries {
    /** The sources of the moderation queue, by name. Together they cover every kind. */
    readonly queueSources: Readonly<Record<string, QueueSource>>;
    readonly queueCases: Readonly<Record<CaseKind, QueueCase>>;
    /** Titles in the log of moderators, by kind of subject: queries of one column, about the row `l` of the log. */
    readonly loggedTitles: Readonly<Record<string, RawBuilder<unknown>>>;
  }
}

/** The time that urgent entries have in the order of the queue. */
export const FIRST = sql`timestamptz 'epoch'`;

/** Defaults for fields of entries that most kinds don’t have. */
export const BLANK_ENTRY = {
  storyId: null,
  subjectId: null,
  language: null,
  author: null,
  isEdit: false,
  findings: [],
  blocker: null,
  reporters: 0,
  rules: [],
  laws: [],
  action: null,
  feedback: null,
} satisfies Partial<QueueEntry>;

/**
 * Submissions to a banned story are left out until the ban is reversed, because no one can decide on what readers can’t
 * see.
 */
const reviews: QueueSource = {
  kinds: SUBJECT_KINDS,
  waiting: sql`select r.id, r.subject_kind as kind, r.submitted_at as at from reviews r where r.state = 'manual'
    and not exists (select from restrictions x where x.action = 'ban_story' and x.subject_id = r.story_id and x.lifted_at is null)`,
  async entries(db, ids, viewer) {
    const rows = await reviewsWithAuthors(db).where('r.id', 'in', ids).execute();
    return rows.map((row) => ({ ...BLANK_ENTRY, ...toSubmission(row, viewer.id) }));
  },
};

const reports: QueueSource = {
  kinds: ['report'],
  // What is urgent comes before everything else.
  waiting: sql`select c.id, 'report' as kind, case when exists (select from public_reports p where p.case_id = c.id
      and p.law = ${sql.lit(URGENT_LAW)}) then ${FIRST} else c.created_at end as at
    from report_cases c where c.state = 'open'`,
  async entries(db, ids) {
    const rows = await db
      .selectFrom('report_cases as c')
      .innerJoin('accounts as a', 'a.id', 'c.account_id')
      .where('c.id', 'in', ids)
      .select(['c.id', 'c.story_id', 'c.title', 'c.language', 'c.created_at'])
      .select('a.username')
      .select([
        sql<number>`(select count(*)::int from reports p where p.case_id = c.id)
          + (select count(*)::int from public_reports p where p.case_id = c.id)`.as('reporters'),
        sql<Row<'reports'>['reason'][]>`array(select p.reason::text from (
            select reason, created_at from reports where case_id = c.id
            union all select reason, created_at from public_reports where case_id = c.id and reason is not null) p
          group by p.reason order by count(*) desc, min(p.created_at))`.as('rules'),
        sql<
          NonNullable<Row<'public_reports'>['law']>[]
        >`array(select p.law from public_reports p where p.case_id = c.id and p.law is not null
          group by p.law order by count(*) desc, min(p.created_at))`.as('laws'),
      ])
      .execute();
    return rows.map((row) => ({
      ...BLANK_ENTRY,
      id: row.id,
      kind: 'report',
      storyId: row.story_id,
      title: row.title ?? row.username,
      language: row.language,
      submittedAt: row.created_at.toISOString(),
      reporters: row.reporters,
      rules: row.rules,
      laws: row.laws,
    }));
  },
};

const appeals: QueueSource = {
  kinds: ['appeal'],
  waiting: sql`select p.id, 'appeal' as kind, p.created_at as at from appeals p where p.state = 'open'`,
  async entries(db, ids, viewer) {
    const rows = await db
      .selectFrom('appeals as p')
      .innerJoin('restrictions as r', 'r.id', 'p.restriction_id')
      .innerJoin('accounts as a', 'a.id', 'r.account_id')
      .where('p.id', 'in', ids)
      .select([
        'p.id',
        'p.created_at',
        'r.action',
        'r.account_id',
        'r.decided_by',
        'r.story_id',
        'r.title',
        'r.language',
      ])
      .select(['a.username', rolesOfAccount.as('account_roles')])
      .execute();
    return rows.map((row) => ({
      ...BLANK_ENTRY,
      id: row.id,
      kind: 'appeal',
      storyId: row.story_id,
      title: row.title ?? row.username,
      language: row.language,
      submittedAt: row.created_at.toISOString(),
      blocker: appealBlockerOf(viewer, restrictionFactsOf(row)),
      action: row.action,
    }));
  },
};

const FEEDBACK_SHOWN = 80;

const feedback: QueueSource = {
  kinds: ['feedback'],
  waiting: sql`select f.id, 'feedback' as kind, f.created_at as at from feedback f where f.read_at is null`,
  async entries(db, ids) {
    const rows = await db
      .selectFrom('feedback')
      .where('id', 'in', ids)
      .select([
        'id',
        'type',
        'created_at',
        sql<string>`case when char_length(description) > ${FEEDBACK_SHOWN}
          then left(description, ${FEEDBACK_SHOWN - 1}) || '…' else description end`.as('title'),
      ])
      .execute();
    return rows.map((row) => ({
      ...BLANK_ENTRY,
      id: row.id,
      kind: 'feedback',
      title: row.title,
      submittedAt: row.created_at.toISOString(),
      feedback: row.type,
    }));
  },
};

/** The sources of moderation itself. */
export const queueSources = { reviews, reports, appeals, feedback };
