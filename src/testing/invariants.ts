import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestApp } from './test-app.ts';

/** Rules about the database. Each query returns the ids of rows that break the rule. */
const INVARIANTS: Record<string, string> = {
  'an open review of an entry is about its submitted version, which is in review': `
    select r.id from reviews r join submissions e on e.id = r.subject_id
    join stories s on s.id = e.story_id where r.subject_kind = 'submission' and r.state in ('automatic', 'manual')
      and not (e.status = 'pending' and e.version = r.version and s.deleted_at is null)`,
  'an entry in review has one open review': `
    select e.id from submissions e join stories s on s.id = e.story_id where e.status = 'pending' and s.deleted_at is null
      and 1 <> (select count(*) from reviews r where r.subject_kind = 'submission' and r.subject_id = e.id and r.state in ('automatic', 'manual'))`,
  'an entry has a chapter number in its story if and only if it has won': `
    select e.id from submissions e join rounds r on r.id = e.round_id join chapters c on c.id = e.chapter_id
    where not c.is_submission or (c.number is not null) is distinct from (r.winner_id is not distinct from e.id)
      or (c.status <> 'draft') is distinct from (r.winner_id is not distinct from e.id)`,
  'an entry has a submitted text if and only if it was submitted': `
    select e.id from submissions e left join submission_texts t on t.submission_id = e.id
    where (e.version is not null) is distinct from (t.submission_id is not null)`,
  'votes are for entries on the ballot, were cast during voting, and are not for the voter’s own entry': `
    select v.account_id from votes v join submissions e on e.id = v.submission_id join rounds r on r.id = v.round_id
    where (e.status <> 'approved' and r.status <> 'completed') or e.ballot_at is null or e.author_id = v.account_id or v.story_id <> r.story_id
      or r.voting_started_at is null or v.cast_at < r.voting_started_at or v.cast_at >= r.voting_ends_at`,
  'the vote counts of a completed round match its votes': `
    select r.id from rounds r where r.status = 'completed' and r.winner_id is not null and r.votes is distinct from
      (select count(*) from votes v where v.round_id = r.id)
    union all select e.id from submissions e where e.votes is not null
      and e.votes <> (select count(*) from votes v where v.submission_id = e.id)`,
  'the winner has the most votes, and in a tie was submitted first': `
    select r.id from rounds r join submissions w on w.id = r.winner_id join submissions e on e.round_id = r.id
    where e.votes is not null and (e.votes > w.votes or (e.votes = w.votes and e.submitted_at < w.submitted_at))`,
  'a round makes each transition once': `
    select subject_id from status_log where subject_kind = 'round' group by subject_id, action having count(*) > 1`,
  'each winner is notified once': `
    select r.id from rounds r join submissions w on w.id = r.winner_id where 1 <> (select count(*) from messages m
      where m.type = 'contest_winner' and m.chapter_id = w.chapter_id and m.account_id = w.author_id)`,
  'an open review of a story is about the current version, which is in review': `
    select r.id from reviews r join stories s on s.id = r.subject_id join story_drafts d on d.story_id = s.id
    where r.subject_kind = 'story' and r.state in ('automatic', 'manual') and not (s.deleted_at is null and r.version = d.version
      and case when r.is_edit then s.edit_status = 'pending' else s.status = 'pending' end is true)`,
  'an open review of a chapter is about the current version, which is in review': `
    select r.id from reviews r join chapters c on c.id = r.subject_id join stories s on s.id = c.story_id
      left join chapter_drafts d on d.chapter_id = c.id
    where r.subject_kind = 'chapter' and r.state in ('automatic', 'manual')
      and not (c.deleted_at is null and s.deleted_at is null and r.version is not distinct from d.version
        and case when r.is_edit then c.edit_status = 'pending' else c.status = 'pending' end is true)`,
  'a story that is in review, or whose edit is, has one open review': `
    select s.id from stories s where s.deleted_at is null and (s.status = 'pending' or s.edit_status = 'pending')
      and 1 <> (select count(*) from reviews r where r.subject_kind = 'story' and r.subject_id = s.id and r.state in ('automatic', 'manual'))`,
  'a pending chapter has an open review, is reviewed with its story, or is approved and waits for others': `
    select c.id from chapters c join stories s on s.id = c.story_id
    where c.deleted_at is null and s.deleted_at is null and (c.status = 'pending' or c.edit_status = 'pending')
      and not (s.status = 'pending' and c.status = 'pending')
      and coalesce((select r.state from reviews r where r.subject_kind = 'chapter' and r.subject_id = c.id order by r.id desc limit 1), 'none')
        not in ('automatic', 'manual', case when c.status = 'pending' then 'approved' else 'automatic' end)`,
  'an approved chapter that can be published is published': `
    select c.id from chapters c join stories s on s.id = c.story_id
    where c.deleted_at is null and s.deleted_at is null and s.status = 'published' and c.status = 'pending'
      and (select r.state from reviews r where r.subject_kind = 'chapter' and r.subject_id = c.id order by r.id desc limit 1) = 'approved'
      and not exists (select from chapters b where b.story_id = c.story_id and b.deleted_at is null
        and case when s.mode = 'branch' then b.id = c.parent_id else b.number < c.number end
        and b.status not in ('approved', 'hidden'))`,
  'a chapter of a linear story is not published before the earlier ones': `
    select c.id from chapters c join stories s on s.id = c.story_id
      join chapters b on b.story_id = c.story_id and b.number < c.number and b.deleted_at is null
    where s.mode <> 'branch' and c.deleted_at is null and c.status in ('approved', 'hidden') and b.status not in ('approved', 'hidden')`,
  'the chapter numbers of a linear story have no gaps': `
    select c.story_id from chapters c join stories s on s.id = c.story_id
    where s.mode <> 'branch' and c.number is not null and c.deleted_at is null
    group by c.story_id having count(*) <> max(c.number)`,
  'no chapter of a linear story has a parent': `
    select c.id from chapters c join stories s on s.id = c.story_id where s.mode <> 'branch' and c.parent_id is not null`,
  'a chapter of a branch is numbered one higher than its parent, which is public': `
    select c.id from chapters c join stories s on s.id = c.story_id left join chapters p on p.id = c.parent_id
    where s.mode = 'branch' and case when c.parent_id is null then c.number <> 1
      else p.story_id <> c.story_id or p.deleted_at is not null or p.status not in ('approved', 'hidden')
        or c.number <> p.number + 1 or c.id < p.id end`,
  'a branch has one first chapter, at most eight continuations of each, and no path longer than 250': `
    select min(c.id) from chapters c join stories s on s.id = c.story_id
    where s.mode = 'branch' and c.deleted_at is null and c.number is not null and c.status not in ('draft', 'rejected')
    group by c.story_id, c.parent_id having count(*) > case when c.parent_id is null then 1 else 8 end or max(c.number) > 250`,
  'a public chapter has a choice if and only if it has a parent': `
    select c.id from chapters c where c.status in ('approved', 'hidden') and (c.choice is null) <> (c.parent_id is null)`,
  'a reservation belongs to the same story as its chapter': `
    select b.parent_id from branch_reservations b join chapters c on c.id = b.parent_id where b.story_id <> c.story_id`,
  'only a published or banned story has public chapters': `
    select c.id from chapters c join stories s on s.id = c.story_id
    where c.status in ('approved', 'hidden') and s.status not in ('published', 'banned')`,
  'a chapter has a public text if and only if it was published': `
    select c.id from chapters c left join chapter_texts t on t.chapter_id = c.id
    where (c.status in ('approved', 'hidden')) is distinct from (t.chapter_id is not null)`,
  'a chapter has a draft if and only if it is unpublished or has an edit': `
    select c.id from chapters c left join chapter_drafts d on d.chapter_id = c.id
    where (c.status not in ('approved', 'hidden') or c.edit_status is not null) is distinct from (d.chapter_id is not null)`,
  'a chapter that was taken down is hidden, and its author has a draft of it unless it was erased': `
    select c.id from chapters c join accounts a on a.id = c.author_id
    where c.taken_down_at is not null and (c.status <> 'hidden' or c.is_submission or (c.edit_status is null and a.status not in ('pending_deletion', 'erased')))`,
  'the counters of a story match its chapters': `
    select s.id from stories s join story_stats st on st.story_id = s.id
    cross join lateral (select count(*) as chapters, coalesce(sum(c.units), 0) as units from chapters c
      where c.story_id = s.id and c.status in ('approved', 'hidden') and c.deleted_at is null) n
    where st.chapters <> n.chapters or st.units <> n.units`,
  'a story is listed from its first public chapter on, while it is published': `
    select s.id from stories s join story_stats st on st.story_id = s.id
    where st.listed is distinct from (s.listed_at is not null and s.status = 'published' and s.deleted_at is null)
      or (s.listed_at is not null) is distinct from exists (select from chapters c where c.story_id = s.id and c.status in ('approved', 'hidden'))`,
  'a story was listed with its first chapter and last continued with its newest': `
    select s.id from stories s cross join lateral (select date_trunc('milliseconds', min(c.published_at)) as first,
        date_trunc('milliseconds', max(c.published_at)) as last
      from chapters c where c.story_id = s.id and c.status in ('approved', 'hidden')) n
    where s.listed_at is not null and (s.listed_at <> n.first or s.continued_at <> n.last)`,
  'each decision about a story is notified once': `
    select r.subject_id from reviews r where r.subject_kind = 'story'
    group by r.subject_id having count(*) filter (where r.state = 'approved')
        <> (select count(*) from messages m where m.story_id = r.subject_id and m.type = 'story_approved')
      or count(*) filter (where r.state = 'rejected')
        <> (select count(*) from messages m where m.story_id = r.subject_id and m.type = 'story_rejected')`,
  'each rejection of a chapter, and each publication except with its story, is notified once': `
    select c.id from chapters c join accounts a on a.id = c.author_id and a.status <> 'erased'
    where (select count(*) from messages m where m.chapter_id = c.id and m.type = 'chapter_rejected')
        <> (select count(*) from reviews r where r.subject_kind = 'chapter' and r.subject_id = c.id and r.state = 'rejected')
      or (select count(*) from messages m where m.chapter_id = c.id
          and (m.type = 'chapter_approved' or m.params ->> 'about' = 'hidden_edit_passed'))
        <> (select count(*) from status_log l where l.subject_kind = 'chapter' and l.subject_id = c.id
            and ((l.action = 'edit_end' and l.from_status = 'pending') or (l.action = 'approve'
              and exists (select from reviews r where r.subject_kind = 'chapter' and r.subject_id = c.id and r.state = 'approved' and not r.is_edit))))`,
  'each decision is in the log once, and no one decided about their own work': `
    select r.id from reviews r
    where (r.state in ('approved', 'rejected'))::int
        <> (select count(*) from status_log l where l.subject_kind = 'review' and l.subject_id = r.id and l.action in ('approve', 'reject'))
      or r.decided_by = r.author_id`,
  'the log of a review is a chain that ends in its state': `
    with steps as (
      select subject_id, id, from_status, to_status, lag(to_status) over w as before, lead(id) over w is null as is_last
      from status_log where subject_kind = 'review' window w as (partition by subject_id order by id))
    select r.id from reviews r left join steps t on t.subject_id = r.id
    where (t.id is null and r.state <> 'automatic') or t.from_status <> coalesce(t.before, 'automatic')
      or (t.is_last and t.to_status <> r.state)`,
  'the automatic check rejects nothing': `select id from reviews where state = 'rejected' and decided_by is null`,
  'the log of a status is a chain that ends in the current status': `
    with steps as (
      select subject_kind, subject_id, id, from_status, to_status,
        lag(to_status) over w as before, lead(id) over w is null as is_last
      from status_log where subject_kind in ('story', 'chapter') and action not like 'edit%'
      window w as (partition by subject_kind, subject_id order by id))
    select t.id from steps t left join stories s on t.subject_kind = 'story' and s.id = t.subject_id
      left join chapters c on t.subject_kind = 'chapter' and c.id = t.subject_id
    where t.from_status <> coalesce(t.before, 'draft')
      or (t.is_last and coalesce(s.status, c.status) is distinct from t.to_status and coalesce(s.id, c.id) is not null)`,
  'the log of edits is a chain that ends in the current edit status': `
    with steps as (
      select subject_kind, subject_id, id, from_status, to_status,
        lag(to_status) over w as before, lead(id) over w is null as is_last
      from status_log where subject_kind in ('story', 'chapter') and action like 'edit%'
      window w as (partition by subject_kind, subject_id order by id))
    select t.id from steps t left join stories s on t.subject_kind = 'story' and s.id = t.subject_id
      left join chapters c on t.subject_kind = 'chapter' and c.id = t.subject_id
    where t.from_status <> coalesce(t.before, 'none')
      or (t.is_last and coalesce(s.edit_status, c.edit_status, 'none') <> t.to_status and coalesce(s.id, c.id) is not null)
    union all select id from stories s where edit_status is not null and not exists (
      select from status_log l where l.subject_kind = 'story' and l.subject_id = s.id and l.action = 'edit_begin')`,
  'every change of status is in the log': `
    select 'story', id from stories s where status <> 'draft'
      and not exists (select from status_log l where l.subject_kind = 'story' and l.subject_id = s.id and l.to_status = s.status)
    union all select 'chapter', id from chapters c where status <> 'draft'
      and not exists (select from status_log l where l.subject_kind = 'chapter' and l.subject_id = c.id and l.to_status = c.status)`,
  'a chapter’s old versions were submitted or are the last of their day': `
    select r.chapter_id from chapter_revisions r
      join chapter_revisions f on f.chapter_id = r.chapter_id and f.revision = r.revision + 1
    where r.kind <> 'submitted' and date_trunc('day', f.created_at, 'UTC') = date_trunc('day', r.created_at, 'UTC')
      and r.revision <= (select max(revision) - 20 from chapter_revisions where chapter_id = r.chapter_id)`,
  'texts are in the story of their chapter or entry': `
    select chapter_id from chapter_texts t join chapters c on c.id = chapter_id where t.story_id <> c.story_id
    union all select chapter_id from chapter_drafts d join chapters c on c.id = chapter_id where d.story_id <> c.story_id
    union all select chapter_id from chapter_revisions r join chapters c on c.id = chapter_id where r.story_id <> c.story_id
    union all select submission_id from submission_texts t join submissions e on e.id = submission_id where t.story_id <> e.story_id`,
  'rows of the log name the story of their subject': `
    select l.id from status_log l join chapters c on c.id = l.subject_id where l.subject_kind = 'chapter' and l.story_id is distinct from c.story_id
    union all select l.id from status_log l join reviews r on r.id = l.subject_id where l.subject_kind = 'review' and l.story_id is distinct from r.story_id
    union all select l.id from status_log l where l.subject_kind = 'story' and l.story_id is distinct from l.subject_id`,
  'the rows of the categories of a story are those that it lists': `
    select id from stories s where coalesce((select array_agg(category order by category) from story_categories where story_id = s.id), '{}')
      <> coalesce((select array_agg(c order by c) from unnest(s.categories) c), '{}')`,
  'every cover is a stored image': `
    select s.id from stories s join story_drafts d on d.story_id = s.id
    where not exists (select from images i where i.key = d.cover_key)
      or (s.cover_key is not null and not exists (select from images i where i.key = s.cover_key))`,
  'every paragraph has a unique id': `
    with texts as (select chapter_id, document from chapter_drafts union all select chapter_id, document from chapter_texts)
    select t.chapter_id from texts t cross join lateral (
      select count(*) as all_ids, count(distinct id #>> '{}') as ids from (
        select jsonb_path_query(t.document, '$.content[*] ? (@.type == "paragraph" || @.type == "heading").attrs.id') as id
        union all select jsonb_path_query(t.document, '$.content[*].content[*] ? (@.type == "paragraph").attrs.id')
        union all select jsonb_path_query(t.document, '$.content[*].content[*].content[*] ? (@.type == "paragraph").attrs.id')) found) n
    where n.all_ids <> n.ids or n.ids <> regexp_count(t.document::text, '"type": "(paragraph|heading)"')`,
  'only published texts have fingerprints': `
    select f.chapter_id from text_fingerprints f join chapters c on c.id = f.chapter_id where c.status not in ('approved', 'hidden')`,
  'the count of writers matches': `
    select st.story_id from story_stats st where st.participants <>
      (select count(*) from participants p where p.story_id = st.story_id and p.left_at is null)`,
  'the chapter count of each writer matches': `
    select p.story_id, p.account_id from participants p where p.chapters <>
      (select count(*) from chapters c where c.story_id = p.story_id and c.author_id = p.account_id and c.status in ('approved', 'hidden'))`,
  'the creator is a writer, and the only one in a solo story': `
    select s.id from stories s where not exists (select from participants p where p.story_id = s.id and p.account_id = s.creator_id and p.left_at is null)
    union all select s.id from stories s join participants p on p.story_id = s.id where s.mode = 'solo' and p.account_id <> s.creator_id`,
  'no story has more writers than its limit': `
    select s.id from stories s join story_stats st on st.story_id = s.id where st.participants > s.participant_limit`,
  'a message asks for a response if and only if its request is pending': `
    select m.id from messages m join participation_requests r on r.id = m.request_id
    where m.type in ('story_invite', 'story_apply') and (m.action_status is null) <> (r.state = 'pending')`,
  'a member with a pending request is not a writer yet': `
    select r.id from participation_requests r join participants p on p.story_id = r.story_id and p.account_id = r.account_id
    where r.state = 'pending' and p.left_at is null`,
  'a relay with an available writer has one current writer': `
    select s.id from stories s where s.mode = 'relay' and s.status = 'published' and s.deleted_at is null and s.progress <> 'ended'
      and 1 <> (select count(*) from relay_turns t where t.story_id = s.id and t.phase <> 'ended')
      and exists (select from participants p join accounts a on a.id = p.account_id
        left join relay_queue q on q.story_id = p.story_id and q.account_id = p.account_id
        where p.story_id = s.id and p.left_at is null and a.status = 'active' and q.skipped_at is null)`,
  'the current writer is an active member of the story and not skipped': `
    select t.id from relay_turns t where t.phase <> 'ended' and not exists (select from participants p join accounts a on a.id = p.account_id
        left join relay_queue q on q.story_id = p.story_id and q.account_id = p.account_id
        where p.story_id = t.story_id and p.account_id = t.account_id and p.left_at is null and a.status = 'active' and q.skipped_at is null)`,
  'the timer of a turn runs if and only if another writer is waiting': `
    select t.id from relay_turns t join stories s on s.id = t.story_id where t.phase = 'writing' and s.status = 'published'
      and s.deleted_at is null and s.progress = 'ongoing' and (t.deadline is not null) <>
        exists (select from participants p join accounts a on a.id = p.account_id
          left join relay_queue q on q.story_id = p.story_id and q.account_id = p.account_id
          where p.story_id = t.story_id and p.account_id <> t.account_id and p.left_at is null and a.status = 'active' and q.skipped_at is null)`,
  'the log of a translation is a chain that ends in its status': `
    with steps as (
      select subject_id, id, from_status, to_status, lag(to_status) over w as before, lead(id) over w is null as is_last
      from status_log where subject_kind = 'translation' window w as (partition by subject_id order by id))
    select t.id from translations t left join steps l on l.subject_id = t.id
    where (l.id is null and t.status <> 'saved') or l.from_status <> coalesce(l.before, 'saved') or (l.is_last and l.to_status <> t.status)`,
  'a submitted translation is complete, a published one has its text, and no one decided about their own': `
    select t.id from translations t left join translation_texts x on x.translation_id = t.id
    where x.translation_id is null
      or (t.status in ('submitted', 'under_review') and t.done <> t.total and t.stale = '{}')
      or (t.kind = 'chapter' and t.approved_at is not null) is distinct from (x.document is not null) or t.decided_by = t.translator_id`,
  'a text has one published translation per language if it ever had one and none was taken down': `
    select min(t.id) from translations t where t.approved_at is not null group by t.story_id, t.chapter_id, t.language
    having count(*) filter (where t.status = 'approved') <> 1 and count(*) filter (where t.status = 'rejected') = 0`,
  'the translator is notified once of each decision about a translation': `
    select t.translator_id, t.story_id, t.chapter_id, t.language from translations t
    group by t.translator_id, t.story_id, t.chapter_id, t.language
    having (select count(*) from status_log l join translations o on o.id = l.subject_id where l.subject_kind = 'translation'
        and l.action in ('approve', 'reject') and o.translator_id = t.translator_id and o.story_id = t.story_id
        and o.chapter_id is not distinct from t.chapter_id and o.language = t.language)
      <> (select count(*) from messages m where m.type like '%_translation_%' and m.account_id = t.translator_id
        and m.story_id = t.story_id and m.chapter_id is not distinct from t.chapter_id and m.params ->> 'language' = t.language)`,
  'a turn is in review if and only if a chapter of its writer is': `
    select t.id from relay_turns t where (t.phase = 'review') <> exists (select from chapters c
      where c.story_id = t.story_id and c.author_id = t.account_id and c.status = 'pending' and c.deleted_at is null) and t.phase <> 'ended'`,
};

/** Checks what must be true between any two transactions. Lists each broken rule with the ids that break it. */
export async function expectInvariants(app: Pick<TestApp, 'database'>): Promise<void> {
  const broken: Record<string, unknown[]> = {};
  for (const [rule, query] of Object.entries(INVARIANTS)) {
    const { rows } = await sql.raw(query).execute(app.database.db);
    if (rows.length > 0) broken[rule] = rows;
  }
  expect(broken).toEqual({});
}
