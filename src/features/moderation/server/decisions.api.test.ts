import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { chapterApi } from '#features/chapters/contract.ts';
import { messageApi } from '#features/messages/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import {
  buildChapterDraft,
  buildMember,
  buildPublishedStory,
  buildStory,
  decide,
  doubtfulProse,
  findQueued,
  type Member,
  outcome,
  REASON,
} from '#testing/factories.ts';
import { expectInvariants } from '#testing/invariants.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { moderationApi } from '../contract.ts';

const app = setUpTestApp();
let author: Member;
let moderator: Member;
let administrator: Member;
let seed = 80_000;

beforeAll(async () => {
  app.app.cache.setListening(false);
  author = await buildMember(app);
  moderator = await buildMember(app, { role: 'moderator' });
  administrator = await buildMember(app, { role: 'administrator' });
});

const MODERATOR_CALLS = [
  [moderationApi.queue, {}],
  [moderationApi.waiting, {}],
  [moderationApi.review, { reviewId: '1' }],
  [moderationApi.approve, { reviewId: '1', version: 1 }],
  [moderationApi.reject, { reviewId: '1', version: 1, reason: REASON }],
  [moderationApi.failedJobs, {}],
  [moderationApi.retryJob, { jobId: '1' }],
] as const;

/** Builds a story of this member that is in moderator review. */
async function queuedStory(member = author) {
  const { id: storyId } = await buildStory(app, member, { title: 'Lemons' });
  seed += 1;
  const { id: chapterId } = await buildChapterDraft(app, member, storyId, { content: doubtfulProse(120, seed) });
  await app.call(storyApi.submit, { storyId }, member);
  await app.work();
  const { id: reviewId } = await findQueued(app, moderator, storyId);
  return { storyId, chapterId, reviewId };
}
const stateOf = async (reviewId: string) => {
  const { rows } = await sql<{ state: string; decided_by: string | null; reason: string | null }>`
    select state, decided_by::text, reason from reviews where id = ${reviewId}`.execute(app.database.db);
  return rows[0]!;
};

it('allows only moderators and admins', async () => {
  for (const [endpoint, input] of MODERATOR_CALLS) {
    expect(outcome(await app.send(endpoint, input)), endpoint.path).toBe('401 login_required');
    expect(outcome(await app.send(endpoint, input, author)), endpoint.path).toBe('403 forbidden');
    expect((await app.send(endpoint, input, administrator)).status, endpoint.path).toBeOneOf([200, 404]);
  }
});

it('refuses a revoked role from the next request on', async () => {
  const former = await buildMember(app, { role: 'moderator' });
  expect(outcome(await app.send(moderationApi.queue, {}, former))).toBe('200');
  await sql`delete from account_roles where account_id = ${former.id}`.execute(app.database.db);
  expect(outcome(await app.send(moderationApi.queue, {}, former))).toBe('403 forbidden');
});

