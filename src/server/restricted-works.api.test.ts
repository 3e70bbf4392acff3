import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '#core/time.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { messageApi } from '#features/messages/contract.ts';
import { moderationApi } from '#features/moderation/contract.ts';
import { caseApi } from '#features/moderation/contract-cases.ts';
import { storyApi } from '#features/stories/contract.ts';
import { createCtx } from '#platform/context.ts';
import {
  buildMember,
  buildPublishedChapter,
  buildPublishedStory,
  type Member,
  outcome,
  PASSWORD,
} from '#testing/factories.ts';
import { expectInvariants } from '#testing/invariants.ts';
import { restrict, restricted } from '#testing/moderation.ts';
import { race } from '#testing/race.ts';
import { type Caller, setUpTestApp } from '#testing/test-app.ts';
import { hourlyJob } from './regular.job.ts';

const app = setUpTestApp();
const TEXT = 'It is all my own, from the first word on.';
const ANSWER = 'We have read it with care.';
let moderator: Member;

beforeAll(async () => {
  app.app.cache.setListening(false);
  moderator = await buildMember(app, { role: 'moderator' });
});

const login = ({ email }: Member) => app.send(accountApi.login, { email, password: PASSWORD, platform: 'web' });
const again = async (member: Member): Promise<Caller> => {
  const { data } = (await login(member)).body as { data: { accessToken: string } };
  return { accessToken: data.accessToken };
};
const report = async (by: Caller, chapterId: string) =>
  (await app.call(caseApi.report, { kind: 'chapter', targetId: chapterId, reason: 'spam' }, by)).caseId;
const appeal = (by: Caller, restrictionId: string) =>
  app.send(caseApi.appeal, { restrictionId, text: TEXT }, by).then(outcome);
const own = (by: Caller) => app.call(caseApi.ownRestrictions, {}, by);

describe('a decision about deleted content', () => {
  it('keeps its reports and its appeal, which can still be decided', async () => {
    const [author, banned, reader] = [await buildMember(app), await buildMember(app), await buildMember(app)];
    const { story, chapterId } = await buildPublishedStory(app, author, { mode: 'solo' });
    const second = await buildPublishedChapter(app, author, story.id);
    const third = await buildPublishedChapter(app, author, story.id);
    const open = await report(reader, third.id);
    const appealed = await restricted(app, moderator, 'hide_chapter', chapterId);
    const other = await restricted(app, moderator, 'hide_chapter', second.id);
    expect(await appeal(author, appealed)).toBe('200');
    const theirs = await buildPublishedStory(app, banned, { mode: 'solo' });
    const caseId = await report(reader, theirs.chapterId);
    await app.call(storyApi.delete, { storyId: theirs.story.id }, banned);
    const ban = await restricted(app, moderator, 'ban', banned.id, { caseId });
    await app.call(storyApi.delete, { storyId: story.id }, author);

    await app.clock.advance(31 * DAY);
    await hourlyJob.run(createCtx(app.deps, { language: 'en' }), {} as never, { key: 'hourly' });
    const { rows } = await sql`select from stories where id in (${story.id}, ${theirs.story.id})`.execute(
      app.database.db,
    );
    expect(rows).toEqual([]);

    const judge = await buildMember(app, { role: 'moderator' });
    const writer = await again(author);
    const gone = { storyId: null, chapterId: null, title: expect.stringMatching(/./) };
    expect(await own(writer)).toMatchObject([
      { ...gone, id: other },
      { ...gone, id: appealed, appeal: { state: 'open' } },
    ]);
    const record = await app.call(caseApi.record, { userId: author.id }, judge);
    expect(record).toMatchObject({ reported: 1, restrictions: [gone, gone] });
    expect((await app.call(caseApi.log, {}, judge)).items).toContainEqual(
      expect.objectContaining({ action: 'hide_chapter', ...gone }),
    );

    const decide = async (granted: boolean) => {
      const { id } = (await app.call(moderationApi.queue, { kind: 'appeal' }, judge)).items[0]!;
      expect(outcome(await app.send(caseApi.case, { kind: 'appeal', caseId: id }, judge))).toBe('200');
      return app.send(caseApi.decideAppeal, { appealId: id, granted, answer: ANSWER }, judge).then(outcome);
    };
    expect(await decide(true)).toBe('200');
    expect((await app.call(messageApi.list, { limit: 1 }, writer)).items[0]!.content).toContain(ANSWER);
    const lift = await app.send(caseApi.lift, { restrictionId: other, reason: ANSWER }, judge);
    expect(outcome(lift)).toBe('409 wrong_state');
    expect(await appeal(writer, other)).toBe('200');
    expect(await decide(false)).toBe('200');
    expect(outcome(await app.send(caseApi.case, { kind: 'report', caseId: open }, judge))).toBe('200');
    expect(outcome(await app.send(caseApi.closeReport, { caseId: open }, judge))).toBe('200');

    const refused = await login(banned);
    expect(outcome(refused)).toBe('403 banned');
    expect(refused.body.details).toMatchObject({ ...gone, restrictionId: ban });
    const byToken = { accessToken: (refused.body.details as { appealToken: string }).appealToken };
    expect(await own(byToken)).toMatchObject([{ ...gone, id: ban }]);
    expect(await appeal(byToken, ban)).toBe('200');
    expect(await decide(true)).toBe('200');
    expect((await login(banned)).status).toBe(200);
    await expectInvariants(app);
  });
});

