import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { accountApi } from '#features/accounts/contract.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { messageApi } from '#features/messages/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { buildVoters } from '#testing/contests.ts';
import {
  buildChapterDraft,
  buildMember,
  buildPublishedChapter,
  buildPublishedStory,
  type Member,
  outcome,
  PASSWORD,
} from '#testing/factories.ts';
import { restrict, restricted } from '#testing/moderation.ts';
import { raceInOrder } from '#testing/race.ts';
import { rounds } from '#testing/rounds.ts';
import { type Caller, setUpTestApp } from '#testing/test-app.ts';
import { letIn } from '#testing/together.ts';
import { moderationApi } from '../contract.ts';
import { caseApi } from '../contract-cases.ts';
import type { TargetKind } from '../model/restriction.ts';
import { SCREENED_FIELDS } from '../model/text-fields.ts';

const app = setUpTestApp();
const ANSWER = 'We have read it with care.';
let author: Member;
let reader: Member;
let second: Member;
let moderator: Member;
let other: Member;
let admin: Member;

beforeAll(async () => {
  app.app.cache.setListening(false);
  author = await buildMember(app);
  reader = await buildMember(app);
  second = await buildMember(app);
  moderator = await buildMember(app, { role: 'moderator' });
  other = await buildMember(app, { role: 'moderator' });
  admin = await buildMember(app, { role: 'administrator' });
});

const send = (by: Caller, kind: TargetKind, targetId: string, reason = 'spam') =>
  app.send(caseApi.report, { kind, targetId, reason, detail: 'See the second paragraph.' }, by);
const reported = async (by: Caller, kind: TargetKind, targetId: string): Promise<string> => {
  const { body } = await send(by, kind, targetId);
  return (body.data as { caseId: string }).caseId;
};
const inbox = async (member: Member) =>
  (await app.call(messageApi.list, { limit: 10 }, member)).items.map((message) => message.content);
const chapterOf = async (writer = author) => (await buildPublishedStory(app, writer, { mode: 'solo' })).chapterId;
const open = (caseId: string, by: Caller, kind = 'report') => app.send(caseApi.case, { kind, caseId }, by);
const close = (by: Caller, caseId: string) =>
  app.send(caseApi.closeReport, { caseId, answer: ANSWER }, by).then(outcome);
const logged = async (by: Member) => (await app.call(caseApi.log, { mine: '1' }, by)).items;