describe('the queue', () => {
  it('lists submissions in moderator review, oldest first, page by page', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 5; i += 1) ids.push((await queuedStory()).reviewId);
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { items: { id: string }[]; next: string | null } = await app.call(
        moderationApi.queue,
        { limit: 2, ...(cursor ? { cursor } : {}) },
        moderator,
      );
      found.push(...page.items.map(({ id }) => id));
      cursor = page.next;
    } while (cursor);
    expect(found.filter((id) => ids.includes(id))).toEqual(ids);
    expect(found).toEqual([...found].sort((a, b) => Number(a) - Number(b)));
  });

  it('counts entries by kind, and can be filtered by kind', async () => {
    const before = await app.call(moderationApi.waiting, {}, moderator);
    const { storyId, reviewId } = await queuedStory();
    const after = await app.call(moderationApi.waiting, {}, moderator);
    expect(after).toMatchObject({ story: before.story + 1, chapter: before.chapter });
    expect(Date.parse(after.oldestAt ?? '')).toBeLessThanOrEqual(Date.now());
    const stories = await app.call(moderationApi.queue, { kind: 'story', limit: 50 }, moderator);
    expect(stories.items.map(({ subjectId }) => subjectId)).toContain(storyId);
    const chapters = await app.call(moderationApi.queue, { kind: 'chapter', limit: 50 }, moderator);
    expect(chapters.items.map(({ id }) => id)).not.toContain(reviewId);
    expect(chapters.items.every(({ kind }) => kind === 'chapter')).toBe(true);
  });

  it('shows what a decision needs: texts in reading order, findings, cover, and the author’s record', async () => {
    const fresh = await buildMember(app);
    const first = await queuedStory(fresh);
    await decide(app, moderator, first.storyId, 'reject');
    await buildPublishedStory(app, fresh);
    const { storyId, reviewId } = await queuedStory(fresh);
    const review = await app.call(moderationApi.review, { reviewId }, moderator);
    expect(review).toMatchObject({
      id: reviewId,
      kind: 'story',
      storyId,
      subjectId: storyId,
      title: 'Lemons',
      isEdit: false,
      blocker: null,
      author: { id: fresh.id, username: fresh.username },
      record: { approved: 1, rejected: 1 },
      findings: [{ check: 'links', field: 'content', excerpts: ['www.lemon-shop.com,', 'www.ferry-shop.com.'] }],
    });
    expect(review.texts.map(({ field }) => field)).toEqual([
      'title',
      'description',
      'chapter_title',
      'summary',
      'content',
    ]);
    expect(review.coverUrl).toMatch(/^\/images\/d-/);
    expect(JSON.stringify(review)).not.toMatch(/email|@skein/);
  });

  it('doesn’t find a review that is decided, withdrawn or unknown', async () => {
    const [decided, withdrawn] = [await queuedStory(), await queuedStory()];
    await decide(app, moderator, decided.storyId, 'approve');
    await app.call(storyApi.withdraw, { storyId: withdrawn.storyId }, author);
    for (const reviewId of [decided.reviewId, withdrawn.reviewId, '987654321'])
      expect(outcome(await app.send(moderationApi.review, { reviewId }, moderator))).toBe('404 review_not_found');
  });
});

