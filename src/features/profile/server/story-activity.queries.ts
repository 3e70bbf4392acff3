import { sql } from 'kysely';
import type { ModeModels } from '#features/stories/model/mode-model.ts';
import type { Ctx } from '#platform/context.ts';
import type { Row } from '#platform/db/rows.ts';
import type { Next, StoryActivity } from '../contract.ts';
import { COUNTED_MAX } from '../model/profile-lists.ts';

interface ActivityRow {
  id: string;
  mode: Row<'stories'>['mode'];
  progress: string;
  is_creator: boolean;
  participants: number;
  participant_limit: number | null;
  writer_id: string | null;
  writer: string | null;
  deadline: Date | null;
  draft_id: string | null;
  round_id: string | null;
  round_status: string | null;
  ends_at: Date | null;
  entry_status: string | null;
  has_voted: boolean;
  applications: number;
}

const next = (kind: Next['kind'], rest: Partial<Next> = {}): Next => ({
  kind,
  chapterId: null,
  roundId: null,
  until: null,
  count: 0,
  ...rest,
});

/**
 * Returns the most urgent thing to do: what has a deadline, then started drafts, then pending applications, then what
 * is optional.
 */
function nextOf(row: ActivityRow, accountId: string, models: ModeModels): Next | null {
  const round = { roundId: row.round_id, until: row.ends_at?.toISOString() ?? null };
  if (row.writer_id === accountId) return next('turn', { until: row.deadline?.toISOString() ?? null });
  if (row.draft_id !== null) return next('draft', { chapterId: row.draft_id });
  const isSent = row.entry_status === 'pending' || row.entry_status === 'approved';
  if (row.round_status === 'writing' && !isSent) return next('entry', round);
  if (row.round_status === 'voting' && !row.has_voted) return next('vote', round);
  if (row.is_creator && row.applications > 0) return next('applications', { count: row.applications });
  // In a tree there is always a chapter to continue.
  return models[row.mode].shape === 'tree' && row.progress === 'ongoing' ? next('continue') : null;
}

/**
 * Returns the participant count and current writer of these stories, and the next thing that a participant can do in
 * each. One statement for a whole page of a list. A round counts as over at its deadline, even if no tick has run
 * since.
 */
export async function findCompany(
  { db, modeModels }: Pick<Ctx, 'db' | 'modeModels'>,
  accountId: string,
  storyIds: readonly string[],
): Promise<Map<string, StoryActivity>> {
  if (storyIds.length === 0) return new Map();
  const { rows } = await sql<ActivityRow>`
    select s.id, s.mode, s.progress, s.creator_id = ${accountId} as is_creator, s.participant_limit, st.participants,
      turn.account_id as writer_id, turn.username as writer, turn.deadline, draft.id as draft_id,
      round.id as round_id, round.status as round_status, round.ends_at, entry.status as entry_status,
      vote.round_id is not null as has_voted, coalesce(asked.count, 0)::int as applications
    from stories s
    join story_stats st on st.story_id = s.id
    left join lateral (select t.account_id, t.deadline, a.username from relay_turns t join accounts a on a.id = t.account_id
      where t.story_id = s.id and t.phase = 'writing') turn on true
    left join lateral (select c.id from chapters c
      where c.author_id = ${accountId} and c.story_id = s.id and c.deleted_at is null and not c.is_submission
        and c.status in ('draft', 'rejected') order by c.id desc limit 1) draft on true
    left join lateral (select r.id, r.status, case r.status when 'writing' then r.writing_ends_at else r.voting_ends_at end as ends_at
      from rounds r where r.story_id = s.id and r.status in ('writing', 'voting')
        and case r.status when 'writing' then r.writing_ends_at else r.voting_ends_at end > db_clock()) round on true
    left join submissions entry on entry.round_id = round.id and entry.author_id = ${accountId}
    left join votes vote on vote.round_id = round.id and vote.account_id = ${accountId}
    left join lateral (select count(*) from (select from participation_requests q
      where q.story_id = s.id and q.state = 'pending' and q.applied_at is not null and q.invited_at is null
        and q.expires_at > db_clock() limit ${COUNTED_MAX}) waiting) asked on s.creator_id = ${accountId}
    where s.id = any(${storyIds}::bigint[])`.execute(db);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        next: nextOf(row, accountId, modeModels),
        participantCount: row.participants,
        participantLimit: row.participant_limit,
        writer: row.writer_id === accountId ? null : row.writer,
      },
    ]),
  );
}