describe('a report', () => {
  it('joins the open case, is accepted once per member, gets a receipt, and hides nothing', async () => {
    const chapterId = await chapterOf();
    const caseId = await reported(reader, 'chapter', chapterId);
    expect(await reported(second, 'chapter', chapterId)).toBe(caseId);
    expect(outcome(await send(reader, 'chapter', chapterId))).toBe('409 already_reported');
    expect(outcome(await send(author, 'chapter', chapterId))).toBe('409 own_target');
    expect(outcome(await send({}, 'chapter', chapterId))).toBe('401 login_required');
    expect((await inbox(reader))[0]).toContain(`number is ${caseId}`);
    const { items } = await app.call(moderationApi.queue, { kind: 'report' }, moderator);
    expect(items.at(-1)).toMatchObject({ id: caseId, kind: 'report', reporters: 2, rules: ['spam'], blocker: null });
    const seen = await open(caseId, moderator);
    expect(seen.body.data).toMatchObject({
      report: { target: { kind: 'chapter', id: chapterId, isPublic: true }, reports: [{}, {}] },
    });
    for (const who of [reader, author]) expect(outcome(await open(caseId, who))).toBe('403 forbidden');
  });

  it('shows only texts that have a label in the moderation queue', async () => {
    const { story, chapterId } = await buildPublishedStory(app, author, { mode: 'solo' });
    const fields: string[] = [];
    for (const [kind, id] of [
      ['story', story.id],
      ['chapter', chapterId],
      ['member', second.id],
    ] as const) {
      const caseId = await reported(reader, kind, id);
      const { report } = await app.call(caseApi.case, { kind: 'report', caseId }, moderator);
      fields.push(...(report?.target.texts.map(({ field }) => field) ?? []));
    }
    expect(fields).toEqual(expect.arrayContaining(['title', 'content', 'bio']));
    expect(fields.filter((field) => !SCREENED_FIELDS.some((known) => known === field))).toEqual([]);
  });

  it('is only accepted for what readers can see', async () => {
    const { story } = await buildPublishedStory(app, author, { mode: 'solo' });
    const draft = await buildChapterDraft(app, author, story.id);
    const asked = async (kind: TargetKind, id: string) => outcome(await send(second, kind, id));
    expect(await asked('story', story.id)).toBe('200');
    expect(await asked('member', author.id)).toBe('200');
    for (const kind of ['story', 'chapter', 'submission', 'translation', 'member'] as const)
      expect(await asked(kind, '999999999'), kind).toBe('404 target_not_found');
    expect(await asked('chapter', draft.id)).toBe('404 target_not_found');
    expect(outcome(await send(second, 'story', story.id, 'boredom'))).toBe('400 invalid_input');
  });

  it('shares its error for a missing rule with decisions, each in the words of its dialog', async () => {
    const targetId = await chapterOf();
    const request = { action: 'hide_chapter', targetId, reason: ANSWER };
    const report = await app.send(caseApi.report, { kind: 'chapter', targetId }, reader);
    const decision = await app.send(caseApi.restrict, request, moderator);
    const rejection = await app.send(
      moderationApi.reject,
      { reviewId: '1', version: 1, rule: '', reason: ANSWER },
      moderator,
    );
    expect(report.body.fields).toEqual({ reason: 'Choose a reason.' });
    for (const { body } of [decision, rejection]) expect(body.fields).toEqual({ rule: 'Choose a rule.' });
  });

  it('opens one case, however many are sent at the same time', async () => {
    const chapterId = await chapterOf();
    const hold = (db: typeof app.database.db) => sql`lock table report_cases in share mode`.execute(db);
    const answers = await raceInOrder(app, hold, [
      () => reported(reader, 'chapter', chapterId),
      () => reported(second, 'chapter', chapterId),
      () => reported(moderator, 'chapter', chapterId),
    ]);
    expect(new Set(answers).size).toBe(1);
    const { rows } = await sql`select from reports where case_id = ${answers[0]}`.execute(app.database.db);
    expect(rows).toHaveLength(3);
  });

  it('of many new accounts hide nothing', { timeout: 120_000 }, async () => {
    const { story, chapterId } = await buildPublishedStory(app, author, { mode: 'solo' });
    const read = async () => outcome(await app.send(chapterApi.detail, { chapterId }));
    const count = rounds(65, 'reports of new accounts');
    const reporters = await buildVoters(app, count);
    await sql`update accounts set joined_at = db_clock() where email like 'voter%'`.execute(app.database.db);
    const answers: string[] = [];
    for (const by of reporters) answers.push(outcome(await send(by, 'chapter', chapterId)));
    expect(answers).toEqual(Array(count).fill('200'));
    expect(await read()).toBe('200');
    const { items } = await app.call(moderationApi.queue, { kind: 'report' }, moderator);
    expect(items.at(-1)).toMatchObject({ reporters: count });
    const { items: chapters } = await app.call(chapterApi.list, { storyId: story.id });
    expect(chapters.map(({ id }) => id)).toContain(chapterId);
  });
});

