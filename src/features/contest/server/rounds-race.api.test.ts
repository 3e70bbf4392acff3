import { beforeAll, expect, it } from 'vitest';
import { participationApi } from '#features/participation/contract.ts';
import { buildCompetition } from '#testing/competitions.ts';
import { type Member, outcome } from '#testing/factories.ts';
import { expectInvariants } from '#testing/invariants.ts';
import { race, seededRandom, shuffled } from '#testing/race.ts';
import { rounds } from '#testing/rounds.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { contestApi } from '../contract.ts';

const app = setUpTestApp();
beforeAll(() => app.app.cache.setListening(false));

const COUNT = rounds(45, 'rounds');
it(`never begins with too few writers while one leaves (${COUNT} rounds)`, { timeout: 900_000 }, async () => {
  const seen = new Set<string>();
  for (let i = 1; i <= COUNT; i += 1) {
    const { storyId, creator, others } = await buildCompetition(app, 2);
    const [anna, ben] = others as [Member, Member];
    const join = (member: Member) => () => app.send(participationApi.apply, { storyId }, member);
    const leave = () => app.send(participationApi.leave, { storyId }, anna);
    const create = (start: 'now' | 'when_enough') => () =>
      app.send(contestApi.createRound, { storyId, start }, creator);
    // The round begins with the call of its creator, or because the last writer joins.
    if (i % 2 === 0) {
      await app.call(participationApi.leave, { storyId }, ben);
      await app.call(contestApi.createRound, { storyId, start: 'when_enough' }, creator);
    }
    const begin = i % 2 === 0 ? join(ben) : create('now');
    const answers = await race(app, storyId, shuffled([begin, leave], seededRandom(i)));
    for (const answer of answers) expect(['200', '409 too_few_participants']).toContain(outcome(answer));
    const round = await app.database.db
      .selectFrom('rounds')
      .select(['status', 'started_at'])
      .where('story_id', '=', storyId)
      .executeTakeFirst();
    const begun = round?.started_at ?? null;
    if (begun) {
      const { length: present } = await app.database.db
        .selectFrom('participants')
        .select('account_id')
        .where('story_id', '=', storyId)
        .where('joined_at', '<=', begun)
        .where((is) => is.or([is('left_at', 'is', null), is('left_at', '>', begun)]))
        .execute();
      expect(present, `round ${i}`).toBeGreaterThanOrEqual(3);
    }
    seen.add(`${i % 2} ${begun ? 'begun' : 'not begun'}`);
    if (i % 20 === 0) await expectInvariants(app);
  }
  // Both orders were tried.
  expect(seen.size).toBeGreaterThan(1);
  await expectInvariants(app);
});
