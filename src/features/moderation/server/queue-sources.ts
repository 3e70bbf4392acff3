import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '#core/actor.ts';
import type { Db } from '#platform/db/database.ts';
import type { Row } from '#platform/db/rows.ts';
import type { QueueEntry } from '../contract.ts';
import type { QueueKind } from '../model/queue.ts';
import { appealBlockerOf } from '../model/restriction-policy.ts';
import { SUBJECT_KINDS } from '../model/review-status.ts';
import { restrictionFactsOf, rolesOfAccount } from './restrictions.repo.ts';
import { reviewsWithAuthors, toSubmission } from './review-entries.ts';

/** A source of entries for the moderation queue. */
export interface QueueSource {
  kinds: readonly QueueKind[];
  /** Query for the open entries: id, kind and time. */
  waiting: RawBuilder<unknown>;
  /** Loads the entries with these ids, in any order. */
  entries: (db: Db, ids: string[], viewer: Actor) => Promise<QueueEntry[]>;
}

/** Defaults for fields that most kinds don’t have. */
const BLANK = {
  storyId: null,
  subjectId: null,
  language: null,
  author: null,
  isEdit: false,
  findings: [],
  blocker: null,
  reporters: 0,
  rules: [],
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
    return rows.map((row) => ({ ...BLANK, ...toSubmission(row, viewer.id) }));
  },
};

const reports: QueueSource = {
  kinds: ['report'],
  waiting: sql`select c.id, 'report' as kind, c.created_at as at from report_cases c where c.state = 'open'`,
  async entries(db, ids) {
    const rows = await db
      .selectFrom('report_cases as c')
      .innerJoin('accounts as a', 'a.id', 'c.account_id')
      .where('c.id', 'in', ids)
      .select(['c.id', 'c.story_id', 'c.title', 'c.language', 'c.created_at'])
      .select('a.username')
      .select([
        sql<number>`(select count(*)::int from reports p where p.case_id = c.id)`.as('reporters'),
        sql<Row<'reports'>['reason'][]>`array(select p.reason::text from reports p where p.case_id = c.id
          group by p.reason order by count(*) desc, min(p.created_at))`.as('rules'),
      ])
      .execute();
    return rows.map((row) => ({
      ...BLANK,
      id: row.id,
      kind: 'report',
      storyId: row.story_id,
      title: row.title ?? row.username,
      language: row.language,
      submittedAt: row.created_at.toISOString(),
      reporters: row.reporters,
      rules: row.rules,
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
      ...BLANK,
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
      ...BLANK,
      id: row.id,
      kind: 'feedback',
      title: row.title,
      submittedAt: row.created_at.toISOString(),
      feedback: row.type,
    }));
  },
};

const suggestions: QueueSource = {
  kinds: ['suggestion'],
  waiting: sql`select s.id, 'suggestion' as kind, s.created_at as at from category_suggestions s where s.state = 'open'`,
  async entries(db, ids, viewer) {
    const rows = await db
      .selectFrom('category_suggestions')
      .where('id', 'in', ids)
      .select(['id', 'account_id', 'name', 'created_at'])
      .execute();
    return rows.map((row) => ({
      ...BLANK,
      id: row.id,
      kind: 'suggestion',
      title: row.name,
      submittedAt: row.created_at.toISOString(),
      blocker: row.account_id === viewer.id ? 'own_work' : null,
    }));
  },
};

/** All sources. Together they cover every kind. */
export const QUEUE_SOURCES: readonly QueueSource[] = [reviews, reports, appeals, suggestions, feedback];