describe('a decision', () => {
  it('publishes', async () => {
    const { storyId, chapterId, reviewId } = await queuedStory();
    await app.call(moderationApi.approve, { reviewId, version: 1 }, moderator);
    expect(await stateOf(reviewId)).toEqual({ state: 'approved', decided_by: moderator.id, reason: null });
    expect(await app.call(storyApi.detail, { storyId })).toMatchObject({ chapterCount: 1 });
    expect(await app.call(chapterApi.detail, { chapterId })).toMatchObject({ number: 1 });
  });

  it('rejects with the reason as it was written, with HTML escaped', async () => {
    const { storyId, reviewId } = await queuedStory();
    const reason = '  Too many <b onclick="x">shops</b> & {0} {story}.\r\nPlease take them out. ';
    await app.call(moderationApi.reject, { reviewId, version: 1, reason }, moderator);
    const kept = 'Too many <b onclick="x">shops</b> & {0} {story}.\nPlease take them out.';
    expect(await stateOf(reviewId)).toEqual({ state: 'rejected', decided_by: moderator.id, reason: kept });
    expect(await app.call(storyApi.draft, { storyId }, author)).toMatchObject({ review: { reason: kept } });
    const { items } = await app.call(messageApi.list, {}, author);
    const message = items.find((item) => item.data.storyId === storyId)!;
    expect(message).toMatchObject({ type: 'story_rejected', status: 'unread', action_status: null });
    expect(message.content).not.toContain('<b onclick');
    expect(message.content).toContain('&lt;b onclick');
  });

  it.each<[string, unknown, boolean]>([
    ['none', undefined, false],
    ['an empty reason', '', false],
    ['only white space', '   \n ', false],
    ['9 characters', '123456789', false],
    ['10 characters', '1234567890', true],
    ['10 Han characters', '请把广告都去掉好吗。', true],
    ['10 emoji', '🐇'.repeat(10), true],
    ['9 emoji', '🐇'.repeat(9), false],
    ['1,000 characters', 'x'.repeat(1000), true],
    ['1,001 characters', 'x'.repeat(1001), false],
  ])('needs a reason of 10 to 1,000 characters: %s', async (_, reason, passes) => {
    const { reviewId } = await queuedStory();
    const answer = await app.send(moderationApi.reject, { reviewId, version: 1, reason }, moderator);
    expect(outcome(answer)).toBe(passes ? '200' : '400 invalid_input');
    if (!passes) expect(Object.keys(answer.body.fields ?? {})).toEqual(['reason']);
    expect((await stateOf(reviewId)).state).toBe(passes ? 'rejected' : 'manual');
  });

  it('about another version than the moderator has read is refused, and changes nothing', async () => {
    const { reviewId, storyId } = await queuedStory();
    for (const version of [0, 2, 2 ** 31 - 1])
      expect(outcome(await app.send(moderationApi.approve, { reviewId, version }, moderator))).toBe(
        '409 review_outdated',
      );
    await app.call(storyApi.withdraw, { storyId }, author);
    await app.call(storyApi.update, { storyId, title: 'Other' }, author);
    await app.call(storyApi.submit, { storyId }, author);
    await app.work();
    expect(outcome(await app.send(moderationApi.approve, { reviewId, version: 1 }, moderator))).toBe(
      '409 review_outdated',
    );
    expect(outcome(await app.send(moderationApi.approve, { reviewId, version: 2 }, moderator))).toBe(
      '409 review_outdated',
    );
    const fresh = await findQueued(app, moderator, storyId);
    expect(outcome(await app.send(moderationApi.approve, { reviewId: fresh.id, version: 2 }, moderator))).toBe('200');
  });

  it('is final: it can’t be repeated or changed', async () => {
    const { reviewId } = await queuedStory();
    await app.call(moderationApi.approve, { reviewId, version: 1 }, moderator);
    expect(outcome(await app.send(moderationApi.approve, { reviewId, version: 1 }, administrator))).toBe(
      '409 review_outdated',
    );
    expect(outcome(await app.send(moderationApi.reject, { reviewId, version: 1, reason: REASON }, administrator))).toBe(
      '409 review_outdated',
    );
    expect(await stateOf(reviewId)).toMatchObject({ state: 'approved', decided_by: moderator.id });
  });

  it('about the moderator’s own work is refused, for admins too, but another moderator can decide', async () => {
    for (const member of [moderator, administrator]) {
      const { storyId, reviewId } = await queuedStory(member);
      expect(
        (await app.call(moderationApi.queue, { limit: 50 }, member)).items.find((item) => item.id === reviewId),
      ).toMatchObject({
        blocker: 'own_work',
      });
      expect(outcome(await app.send(moderationApi.approve, { reviewId, version: 1 }, member))).toBe('403 own_work');
      expect(outcome(await app.send(moderationApi.reject, { reviewId, version: 1, reason: REASON }, member))).toBe(
        '403 own_work',
      );
      expect((await stateOf(reviewId)).state).toBe('manual');
      await decide(app, member === moderator ? administrator : moderator, storyId, 'approve');
    }
  });

  it('about something that doesn’t exist is not found', async () => {
    expect(outcome(await app.send(moderationApi.approve, { reviewId: '987654321', version: 1 }, moderator))).toBe(
      '404 review_not_found',
    );
  });

  it('during the automatic check can only be an approval, and ends the check', async () => {
    const { id: storyId } = await buildStory(app, author);
    await app.call(storyApi.submit, { storyId }, author);
    const { rows } = await sql<{
      id: string;
    }>`select id::text from reviews where subject_id = ${storyId} and subject_kind = 'story'`.execute(app.database.db);
    const reviewId = rows[0]!.id;
    expect(outcome(await app.send(moderationApi.reject, { reviewId, version: 1, reason: REASON }, moderator))).toBe(
      '409 review_outdated',
    );
    expect(outcome(await app.send(moderationApi.approve, { reviewId, version: 1 }, moderator))).toBe('200');
    await app.work();
    expect(await stateOf(reviewId)).toMatchObject({ state: 'approved', decided_by: moderator.id });
  });
});

