import { beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '#core/time.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { endSuspensions } from '#features/accounts/server/restriction.service.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { messageApi } from '#features/messages/contract.ts';
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
import { restrict, restricted, WHY } from '#testing/moderation.ts';
import { raceForAccount, seededRandom, shuffled } from '#testing/race.ts';
import { FULL } from '#testing/rounds.ts';
import { type Caller, setUpTestApp } from '#testing/test-app.ts';
import { letIn } from '#testing/together.ts';
import { moderationApi } from '../contract.ts';
import { caseApi } from '../contract-cases.ts';

const app = setUpTestApp();
let author: Member;
let reader: Member;
let moderator: Member;
let other: Member;
let admin: Member;

beforeAll(async () => {
  app.app.cache.setListening(false);
  author = await buildMember(app);
  reader = await buildMember(app);
  moderator = await buildMember(app, { role: 'moderator' });
  other = await buildMember(app, { role: 'moderator' });
  admin = await buildMember(app, { role: 'administrator' });
});

const lift = (by: Caller, restrictionId: string) =>
  app.send(caseApi.lift, { restrictionId, reason: 'It was a mistake after all.' }, by).then(outcome);
const newest = async (member: Member) => (await app.call(messageApi.list, { limit: 1 }, member)).items[0]!;
const own = (member: Caller) => app.call(caseApi.ownRestrictions, {}, member);
const row = (table: 'stories' | 'chapters' | 'story_stats', column: 'id' | 'story_id', id: string) =>
  app.database.db
    .selectFrom(table)
    .selectAll()
    .where(column as 'id', '=', id)
    .executeTakeFirstOrThrow();

describe('a statement of reasons', () => {
  it('has a page for its addressee, and says the same in the message, the email and the log', async () => {
    const { chapterId } = await buildPublishedStory(app, author, { mode: 'solo' });
    await app.work();
    app.mails.length = 0;
    const ground = { law: 'copyright', country: 'PT', excerpt: 'Call me Ishmael.' };
    const restrictionId = await restricted(app, moderator, 'hide_chapter', chapterId, ground);
    const statement = await app.call(caseApi.reasons, { restrictionId }, author);
    expect(statement).toMatchObject({
      ...{
        action: 'hide_chapter',
        rule: 'plagiarism',
        reason: WHY,
        foundBy: 'moderator',
        automated: false,
        until: null,
      },
      ...ground,
      number: expect.stringMatching(new RegExp(`^\\d{4}-\\d{2}-${restrictionId}$`)),
    });
    for (const who of [reader, moderator, admin])
      expect(outcome(await app.send(caseApi.reasons, { restrictionId }, who))).toBe('404 restriction_not_found');
    expect(outcome(await app.send(caseApi.reasons, { restrictionId }))).toBe('401 login_required');

    const { content } = await newest(author);
    expect(content).toContain('A person decided. Automated: no.');
    expect(content).toContain(`href="/reasons/${restrictionId}"`);
    await app.work();
    const [mail] = app.mails.filter(({ to }) => to === author.email);
    for (const said of [
      WHY,
      'plagiarism',
      'copyright (Portugal)',
      'Call me Ishmael.',
      'A moderator found it.',
      'Automated: no.',
    ])
      expect(mail?.text).toContain(said);
    for (const way of ['appeal', 'dispute settlement body', 'go to court']) expect(mail?.text).toContain(way);
    expect(mail?.link).toBe(`http://localhost:3000/reasons/${statement.number}`);
    const { items } = await app.call(caseApi.log, { mine: '1' }, moderator);
    expect(items[0]).toMatchObject({ action: 'hide_chapter', foundBy: 'moderator', automated: false });
  });

  it('says how it came about to suspended members, too', async () => {
    const member = await buildMember(app);
    await restricted(app, admin, 'suspend', member.id, { days: 7 });
    await app.work();
    const mail = app.mails.findLast(({ to }) => to === member.email);
    for (const said of ['A moderator found it.', 'Automated: no.', 'go to court']) expect(mail?.text).toContain(said);
    const { body } = await app.send(accountApi.login, { email: member.email, password: PASSWORD });
    expect(body).toMatchObject({ code: 'banned', details: { foundBy: 'moderator', automated: false } });
  });

  it('names a law only with its country', async () => {
    const { chapterId } = await buildPublishedStory(app, author, { mode: 'solo' });
    const { body } = await restrict(app, moderator, 'hide_chapter', chapterId, { law: 'copyright' });
    expect(body.fields).toEqual({ country: 'Choose the country.' });
  });
});

describe('a hidden chapter', () => {
  it('keeps its place without its text, shows its author the decision, and is restored unchanged', async () => {
    const { story, chapterId } = await buildPublishedStory(app, author, { mode: 'solo' });
    const second = await buildPublishedChapter(app, author, story.id);
    const before = [await row('chapters', 'id', chapterId), await row('story_stats', 'story_id', story.id)];
    const id = await restricted(app, moderator, 'hide_chapter', chapterId, { excerpt: 'The crooked captain' });
    const hidden = await app.call(chapterApi.detail, { chapterId });
    expect(hidden).toMatchObject({ status: 'hidden', title: null, content: null, next: { id: second.id } });
    expect((await app.call(chapterApi.detail, { chapterId: second.id })).previous).toBeNull();
    const told = await newest(author);
    expect(told).toMatchObject({ type: 'system_notice', data: { storyId: story.id, chapterId } });
    for (const said of [WHY, 'plagiarism', 'The crooked captain', '6 months']) expect(told.content).toContain(said);
    const [decision] = await own(author);
    expect(decision).toMatchObject({
      id,
      action: 'hide_chapter',
      chapterId,
      rule: 'plagiarism',
      reason: WHY,
      appeal: null,
    });
    expect(Date.parse(decision!.appealUntil) - Date.parse(decision!.decidedAt)).toBeGreaterThanOrEqual(183 * DAY);
    expect(outcome(await restrict(app, other, 'hide_chapter', chapterId))).toBe('409 wrong_state');
    const holding = () => app.call(caseApi.restriction, { action: 'hide_chapter', targetId: chapterId }, other);
    expect((await holding()).restriction).toMatchObject({
      id,
      reason: WHY,
      account: { id: author.id },
      decidedBy: { id: moderator.id },
    });
    expect(await app.call(chapterApi.draft, { chapterId }, other)).toMatchObject({ status: 'hidden' });
    expect(await lift(moderator, id)).toBe('200');
    expect((await holding()).restriction).toBeNull();
    expect([await row('chapters', 'id', chapterId), await row('story_stats', 'story_id', story.id)]).toEqual(before);
    expect(await lift(moderator, id)).toBe('409 wrong_state');
    expect((await newest(author)).content).toContain('was reversed');
    await expectInvariants(app);
  });

  it('by another writer is announced to the story’s creator, without the reason', async () => {
    const { story } = await buildPublishedStory(app, author, { mode: 'branch' });
    const { items } = await app.call(chapterApi.list, { storyId: story.id });
    await letIn(app, author, story.id, reader);
    const way = await buildPublishedChapter(app, reader, story.id, { parentChapterId: items[0]!.id, choice: 'On' });
    const id = await restricted(app, moderator, 'hide_chapter', way.id);
    const { content } = await newest(author);
    expect(content).toContain('its author knows why');
    expect(content).not.toContain(WHY);
    expect(await lift(moderator, id)).toBe('200');
    expect((await newest(author)).content).toContain('is available again');
  });
});

describe('a banned story', () => {
  it('can’t be read anywhere, notifies its co-authors, and is restored unchanged', async () => {
    const { story, chapterId } = await buildPublishedStory(app, author, { mode: 'branch' });
    await letIn(app, author, story.id, reader);
    await app.call(storyApi.update, { storyId: story.id, title: 'An edit' }, author);
    await app.call(storyApi.submit, { storyId: story.id }, author);
    const before = [await row('stories', 'id', story.id), await row('story_stats', 'story_id', story.id)];
    const id = await restricted(app, moderator, 'ban_story', story.id);
    for (const gone of [
      await app.send(storyApi.detail, { storyId: story.id }),
      await app.send(chapterApi.detail, { chapterId }),
      await app.send(chapterApi.list, { storyId: story.id }),
    ])
      expect(gone.status).toBe(404);
    expect((await newest(reader)).content).toContain('was banned by a moderator');
    expect((await newest(author)).content).toContain(WHY);
    expect(outcome(await app.send(storyApi.delete, { storyId: story.id }, author))).toBe('409 wrong_state');
    // Its edit is in review, but no one can decide on it.
    await app.work();
    const waits = async () =>
      (await app.call(moderationApi.queue, { limit: 50 }, moderator)).items.map((e) => e.storyId);
    expect(await waits()).not.toContain(story.id);
    expect(await lift(admin, id)).toBe('200');
    expect([await row('stories', 'id', story.id), await row('story_stats', 'story_id', story.id)]).toEqual(before);
    expect((await newest(reader)).content).toContain('is available again');
    await expectInvariants(app);
  });
});

describe('a suspended member', () => {
  const login = (member: Member) => app.send(accountApi.login, { email: member.email, password: PASSWORD });

  it('is refused with all details of the decision, and their token only gives access to their account', async () => {
    const member = await buildMember(app);
    const id = await restricted(app, moderator, 'suspend', member.id, { days: 7, excerpt: 'Buy now' });
    const refused = await login(member);
    expect(outcome(refused)).toBe('403 banned');
    const { appealToken, ...details } = refused.body.details as { appealToken: string };
    expect(details).toMatchObject({
      reason: WHY,
      rule: 'plagiarism',
      excerpt: 'Buy now',
      restrictionId: id,
      storyId: null,
    });
    expect(details).toHaveProperty('until', expect.any(String));
    expect((await app.send(accountApi.info, {}, member)).body.details).toMatchObject(details);
    expect(
      (await app.send(accountApi.login, { email: member.email, password: 'Wrong7Password' })).body,
    ).not.toHaveProperty('details');
    const byToken = { accessToken: appealToken };
    expect((await own(byToken)).map((one) => one.id)).toEqual([id]);
    for (const endpoint of [accountApi.info, messageApi.unread, storyApi.listOwn, moderationApi.queue])
      expect(outcome(await app.send(endpoint, {}, byToken)), endpoint.path).toBe('401 login_required');
    // The token of a session is no appeal token, and an expired appeal token is invalid.
    await app.clock.advance(DAY + 60_000);
    expect(outcome(await app.send(caseApi.ownRestrictions, {}, byToken))).toBe('401 login_required');
  });

  it('is under the earlier decision again after the later one is reversed', async () => {
    const member = await buildMember(app);
    const moderators = await freshModerators();
    await restricted(app, moderators[0]!, 'suspend', member.id, { days: 30 });
    const ban = await restricted(app, moderators[0]!, 'ban', member.id);
    expect(await lift(moderators[1]!, ban)).toBe('200');
    const refused = await login(member);
    expect(refused.body.details).toMatchObject({ until: expect.any(String) });
    const { restrictionId } = refused.body.details as { restrictionId: string };
    expect(await lift(moderators[1]!, restrictionId)).toBe('200');
    expect((await login(member)).status).toBe(200);
  });

  it('is suspended until the last end date, however the suspensions overlap', async () => {
    const member = await buildMember(app);
    const [judge, second] = (await freshModerators()) as [Member, Member];
    const long = await restricted(app, judge, 'suspend', member.id, { days: 30 });
    const ends = async () => (await login(member)).body.details as { until: string; restrictionId: string };
    const { until } = await ends();
    const short = await restricted(app, second, 'suspend', member.id, { days: 1 });
    expect(await ends()).toMatchObject({ until, restrictionId: long });
    // Simulates an account that has only stored the shorter suspension, which has expired.
    await app.database.db
      .updateTable('accounts')
      .set({ suspended_until: new Date(0) })
      .where('id', '=', member.id)
      .execute();
    await endSuspensions(createCtx(app.deps, { language: 'en' }));
    expect(await ends()).toMatchObject({ until, restrictionId: long });
    expect(await lift(judge, long)).toBe('200');
    expect((await ends()).restrictionId).toBe(short);
    expect(Date.parse((await ends()).until)).toBeLessThan(Date.parse(until));
    expect(await lift(judge, short)).toBe('200');
    expect((await login(member)).status).toBe(200);
  });

  it('is free after both decisions are reversed at the same time, and suspended while one is in force', async () => {
    const random = seededRandom(6);
    const [judge, second] = (await freshModerators()) as [Member, Member];
    for (let round = 0; round < (FULL ? 12 : 2); round += 1) {
      const member = await buildMember(app);
      const suspension = await restricted(app, judge, 'suspend', member.id, { days: 7 });
      const ban = await restricted(app, second, 'ban', member.id);
      const calls = [() => lift(judge, suspension), () => lift(second, ban)];
      expect(await raceForAccount(app, member.id, shuffled(calls, random))).toEqual(['200', '200']);
      expect((await login(member)).status).toBe(200);
      const again = await restricted(app, judge, 'suspend', member.id, { days: 7 });
      const mixed = [() => lift(judge, again), () => restrict(app, second, 'ban', member.id).then(outcome)];
      expect(await raceForAccount(app, member.id, shuffled(mixed, random))).toEqual(['200', '200']);
      expect((await login(member)).body.details).toMatchObject({ until: null });
    }
  });
});

/** New moderators, because the sessions of the others have expired. */
const freshModerators = async () => [
  await buildMember(app, { role: 'moderator' }),
  await buildMember(app, { role: 'moderator' }),
];

describe('permissions', () => {
  it('depend on the role, and exclude oneself, one’s own work, and what only admins decide', async () => {
    const [judge, second] = (await freshModerators()) as [Member, Member];
    const boss = await buildMember(app, { role: 'administrator' });
    const writer = await buildMember(app);
    const { chapterId } = await buildPublishedStory(app, judge, { mode: 'solo' });
    const acts = (by: Caller, action: 'hide_chapter' | 'ban', id: string) =>
      restrict(app, by, action, id).then(outcome);
    expect(await acts({}, 'hide_chapter', chapterId)).toBe('401 login_required');
    expect(await acts(writer, 'hide_chapter', chapterId)).toBe('403 forbidden');
    expect(await acts(judge, 'hide_chapter', chapterId)).toBe('403 own_work');
    expect(await acts(judge, 'ban', judge.id)).toBe('403 own_work');
    expect(await acts(judge, 'ban', second.id)).toBe('403 not_over_moderators');
    expect(await acts(judge, 'ban', '999999999')).toBe('404 target_not_found');
    const id = await restricted(app, second, 'hide_chapter', chapterId);
    expect(await lift(writer, id)).toBe('403 forbidden');
    expect(await lift(judge, id)).toBe('403 own_work');
    expect(await lift(boss, '999999999')).toBe('404 restriction_not_found');
    expect(await acts(boss, 'ban', second.id)).toBe('200');
    const [banned] = (await app.call(caseApi.record, { userId: second.id }, boss)).restrictions;
    expect(await lift(judge, banned!.id)).toBe('403 not_over_moderators');
    expect(outcome(await restrict(app, boss, 'suspend', writer.id))).toBe('400 invalid_input');
  });
});