describe('the outcome', () => {
  it('is sent to everyone who reported, without names, and closes the case once', async () => {
    const chapterId = await chapterOf();
    const caseId = await reported(reader, 'chapter', chapterId);
    await reported(second, 'chapter', chapterId);
    const before = (await logged(moderator)).length;
    await restricted(app, moderator, 'hide_chapter', chapterId, { caseId });
    for (const who of [reader, second]) {
      const [told] = await inbox(who);
      expect(told).toContain('took action');
      expect(told).not.toContain(author.username);
    }
    expect((await inbox(author)).join()).not.toMatch(new RegExp(`${reader.username}|${second.username}`));
    expect(await close(other, caseId)).toBe('409 case_closed');
    const log = await logged(moderator);
    expect(log).toHaveLength(before + 1);
    expect(log[0]).toMatchObject({ kind: 'restriction', action: 'hide_chapter', chapterId, by: { id: moderator.id } });
    // Another case can be opened once it is shown again.
    expect(outcome(await send(reader, 'chapter', chapterId))).toBe('404 target_not_found');
  });

  it('can be a dismissal with a message, but never by the reported member', async () => {
    const caseId = await reported(reader, 'chapter', await chapterOf(other));
    const shown = async (who: Member) => [
      outcome(await open(caseId, who)),
      (await app.call(moderationApi.queue, { kind: 'report', limit: 50 }, who)).items.some(({ id }) => id === caseId),
      (await app.call(moderationApi.waiting, {}, who)).report,
    ];
    const [, , all] = await shown(moderator);
    expect(await shown(other)).toEqual(['404 case_not_found', false, Number(all) - 1]);
    expect(await shown(moderator)).toEqual(['200', true, all]);
    expect(await close(other, caseId)).toBe('403 own_work');
    expect(await close(reader, caseId)).toBe('403 forbidden');
    expect(await close(moderator, caseId)).toBe('200');
    expect((await inbox(reader))[0]).toContain(ANSWER);
    expect((await logged(moderator))[0]).toMatchObject({ kind: 'report', action: 'dismiss', reason: ANSWER });
    expect(outcome(await open(caseId, moderator))).toBe('404 case_not_found');
  });

  it('is decided once, even if several moderators decide at the same time', async () => {
    const chapterId = await chapterOf();
    const caseId = await reported(reader, 'chapter', chapterId);
    const hold = (db: typeof app.database.db) =>
      sql`select from report_cases where id = ${caseId} for update`.execute(db);
    const answers = await raceInOrder(app, hold, [
      () => close(other, caseId),
      () => restrict(app, moderator, 'hide_chapter', chapterId, { caseId }).then(outcome),
      () => send(second, 'chapter', chapterId).then(outcome),
    ]);
    // The late report opens a new case.
    expect(answers).toEqual(['200', '409 case_closed', '200']);
    const { rows } = await sql<{
      state: string;
    }>`select state from report_cases where target_id = ${chapterId} and target_kind = 'chapter' order by id`.execute(
      app.database.db,
    );
    expect(rows.map(({ state }) => state)).toEqual(['dismissed', 'open']);
  });

  it('only restricts what the report is about', async () => {
    const caseId = await reported(reader, 'chapter', await chapterOf());
    expect(outcome(await restrict(app, moderator, 'ban', second.id, { caseId }))).toBe('404 case_not_found');
    // Nor can it be someone else’s work in the same story.
    const { story } = await buildPublishedStory(app, author, { mode: 'branch' });
    const [first] = (await app.call(chapterApi.list, { storyId: story.id })).items;
    await letIn(app, author, story.id, second);
    const way = await buildPublishedChapter(app, second, story.id, { parentChapterId: first!.id, choice: 'On' });
    const ofGuest = await reported(reader, 'chapter', way.id);
    const banStory = (by: Member) => restrict(app, by, 'ban_story', story.id, { caseId: ofGuest }).then(outcome);
    expect(await banStory(moderator)).toBe('404 case_not_found');
    // Nor can moderators decide on a report about themselves this way.
    const own = await reported(reader, 'chapter', await chapterOf(other));
    expect(outcome(await restrict(app, other, 'ban', second.id, { caseId: own }))).toBe('403 own_work');
    const writer = await buildMember(app);
    const theirs = await chapterOf(writer);
    const about = await reported(reader, 'chapter', theirs);
    await restricted(app, moderator, 'suspend', writer.id, { caseId: about, days: 1 });
    const { body } = await app.send(accountApi.login, { email: writer.email, password: PASSWORD });
    expect(body.details).toMatchObject({ chapterId: theirs, title: expect.any(String) });
  });
});

