import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestApp } from './test-app.ts';

/** A chapter of another story state than its story allows, a review of nothing, … each query answers what breaks it. */
const INVARIANTS: Record<string, string> = {
  'an open review of a submission is about the version that stands in a round that is open': `
    select r.id from reviews r join submissions e on e.id = r.subject_id
    join stories s on s.id = e.story_id where r.subject_kind = 'submission' and r.state in ('automatic', 'manual')
      and not (e.status = 'pending' and e.version = r.version and s.deleted_at is null)`,
  'a submission that waits has one open review': `
    select e.id from submissions e join stories s on s.id = e.story_id where e.status = 'pending' and s.deleted_at is null
      and 1 <> (select count(*) from reviews r where r.subject_kind = 'submission' and r.subject_id = e.id and r.state in ('automatic', 'manual'))`,
  'a submission has a place in its story if and only if it has won': `
    select e.id from submissions e join rounds r on r.id = e.round_id join chapters c on c.id = e.chapter_id
    where not c.is_submission or (c.number is not null) is distinct from (r.winner_id is not distinct from e.id)
      or (c.status <> 'draft') is distinct from (r.winner_id is not distinct from e.id)`,
  'what was submitted has its text': `
    select e.id from submissions e left join submission_texts t on t.submission_id = e.id
    where (e.version is not null) is distinct from (t.submission_id is not null)`,
  'votes are for entries on the ballot of a round that is or was voted on, and not for one’s own': `
    select v.account_id from votes v join submissions e on e.id = v.submission_id join rounds r on r.id = v.round_id
    where (e.status <> 'approved' and r.status <> 'completed') or e.ballot_at is null or e.author_id = v.account_id or v.story_id <> r.story_id
      or r.voting_started_at is null or v.cast_at < r.voting_started_at or v.cast_at >= r.voting_ends_at`,
  'the counts of a completed round are its rows': `
    select r.id from rounds r where r.status = 'completed' and r.winner_id is not null and r.votes is distinct from
      (select count(*) from votes v where v.round_id = r.id)
    union all select e.id from submissions e where e.votes is not null
      and e.votes <> (select count(*) from votes v where v.submission_id = e.id)`,
  'the winner has most votes, and of equals was submitted first': `
    select r.id from rounds r join submissions w on w.id = r.winner_id join submissions e on e.round_id = r.id
    where e.votes is not null and (e.votes > w.votes or (e.votes = w.votes and e.submitted_at < w.submitted_at))`,
  'a round takes each step once': `
    select subject_id from status_log where subject_kind = 'round' group by subject_id, action having count(*) > 1`,
  'each winner is told once': `
    select r.id from rounds r join submissions w on w.id = r.winner_id where 1 <> (select count(*) from messages m
      where m.type = 'contest_winner' and m.chapter_id = w.chapter_id and m.account_id = w.author_id)`,
  'an open review of a story is about what waits for it, in its present version': `
    select r.id from reviews r join stories s on s.id = r.subject_id join story_drafts d on d.story_id = s.id
    where r.subject_kind = 'story' and r.state in ('automatic', 'manual') and not (s.deleted_at is null and r.version = d.version
      and case when r.is_edit then s.edit_status = 'pending' else s.status = 'pending' end is true)`,
  'an open review of a chapter is about what waits for it, in its present version': `
    select r.id from reviews r join chapters c on c.id = r.subject_id join stories s on s.id = c.story_id
      left join chapter_drafts d on d.chapter_id = c.id
    where r.subject_kind = 'chapter' and r.state in ('automatic', 'manual')
      and not (c.deleted_at is null and s.deleted_at is null and r.version is not distinct from d.version
        and case when r.is_edit then c.edit_status = 'pending' else c.status = 'pending' end is true)`,
  'a story that waits, or whose edit waits, has one open review': `
    select s.id from stories s where s.deleted_at is null and (s.status = 'pending' or s.edit_status = 'pending')
      and 1 <> (select count(*) from reviews r where r.subject_kind = 'story' and r.subject_id = s.id and r.state in ('automatic', 'manual'))`,
  'a chapter that waits has an open review, is looked at with its story, or is approved and waits for its turn': `
    select c.id from chapters c join stories s on s.id = c.story_id
    where c.deleted_at is null and s.deleted_at is null and (c.status = 'pending' or c.edit_status = 'pending')
      and not (s.status = 'pending' and c.status = 'pending')
      and coalesce((select r.state from reviews r where r.subject_kind = 'chapter' and r.subject_id = c.id order by r.id desc limit 1), 'none')
        not in ('automatic', 'manual', case when c.status = 'pending' then 'approved' else 'automatic' end)`,
  'what was approved and may appear has appeared': `
    select c.id from chapters c join stories s on s.id = c.story_id
    where c.deleted_at is null and s.deleted_at is null and s.status = 'published' and c.status = 'pending'
      and (select r.state from reviews r where r.subject_kind = 'chapter' and r.subject_id = c.id order by r.id desc limit 1) = 'approved'
      and not exists (select from chapters b where b.story_id = c.story_id and b.deleted_at is null
        and case when s.mode = 'branch' then b.id = c.parent_id else b.number < c.number end
        and b.status not in ('approved', 'hidden'))`,
  'a chapter of a line appears no earlier than the ones before it': `
    select c.id from chapters c join stories s on s.id = c.story_id
      join chapters b on b.story_id = c.story_id and b.number < c.number and b.deleted_at is null
    where s.mode <> 'branch' and c.deleted_at is null and c.status in ('approved', 'hidden') and b.status not in ('approved', 'hidden')`,
  'the places of a line have no gap': `
    select c.story_id from chapters c join stories s on s.id = c.story_id
    where s.mode <> 'branch' and c.number is not null and c.deleted_at is null
    group by c.story_id having count(*) <> max(c.number)`,
  'no chapter of a line has a parent': `
    select c.id from chapters c join stories s on s.id = c.story_id where s.mode <> 'branch' and c.parent_id is not null`,
  'a chapter of a tree stands one step behind its parent, which the world knows of': `
    select c.id from chapters c join stories s on s.id = c.story_id left join chapters p on p.id = c.parent_id
    where s.mode = 'branch' and case when c.parent_id is null then c.number <> 1
      else p.story_id <> c.story_id or p.deleted_at is not null or p.status not in ('approved', 'hidden')
        or c.number <> p.number + 1 or c.id < p.id end`,
  'a tree has one first chapter, at most eight ways on from any, and no path of more than 250': `
    select min(c.id) from chapters c join stories s on s.id = c.story_id
    where s.mode = 'branch' and c.deleted_at is null and c.number is not null and c.status not in ('draft', 'rejected')
    group by c.story_id, c.parent_id having count(*) > case when c.parent_id is null then 1 else 8 end or max(c.number) > 250`,
  'a public way of a tree is clicked by its choice, and nothing else is': `
    select c.id from chapters c where c.status in ('approved', 'hidden') and (c.choice is null) <> (c.parent_id is null)`,
  'a reservation is held after a chapter of its own story': `
    select b.parent_id from branch_spots b join chapters c on c.id = b.parent_id where b.story_id <> c.story_id`,
  'only a published or banned story has public chapters': `
    select c.id from chapters c join stories s on s.id = c.story_id
    where c.status in ('approved', 'hidden') and s.status not in ('published', 'banned')`,
  'a chapter has a public text if and only if it was published': `
    select c.id from chapters c left join chapter_texts t on t.chapter_id = c.id
    where (c.status in ('approved', 'hidden')) is distinct from (t.chapter_id is not null)`,
  'a chapter has a working copy if and only if it is unpublished or has an edit': `
    select c.id from chapters c left join chapter_drafts d on d.chapter_id = c.id
    where (c.status not in ('approved', 'hidden') or c.edit_status is not null) is distinct from (d.chapter_id is not null)`,
  'the counters of a story are what they count': `
    select s.id from stories s join story_stats st on st.story_id = s.id
    cross join lateral (select count(*) as chapters, coalesce(sum(c.units), 0) as units from chapters c
      where c.story_id = s.id and c.status in ('approved', 'hidden') and c.deleted_at is null) n
    where st.chapters <> n.chapters or st.units <> n.units`,
  'a story is listed from its first public chapter on, while the world can see it': `
    select s.id from stories s join story_stats st on st.story_id = s.id
    where st.listed is distinct from (s.listed_at is not null and s.status = 'published' and s.deleted_at is null)
      or (s.listed_at is not null) is distinct from exists (select from chapters c where c.story_id = s.id and c.status in ('approved', 'hidden'))`,
  'a story was listed with its first chapter and continued with its last': `
    select s.id from stories s cross join lateral (select date_trunc('milliseconds', min(c.published_at)) as first,
        date_trunc('milliseconds', max(c.published_at)) as last
      from chapters c where c.story_id = s.id and c.status in ('approved', 'hidden')) n
    where s.listed_at is not null and (s.listed_at <> n.first or s.continued_at <> n.last)`,
  'each decision about a story is told once': `
    select r.subject_id from reviews r where r.subject_kind = 'story'
    group by r.subject_id having count(*) filter (where r.state = 'approved')
        <> (select count(*) from messages m where m.story_id = r.subject_id and m.type = 'story_approved')
      or count(*) filter (where r.state = 'rejected')
        <> (select count(*) from messages m where m.story_id = r.subject_id and m.type = 'story_rejected')`,
  'each rejection of a chapter, and each appearance that is not its story’s, is told once': `
    select c.id from chapters c
    where (select count(*) from messages m where m.chapter_id = c.id and m.type = 'chapter_rejected')
        <> (select count(*) from reviews r where r.subject_kind = 'chapter' and r.subject_id = c.id and r.state = 'rejected')
      or (select count(*) from messages m where m.chapter_id = c.id
          and (m.type = 'chapter_approved' or m.params ->> 'about' = 'hidden_edit_passed'))
        <> (select count(*) from status_log l where l.subject_kind = 'chapter' and l.subject_id = c.id
            and ((l.action = 'edit_end' and l.from_status = 'pending') or (l.action = 'approve'
              and exists (select from reviews r where r.subject_kind = 'chapter' and r.subject_id = c.id and r.state = 'approved' and not r.is_edit))))`,
  'each decision stands in the log once, and nobody decided about their own work': `
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
  'no machine rejects': `select id from reviews where state = 'rejected' and decided_by is null`,
  'the log of a status is a chain that ends in the present status': `
    with steps as (
      select subject_kind, subject_id, id, from_status, to_status,
        lag(to_status) over w as before, lead(id) over w is null as is_last
      from status_log where subject_kind in ('story', 'chapter') and action not like 'edit%'
      window w as (partition by subject_kind, subject_id order by id))
    select t.id from steps t left join stories s on t.subject_kind = 'story' and s.id = t.subject_id
      left join chapters c on t.subject_kind = 'chapter' and c.id = t.subject_id
    where t.from_status <> coalesce(t.before, 'draft')
      or (t.is_last and coalesce(s.status, c.status) is distinct from t.to_status and coalesce(s.id, c.id) is not null)`,
  'so is the log of its edits': `
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
  'nothing changes its status without the log': `
    select 'story', id from stories s where status <> 'draft'
      and not exists (select from status_log l where l.subject_kind = 'story' and l.subject_id = s.id and l.to_status = s.status)
    union all select 'chapter', id from chapters c where status <> 'draft'
      and not exists (select from status_log l where l.subject_kind = 'chapter' and l.subject_id = c.id and l.to_status = c.status)`,
  'at most 100 versions are kept': `
    select chapter_id from chapter_revisions group by chapter_id having count(*) > 100`,
  'every cover is a stored image': `
    select s.id from stories s join story_drafts d on d.story_id = s.id
    where not exists (select from images i where i.key = d.cover_key)
      or (s.cover_key is not null and not exists (select from images i where i.key = s.cover_key))`,
  'every paragraph has an id of its own': `
    with texts as (select chapter_id, document from chapter_drafts union all select chapter_id, document from chapter_texts)
    select t.chapter_id from texts t cross join lateral (
      select count(*) as all_ids, count(distinct id #>> '{}') as ids from (
        select jsonb_path_query(t.document, '$.content[*] ? (@.type == "paragraph" || @.type == "heading").attrs.id') as id
        union all select jsonb_path_query(t.document, '$.content[*].content[*] ? (@.type == "paragraph").attrs.id')
        union all select jsonb_path_query(t.document, '$.content[*].content[*].content[*] ? (@.type == "paragraph").attrs.id')) found) n
    where n.all_ids <> n.ids or n.ids <> regexp_count(t.document::text, '"type": "(paragraph|heading)"')`,
  'fingerprints are of published texts alone': `
    select f.chapter_id from text_fingerprints f join chapters c on c.id = f.chapter_id where c.status not in ('approved', 'hidden')`,
  'who takes part is counted': `
    select st.story_id from story_stats st where st.participants <>
      (select count(*) from participants p where p.story_id = st.story_id and p.left_at is null)`,
  'the chapters of each participant are counted': `
    select p.story_id, p.account_id from participants p where p.chapters <>
      (select count(*) from chapters c where c.story_id = p.story_id and c.author_id = p.account_id and c.status in ('approved', 'hidden'))`,
  'the creator takes part, and a solo story takes nobody else': `
    select s.id from stories s where not exists (select from participants p where p.story_id = s.id and p.account_id = s.creator_id and p.left_at is null)
    union all select s.id from stories s join participants p on p.story_id = s.id where s.mode = 'solo' and p.account_id <> s.creator_id`,
  'no story holds more than it may': `
    select s.id from stories s join story_stats st on st.story_id = s.id where st.participants > s.participant_limit`,
  'a message asks for an answer as long as one is waited for': `
    select m.id from messages m join participation_requests r on r.id = m.request_id
    where m.type in ('story_invite', 'story_apply') and (m.action_status is null) <> (r.state = 'pending')`,
  'whoever waits for an answer does not take part yet': `
    select r.id from participation_requests r join participants p on p.story_id = r.story_id and p.account_id = r.account_id
    where r.state = 'pending' and p.left_at is null`,
  'a relay in which somebody can write has one current writer': `
    select s.id from stories s where s.mode = 'relay' and s.status = 'published' and s.deleted_at is null and s.progress <> 'ended'
      and 1 <> (select count(*) from relay_turns t where t.story_id = s.id and t.phase <> 'ended')
      and exists (select from participants p join accounts a on a.id = p.account_id
        left join relay_seats q on q.story_id = p.story_id and q.account_id = p.account_id
        where p.story_id = s.id and p.left_at is null and a.status = 'active' and q.benched_at is null)`,
  'the current writer takes part and can write': `
    select t.id from relay_turns t where t.phase <> 'ended' and not exists (select from participants p join accounts a on a.id = p.account_id
        left join relay_seats q on q.story_id = p.story_id and q.account_id = p.account_id
        where p.story_id = t.story_id and p.account_id = t.account_id and p.left_at is null and a.status = 'active' and q.benched_at is null)`,
  'the clock of a turn runs while somebody waits, and only then': `
    select t.id from relay_turns t join stories s on s.id = t.story_id where t.phase = 'writing' and s.status = 'published'
      and s.deleted_at is null and s.progress = 'ongoing' and (t.deadline is not null) <>
        exists (select from participants p join accounts a on a.id = p.account_id
          left join relay_seats q on q.story_id = p.story_id and q.account_id = p.account_id
          where p.story_id = t.story_id and p.account_id <> t.account_id and p.left_at is null and a.status = 'active' and q.benched_at is null)`,
  'the log of a translation is a chain that ends in its status': `
    with steps as (
      select subject_id, id, from_status, to_status, lag(to_status) over w as before, lead(id) over w is null as is_last
      from status_log where subject_kind = 'translation' window w as (partition by subject_id order by id))
    select t.id from translations t left join steps l on l.subject_id = t.id
    where (l.id is null and t.status <> 'saved') or l.from_status <> coalesce(l.before, 'saved') or (l.is_last and l.to_status <> t.status)`,
  'a translation that waits is whole, one that was published has its text, and nobody decided about their own': `
    select t.id from translations t left join translation_texts x on x.translation_id = t.id
    where x.translation_id is null
      or (t.status in ('submitted', 'under_review') and t.done <> t.total and t.stale = '{}')
      or (t.kind = 'chapter' and t.approved_at is not null) is distinct from (x.document is not null) or t.decided_by = t.translator_id`,
  'one translation of a text into a language is published where one was and nothing was taken down': `
    select min(t.id) from translations t where t.approved_at is not null group by t.story_id, t.chapter_id, t.language
    having count(*) filter (where t.status = 'approved') <> 1 and count(*) filter (where t.status = 'rejected') = 0`,
  'each decision about a translation is told its translator once': `
    select t.translator_id, t.story_id, t.chapter_id, t.language from translations t
    group by t.translator_id, t.story_id, t.chapter_id, t.language
    having (select count(*) from status_log l join translations o on o.id = l.subject_id where l.subject_kind = 'translation'
        and l.action in ('approve', 'reject') and o.translator_id = t.translator_id and o.story_id = t.story_id
        and o.chapter_id is not distinct from t.chapter_id and o.language = t.language)
      <> (select count(*) from messages m where m.type like '%_translation_%' and m.account_id = t.translator_id
        and m.story_id = t.story_id and m.chapter_id is not distinct from t.chapter_id and m.params ->> 'language' = t.language)`,
  'a turn in review has its chapter there, and no other': `
    select t.id from relay_turns t where (t.phase = 'review') <> exists (select from chapters c
      where c.story_id = t.story_id and c.author_id = t.account_id and c.status = 'pending' and c.deleted_at is null) and t.phase <> 'ended'`,
};

/** What must hold between any two transactions. Each broken rule is listed with the ids that break it. */
export async function expectInvariants(app: Pick<TestApp, 'database'>): Promise<void> {
  const broken: Record<string, unknown[]> = {};
  for (const [rule, query] of Object.entries(INVARIANTS)) {
    const { rows } = await sql.raw(query).execute(app.database.db);
    if (rows.length > 0) broken[rule] = rows;
  }
  expect(broken).toEqual({});
}
