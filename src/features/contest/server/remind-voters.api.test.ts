import { expect, it } from 'vitest';
import { to } from '#core/pages.ts';
import { HOUR, MINUTE } from '#core/time.ts';
import { messageApi } from '#features/messages/contract.ts';
import { createCtx } from '#platform/context.ts';
import { buildContest, pass, vote } from '#testing/contests.ts';
import { buildMember, type Member } from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { remindVoters } from './contest.tick.ts';
import { isVoteLeft } from './votes.repo.ts';

const app = setUpTestApp();
const remind = () => remindVoters(createCtx(app.deps, { language: 'en' }));
const reminders = async (of: Member) =>
  (await app.call(messageApi.list, { limit: 50 }, of)).items.filter(({ content }) => content.includes('ends soon'))
    .length;

it('participants who can vote and haven’t are reminded once, in the last quarter of the voting', async () => {
  const contest = await buildContest(app, 3);
  const { creator, others, entries, roundId } = contest;
  const stranger = await buildMember(app);
  await vote(app, contest, others[0]!, entries[1]!.id);
  // Voting lasts an hour.
  await pass(app, contest, 44 * MINUTE, [stranger]);
  await remind();
  expect(await reminders(creator)).toBe(0);
  await pass(app, contest, 2 * MINUTE, [stranger]);
  await Promise.all([remind(), remind()]);
  await remind();
  expect(await Promise.all([creator, ...others, stranger].map(reminders))).toEqual([
    1,
    0,
    ...others.slice(1).map(() => 1),
    0,
  ]);
  const { items } = await app.call(messageApi.list, {}, creator);
  expect(items[0]!.content).toContain(to.voting({ roundId }));
  expect(items[0]!.data.deadline).not.toBeNull();
  // What the email depends on, which is sent later.
  const { db } = app.database;
  expect(await isVoteLeft(db, roundId, creator.id)).toBe(true);
  await vote(app, contest, creator, entries[0]!.id);
  expect(await isVoteLeft(db, roundId, creator.id)).toBe(false);
  expect(await isVoteLeft(db, roundId, others[1]!.id)).toBe(true);
  await pass(app, contest, HOUR, [stranger]);
  expect(await isVoteLeft(db, roundId, others[1]!.id)).toBe(false);
});

it('members who signed up after voting began or have left are not reminded', async () => {
  const contest = await buildContest(app, 3);
  const { creator, others, storyId } = contest;
  const [leaving, late] = [others[0]!, others[1]!];
  await app.database.db
    .updateTable('participants')
    .set({ left_at: app.deps.clock.now() })
    .where('story_id', '=', storyId)
    .where('account_id', '=', leaving.id)
    .execute();
  await app.database.db
    .updateTable('accounts')
    .set({ joined_at: app.deps.clock.now() })
    .where('id', '=', late.id)
    .execute();
  await pass(app, contest, 50 * MINUTE);
  await remind();
  expect([await reminders(leaving), await reminders(late), await reminders(creator)]).toEqual([0, 0, 1]);
});

it('a member without entries of others on the ballot has no vote left', async () => {
  const { others, entries, roundId } = await buildContest(app, 3);
  const { db } = app.database;
  expect(await isVoteLeft(db, roundId, others[0]!.id)).toBe(true);
  const ids = entries.slice(1).map(({ id }) => id);
  await db
    .updateTable('submissions')
    .set({ status: 'rejected', reason: 'Copied from a book.', disqualified: true })
    .where('id', 'in', ids)
    .execute();
  expect(await isVoteLeft(db, roundId, others[0]!.id)).toBe(false);
  expect(await isVoteLeft(db, roundId, others[1]!.id)).toBe(true);
});
