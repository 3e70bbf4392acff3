import { beforeAll, describe, expect, it } from 'vitest';
import type { Language } from '#core/languages.ts';
import { SECOND } from '#core/time.ts';
import { contestApi } from '#features/contest/contract.ts';
import { advanceRounds } from '#features/contest/server/contest.tick.ts';
import { participationApi } from '#features/participation/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { createCtx } from '#platform/context.ts';
import { buildCompetition, joinCompetition, startRound } from '#testing/competitions.ts';
import { buildMember, buildPublishedStory, type Member, outcome } from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { letIn, letPass } from '#testing/together.ts';
import { discoveryApi, type OpenStory } from '../contract.ts';
import { getHome } from './discovery.queries.ts';

const app = setUpTestApp();
let creator: Member;
let member: Member;
beforeAll(async () => {
  app.app.cache.setListening(false);
  creator = await buildMember(app);
  member = await buildMember(app);
});

const publish = async (mode: 'relay' | 'branch' | 'solo', title: string) =>
  (await buildPublishedStory(app, creator, { mode, title })).story.id;
async function waiting(language: Language = 'en'): Promise<OpenStory[]> {
  const { body } = await app.send(discoveryApi.home, {}, {}, { language });
  return (body.data as { waiting: OpenStory[] }).waiting;
}
const tick = () => advanceRounds(createCtx(app.deps, { language: 'en' }));
const find = async (storyId: string) => (await waiting()).find(({ id }) => id === storyId);

describe('a story looks for writers', () => {
  it('while members can join it: relays with open spots, branches for anyone, never solo', async () => {
    const relay = await publish('relay', 'A relay');
    const branch = await publish('branch', 'A branch');
    const solo = await publish('solo', 'Alone');
    expect(await find(relay)).toMatchObject({ isOpen: false, openSpots: 5, mode: 'relay' });
    expect(await find(branch)).toMatchObject({ isOpen: true, openSpots: null, latest: { number: 1 } });
    expect(await find(solo)).toBeUndefined();
    await app.call(storyApi.update, { storyId: relay, participantLimit: 2 }, creator);
    await letIn(app, creator, relay, member);
    expect(await find(relay)).toBeUndefined();
    await app.call(participationApi.leave, { storyId: relay }, member);
    expect(await find(relay)).toMatchObject({ openSpots: 1 });
    for (const change of [{ progress: 'ended' }, { progress: 'paused' }] as const) {
      await app.call(storyApi.update, { storyId: branch, ...change }, creator);
      expect(await find(branch)).toBeUndefined();
    }
    await app.call(storyApi.update, { storyId: relay, joinPolicy: 'invite_only' }, creator);
    expect(await find(relay)).toBeUndefined();
    await app.call(storyApi.update, { storyId: relay, joinPolicy: 'open' }, creator);
    await app.call(storyApi.delete, { storyId: relay }, creator);
    expect(await find(relay)).toBeUndefined();
  });

  it('first in the reader’s language, at most ten', async () => {
    for (let i = 0; i < 11; i += 1) await publish('branch', `Number ${i}`);
    expect(await waiting()).toHaveLength(10);
    const { rows } = await app.database.pool.query<{ id: string }>(
      "update stories set language = 'de' where title = 'Number 0' returning id",
    );
    expect((await waiting('de'))[0]?.id).toBe(rows[0]?.id);
    expect((await waiting('en'))[0]?.title).toBe('Number 10');
  });

  it('and a member learns which of them are their own', async () => {
    const [mine, other] = [await publish('branch', 'Mine'), await publish('branch', 'Not mine')];
    await app.call(participationApi.apply, { storyId: mine }, member);
    const ask = (storyIds: string, who?: Member) => app.send(participationApi.joinedAmong, { storyIds }, who);
    expect((await ask(`${mine},${other}`, member)).body.data).toEqual([mine]);
    expect(outcome(await ask(mine))).toBe('401 login_required');
    for (const wrong of ['', 'x', `${mine},`, Array(21).fill('1').join(',')])
      expect(outcome(await ask(wrong, member))).toBe('400 invalid_input');
  });

  // Its time advances beyond the length of a session, so it comes last.
  it('in a competition while its round is open for entries or waiting for writers', async () => {
    const { storyId, creator: begun, others } = await buildCompetition(app, 1);
    expect(await find(storyId)).toBeUndefined();
    const announced = await app.call(contestApi.createRound, { storyId, start: 'when_enough' }, begun);
    expect(await find(storyId)).toMatchObject({
      isOpen: true,
      openSpots: 48,
      round: { id: announced.id, number: 1, writingEndsAt: null, missing: 1 },
    });
    const late = await joinCompetition(app, storyId);
    await tick();
    const round = await app.call(contestApi.round, { roundId: announced.id });
    expect(await find(storyId)).toMatchObject({
      round: { id: round.id, writingEndsAt: round.writingEndsAt, missing: 0 },
    });
    await app.call(storyApi.update, { storyId, joinPolicy: 'invite_only' }, begun);
    expect(await find(storyId)).toBeUndefined();
    await app.call(storyApi.update, { storyId, joinPolicy: 'open' }, begun);
    await letPass(app, Date.parse(round.writingEndsAt!) - Date.parse(round.startedAt!), [begun, late, ...others]);
    expect(await find(storyId)).toBeUndefined();
    await tick();
    expect(await find(storyId)).toBeUndefined();
  });

  it('and the page is invalidated when the writing time of a round ends', async () => {
    const contest = await buildCompetition(app, 2);
    const { writingEndsAt } = await startRound(app, contest);
    const ctx = createCtx(app.deps, { language: 'en' });
    await app.clock.advance(Date.parse(writingEndsAt!) - app.clock.now().getTime() - 20 * SECOND);
    await getHome(ctx);
    expect(ctx.cachePolicy.until?.toISOString()).toBe(writingEndsAt);
  });
});