describe('a decision that is made while', () => {
  it.each(['update', 'submit', 'delete'] as const)(
    'the creator calls %s takes effect, or finds the story deleted',
    async (act) => {
      const judge = await buildMember(app, { role: 'moderator' });
      const creator = await buildMember(app);
      for (const isFirst of [true, false]) {
        const { story, chapterId } = await buildPublishedStory(app, creator, { mode: 'solo' });
        await app.call(storyApi.update, { storyId: story.id, title: 'An edit' }, creator);
        const title = act === 'update' ? { title: 'Another edit' } : {};
        const theirs = () => app.send(storyApi[act], { storyId: story.id, ...title }, creator).then(outcome);
        const ban = () => restrict(app, judge, 'ban_story', story.id).then(outcome);
        const answers = await race(app, story.id, isFirst ? [theirs, ban] : [ban, theirs]);
        const [their, banned] = isFirst ? answers : answers.toReversed();
        if (act === 'delete')
          expect(['200, 404 target_not_found', '409 wrong_state, 200']).toContain(`${their}, ${banned}`);
        else {
          expect(banned).toBe('200');
          expect(their).toMatch(/^(200|409 )/);
        }
        expect((await app.send(storyApi.detail, { storyId: story.id })).status).toBe(404);
        expect((await app.send(chapterApi.detail, { chapterId })).status).toBe(404);
      }
      await expectInvariants(app);
    },
  );

  it('the banned member makes 20 calls keeps what was answered with 200 and nothing more', async () => {
    const [judge, member, author] = [
      await buildMember(app, { role: 'moderator' }),
      await buildMember(app),
      await buildMember(app),
    ];
    const { story, chapterId } = await buildPublishedStory(app, author, { mode: 'solo' });
    const calls = [
      ...Array.from(
        { length: 17 },
        (_, i) => () => app.send(storyApi.create, { title: `Salt ${i}`, mode: 'solo' }, member),
      ),
      () => app.send(caseApi.report, { kind: 'story', targetId: story.id, reason: 'spam' }, member),
      () => app.send(caseApi.report, { kind: 'chapter', targetId: chapterId, reason: 'spam' }, member),
      () => app.send(caseApi.report, { kind: 'member', targetId: author.id, reason: 'spam' }, member),
    ];
    const ban = () => restrict(app, judge, 'ban', member.id);
    const [answer, ...answers] = await Promise.all([ban, ...calls].map((call) => call()));
    expect(outcome(answer!)).toBe('200');
    for (const one of answers) expect(['200', '403 banned']).toContain(outcome(one));
    const { rows } = await sql<{ count: number }>`select ((select count(*) from stories where creator_id = ${member.id})
      + (select count(*) from reports where reporter_id = ${member.id}))::int as count`.execute(app.database.db);
    expect(rows[0]!.count).toBe(answers.filter(({ status }) => status === 200).length);
    for (const call of calls) expect(outcome(await call())).toBe('403 banned');
    await expectInvariants(app);
  });
});