describe('an appeal', () => {
  const TEXT = 'It is all my own, from the first word on.';
  const appeal = (by: Caller, restrictionId: string) =>
    app.send(caseApi.appeal, { restrictionId, text: TEXT }, by).then(outcome);
  const decide = (by: Caller, appealId: string, granted: boolean) =>
    app.send(caseApi.decideAppeal, { appealId, granted, answer: ANSWER }, by).then(outcome);
  const waiting = async () => (await app.call(moderationApi.queue, { kind: 'appeal', limit: 50 }, other)).items.at(-1)!;

  it('is decided once, by another moderator, and restores the work', async () => {
    const chapterId = await chapterOf();
    const id = await restricted(app, moderator, 'hide_chapter', chapterId);
    const shown = await app.call(chapterApi.detail, { chapterId });
    expect(Date.parse(shown.hiddenAt ?? '')).toBeCloseTo(app.clock.now().getTime(), -5);
    expect(await appeal(reader, id)).toBe('404 restriction_not_found');
    expect(await appeal(author, id)).toBe('200');
    expect(await appeal(author, id)).toBe('409 already_appealed');
    const entry = await waiting();
    expect(entry).toMatchObject({ kind: 'appeal', action: 'hide_chapter', blocker: null });
    expect((await open(entry.id, moderator, 'appeal')).body.data).toMatchObject({
      blocker: 'own_decision',
      from: { id: author.id },
      appeal: { text: TEXT, restriction: { id, decidedBy: { id: moderator.id } } },
    });
    expect(await decide(moderator, entry.id, true)).toBe('403 own_decision');
    expect(await decide(author, entry.id, true)).toBe('403 forbidden');
    const hold = (db: typeof app.database.db) => sql`select from restrictions where id = ${id} for update`.execute(db);
    const answers = await raceInOrder(app, hold, [
      () => decide(other, entry.id, true),
      () => decide(admin, entry.id, false),
    ]);
    expect(answers).toEqual(['200', '409 case_closed']);
    expect((await inbox(author))[0]).toContain(ANSWER);
    const { rows } = await sql`select from chapters where id = ${chapterId} and status = 'approved'`.execute(
      app.database.db,
    );
    expect(rows).toHaveLength(1);
    expect((await logged(other))[0]).toMatchObject({ kind: 'appeal', action: 'grant', chapterId });
  });

  it('of a banned member is sent with their token and answered by email', async () => {
    const member = await buildMember(app);
    const id = await restricted(app, moderator, 'ban', member.id);
    const { body } = await app.send(accountApi.login, { email: member.email, password: PASSWORD });
    const accessToken = (body.details as { appealToken: string }).appealToken;
    expect(await appeal({ accessToken }, id)).toBe('200');
    await app.work();
    expect(await decide(other, (await waiting()).id, true)).toBe('200');
    app.mails.length = 0;
    await app.work();
    expect(app.mails.filter(({ to }) => to === member.email).map(({ subject }) => subject)).toEqual([
      'Your appeal on Skein was granted',
    ]);
    expect((await app.send(accountApi.login, { email: member.email, password: PASSWORD })).status).toBe(200);
  });

  it('can be denied, and a reversal closes it', async () => {
    const { story } = await buildPublishedStory(app, author, { mode: 'solo' });
    const id = await restricted(app, moderator, 'ban_story', story.id);
    await appeal(author, id);
    expect(await decide(other, (await waiting()).id, false)).toBe('200');
    expect((await app.send(storyApi.detail, { storyId: story.id })).status).toBe(404);
    expect((await inbox(author))[0]).toContain('reviewed by someone else and denied');
    const chapterId = await chapterOf();
    const second = await restricted(app, moderator, 'hide_chapter', chapterId);
    await appeal(author, second);
    await app.call(caseApi.lift, { restrictionId: second, reason: ANSWER }, moderator);
    const [own] = await app.call(caseApi.ownRestrictions, {}, author);
    expect(own).toMatchObject({ id: second, appeal: { state: 'granted', answer: ANSWER } });
  });
});

describe('the moderation queue', () => {
  it('lists everything from oldest to newest, page by page, with counts', async () => {
    await app.call(moderationApi.feedback, { type: 'bug', description: 'The map does not open.' }, reader);
    const all = (await app.call(moderationApi.queue, { limit: 50 }, moderator)).items;
    expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(['report', 'feedback']));
    expect(all.map(({ submittedAt }) => submittedAt)).toEqual(all.map(({ submittedAt }) => submittedAt).sort());
    const paged: typeof all = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { items: typeof all; next: string | null } = await app.call(
        moderationApi.queue,
        { limit: 2, ...(cursor ? { cursor } : {}) },
        moderator,
      );
      paged.push(...page.items);
      cursor = page.next;
    }
    expect(paged).toEqual(all);
    const waiting = await app.call(moderationApi.waiting, {}, moderator);
    expect(waiting.report + waiting.feedback).toBe(all.length);
    expect(waiting.oldestAt).toBe(all[0]!.submittedAt);
    expect(waiting.decidedToday).toBe((await logged(moderator)).length);
  });

  it('drops feedback after it is read', async () => {
    const { id } = (await app.call(moderationApi.queue, { kind: 'feedback' }, moderator)).items[0]!;
    expect((await open(id, moderator, 'feedback')).body.data).toMatchObject({
      from: { id: reader.id },
      feedback: { type: 'bug', description: 'The map does not open.', contact: null },
    });
    const read = () => app.send(caseApi.readFeedback, { feedbackId: id }, moderator).then(outcome);
    expect([await read(), await read()]).toEqual(['200', '409 case_closed']);
    expect((await logged(moderator))[0]).toMatchObject({
      kind: 'feedback',
      action: 'read',
      title: 'The map does not open.',
    });
  });

  it('shows the record of a member', async () => {
    const record = await app.call(caseApi.record, { userId: author.id }, moderator);
    expect(record).toMatchObject({ member: { id: author.id }, rejected: 0, upheld: 1, mayRestrict: true });
    expect(record.reported).toBeGreaterThan(1);
    expect(record.restrictions[0]).toMatchObject({ account: { id: author.id }, decidedBy: { id: moderator.id } });
    expect((await app.call(caseApi.record, { userId: other.id }, moderator)).mayRestrict).toBe(false);
    expect(outcome(await app.send(caseApi.record, { userId: '999999999' }, moderator))).toBe('404 user_not_found');
    for (const endpoint of [caseApi.log, caseApi.record])
      expect(outcome(await app.send(endpoint, { userId: author.id }, reader))).toMatch(/^(403|400)/);
  });
});