describe('failed jobs', () => {
  it('are listed without their payload, and can be retried', async () => {
    await sql`select graphile_worker.add_job('accounts.mail', '{"secret":"token"}'::json, run_at => now() + interval '1 hour', max_attempts => 10)`.execute(
      app.database.db,
    );
    await sql`update graphile_worker._private_jobs set attempts = 10, last_error = ${'Refused\nat stack'} where run_at > now()`.execute(
      app.database.db,
    );
    const [job, ...others] = await app.call(moderationApi.failedJobs, {}, moderator);
    expect(others).toEqual([]);
    expect(job).toMatchObject({ name: 'accounts.mail', tries: 10, error: 'Refused' });
    expect(JSON.stringify(job)).not.toContain('token');
    await app.call(moderationApi.retryJob, { jobId: job!.id }, moderator);
    expect(await app.call(moderationApi.failedJobs, {}, moderator)).toEqual([]);
    // It retries on its own now, so it can’t be reset again.
    await sql`update graphile_worker._private_jobs set attempts = 9`.execute(app.database.db);
    expect(outcome(await app.send(moderationApi.retryJob, { jobId: job!.id }, moderator))).toBe('404 job_not_found');
    const { rows } = await sql`select action, from_status, to_status, actor_id::text from status_log
      where subject_kind = 'job' and subject_id = ${job!.id}`.execute(app.database.db);
    expect(rows).toEqual([{ action: 'retry', from_status: 'given_up', to_status: 'waiting', actor_id: moderator.id }]);
    await sql`delete from graphile_worker._private_jobs`.execute(app.database.db);
    expect(outcome(await app.send(moderationApi.retryJob, { jobId: job!.id }, moderator))).toBe('404 job_not_found');
  });
});

it('lists the newest 50 failed jobs, newest first', async () => {
  await sql`select graphile_worker.add_job('accounts.mail', '{}'::json, run_at => now() + interval '1 hour', max_attempts => 10)
    from generate_series(1, 120)`.execute(app.database.db);
  await sql`update graphile_worker._private_jobs set attempts = 10`.execute(app.database.db);
  const ids = (await app.call(moderationApi.failedJobs, {}, moderator)).map((job) => Number(job.id));
  const last = Math.max(...ids);
  expect(ids).toEqual(Array.from({ length: 50 }, (_, i) => last - i));
  const { rows } = await sql<{ last: number }>`select max(id)::int as last from graphile_worker._private_jobs`.execute(
    app.database.db,
  );
  expect(last).toBe(rows[0]!.last);
  await sql`delete from graphile_worker._private_jobs`.execute(app.database.db);
});

describe('feedback', () => {
  const send = (input: Record<string, unknown>) => app.send(moderationApi.feedback, input, author);
  it.each<[Record<string, unknown>, string[]]>([
    [{ type: 'bug', description: 'x' }, []],
    [{ type: 'feature', description: 'x'.repeat(5000), contact: 'x'.repeat(254) }, []],
    [{ type: 'ui', description: 'x', contact: '   ' }, []],
    [{ type: 'other', description: '🐇'.repeat(5000) }, []],
    [{ type: 'praise', description: 'x' }, ['type']],
    [{ description: 'x' }, ['type']],
    [{ type: 'bug' }, ['description']],
    [{ type: 'bug', description: ' \n ' }, ['description']],
    [{ type: 'bug', description: 'x'.repeat(5001) }, ['description']],
    [{ type: 'bug', description: 'x', contact: 'x'.repeat(255) }, ['contact']],
    [{ type: 'bug', description: 'x', accountId: '1' }, ['accountId']],
  ])('validates %j', async (input, fields) => {
    const answer = await send(input);
    expect(Object.keys(answer.body.fields ?? {})).toEqual(fields);
    expect(outcome(answer)).toBe(fields.length ? '400 invalid_input' : '200');
  });

  it('stores a contact without the spaces around it', async () => {
    await send({ type: 'other', description: 'Ask me', contact: '  ann@example.com ' });
    const { rows } = await sql`select type, contact from feedback where description = 'Ask me'`.execute(
      app.database.db,
    );
    expect(rows).toEqual([{ type: 'other', contact: 'ann@example.com' }]);
  });

  it('stores no empty contact, and requires a login', async () => {
    await send({ type: 'bug', description: 'No contact', contact: ' ' });
    const { rows } = await sql`select contact, account_id::text from feedback where description = 'No contact'`.execute(
      app.database.db,
    );
    expect(rows).toEqual([{ contact: null, account_id: author.id }]);
    expect(outcome(await app.send(moderationApi.feedback, { type: 'bug', description: 'x' }))).toBe(
      '401 login_required',
    );
  });
});

it('leaves no inconsistent data behind', () => expectInvariants(app));
