import { sql } from 'kysely';
import type { Email } from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LANGUAGE_TAGS, LANGUAGES, type Language } from '#core/languages.ts';
import type { NoticeKind } from '#core/notices.ts';
import { DAY } from '#core/time.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { messageApi } from '#features/messages/contract.ts';
import { type NotifyCtx, notify } from '#features/messages/server/index.ts';
import { participationApi } from '#features/participation/contract.ts';
import { relayApi } from '#features/relay/contract.ts';
import { inTransaction } from '#platform/db/database.ts';
import { drainJobs } from '#platform/jobs/worker.ts';
import { noticeRules } from '#server/model.ts';
import { buildMember, buildPublishedStory, type Member } from '#testing/factories.ts';
import { headerOf, type MailServer, startMailServer, workWithMail } from '#testing/mail-server.ts';
import { EXAMPLE_DEADLINE, NOTICE_EXAMPLES } from '#testing/notice-examples.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { buildRelay, letIn, letPass } from '#testing/together.ts';
import { newsApi } from '../contract.ts';
import { MAILS_PER_DAY, REFUSALS_MAX } from '../model/news-limits.ts';
import { noticeMailJob } from './notice-mail.job.ts';

const app = setUpTestApp();
let server: MailServer;
let member: Member;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  await work();
  member = await buildMember(app);
  server.mails.length = 0;
  server.refused.clear();
});

const work = () => workWithMail(app, server);
const makeDue = () => sql`update graphile_worker._private_jobs set run_at = now()`.execute(app.database.db);
const set = (who: Member, changes: { preferred_language?: 'de' | 'ja'; time_zone?: string; status?: 'unverified' }) =>
  app.database.db.updateTable('accounts').set(changes).where('id', '=', who.id).execute();
const addressesOf = (mails: readonly Email[]) => mails.map(({ to }) => to?.[0]?.address);
const inboxOf = async (of: Member) => (await app.call(messageApi.list, { limit: 50 }, of)).items;
/** Sends a notice that is mailed and about nothing that could change. */
const tell = (to: Member, ctx: NotifyCtx = app.deps) =>
  notify(ctx, 'chapter_rejected', { to: to.id, params: { story: 'Salt', chapter: 'One', reason: 'Too short.' } });

describe('the email of a notice', () => {
  it('is sent at once, in the member’s language and time zone, with both ways to stop it', async () => {
    await set(member, { preferred_language: 'de', time_zone: 'America/New_York' });
    const { storyId, creator } = await buildRelay(app, 0);
    await letIn(app, creator, storyId, member);
    await app.call(relayApi.passTurn, { storyId }, creator);
    await work();
    const mail = server.mails.find(({ subject }) => subject === 'Du bist dran auf Skein')!;
    expect(mail.to).toEqual([{ address: member.email, name: '' }]);
    expect(headerOf(mail, 'Content-Language')).toBe('de');
    expect(mail.text).toContain('Du bist dran bei „Salt and Lemons“: Kapitel 2.');
    expect(mail.text).toMatch(/ein\.$|Uhr|GMT-[45]|EST|EDT/m);
    expect(mail.text).toContain(`http://localhost:3000/story/${storyId}`);
    expect(mail.text).toContain('http://localhost:3000/news');
    const [, href] = /^<(http:\/\/localhost:3000\/unsubscribe\/[\w.-]+)>$/.exec(headerOf(mail, 'List-Unsubscribe')!)!;
    expect(headerOf(mail, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    for (const part of [mail.text, mail.html]) expect(part).toContain(href);
  });
  it('isn’t sent about a first chapter that its author took down after the notice', async () => {
    const { story, chapterId } = await buildPublishedStory(app, member);
    await work();
    server.mails.length = 0;
    const about = { to: member.id, storyId: story.id, chapterId, params: { story: 'Salt', chapter: 'One' } };
    const tellOut = (eventKey: string) => notify(app.deps, 'chapter_out', { ...about, eventKey });
    await tellOut('first');
    await work();
    expect(addressesOf(server.mails)).toEqual([member.email]);
    await app.database.db.deleteFrom('messages').where('account_id', '=', member.id).execute();
    await tellOut('again');
    await app.call(chapterApi.takeDown, { chapterId }, member);
    await work();
    expect(await inboxOf(member)).toHaveLength(1);
    expect(server.mails).toHaveLength(1);
  });
  it('is sent for every kind that has one, in every language, complete and without what others wrote', async () => {
    const kinds = (Object.keys(noticeRules) as NoticeKind[]).filter((kind) => noticeRules[kind].mail !== null);
    expect(kinds.length).toBeGreaterThanOrEqual(13);
    const { story, chapterId } = await buildPublishedStory(app, member);
    // The email about its publication isn’t one of those below.
    await work();
    const checks = Object.fromEntries(kinds.map((kind) => [kind, async () => true]));
    const ctx = { ...app.deps, noticeChecks: checks };
    const sent = new Map<string, { kind: NoticeKind; language: Language; what: string }>();
    for (const language of LANGUAGES)
      for (const kind of kinds)
        for (const [i, params] of NOTICE_EXAMPLES[kind]!.params.entries()) {
          const { id, email } = await buildMember(app, { language });
          sent.set(email, { kind, language, what: `${kind} ${i} in ${language}` });
          const shown = {
            ...params,
            note: 'NOTE',
            reason: 'REASON',
            user_id: id,
            language: 'fr',
            deadline: EXAMPLE_DEADLINE,
          };
          // The type of each kind is checked where it is sent.
          const given = { to: id, from: id, storyId: story.id, chapterId, params: shown, eventKey: '1:2' } as never;
          await notify(ctx, kind, given);
        }
    // Their content only, so they need no mail server.
    app.mails.length = 0;
    await drainJobs([noticeMailJob], ctx, app.database.pool);
    expect(app.mails.map(({ to }) => to).toSorted()).toEqual([...sent.keys()].toSorted());
    const english = new Set<string>();
    for (const { to, subject, text, html } of app.mails) {
      const { language, what } = sent.get(to)!;
      if (language === 'en') english.add(subject);
      expect(subject, what).toContain('Skein');
      expect(subject, what).not.toMatch(/STORY|CHAPTER|USER/);
      // Without the signatures in links, which are random letters.
      for (const part of [subject, text, html].map((whole) => whole.replace(/\/unsubscribe\/[\w.-]+/g, ''))) {
        expect(part, what).not.toMatch(/NOTE|REASON/);
        expect(part, what).not.toMatch(/[{}]|undefined|null|NaN|mail\.[a-z_]+\./);
      }
      expect(text, what).toContain('STORY');
      expect(html, what).toContain(`<html lang="${LANGUAGE_TAGS[language]}">`);
      expect(html, what).not.toMatch(/<script|<img|<b>STORY/);
    }
    for (const { to, subject } of app.mails) {
      const { language, what } = sent.get(to)!;
      if (language !== 'en') expect(english, what).not.toContain(subject);
    }
  }, 60_000);
  it('shows titles and names as text', async () => {
    const title = '<img src=x onerror=alert(1)> & "Salt"\r\nBcc: victim@skein.test';
    await notify(app.deps, 'chapter_rejected', { to: member.id, params: { story: title, chapter: 'One' } });
    await work();
    const [mail] = server.mails;
    expect(mail!.html).not.toContain('<img');
    expect(mail!.bcc ?? []).toEqual([]);
    expect(addressesOf(server.mails)).toEqual([member.email]);
  });
  it('is not sent if its transaction is rolled back', async () => {
    await inTransaction({ ...app.deps, hold: null }, async (inner) => {
      await tell(member, { ...app.deps, db: inner.db });
      throw new Error('no');
    }).catch(() => {});
    await work();
    expect(server.mails).toEqual([]);
  });
  it('is not sent if the message has been read or is gone, or the account can’t be mailed', async () => {
    const [reader, gone, unverified] = [await buildMember(app), await buildMember(app), await buildMember(app)];
    for (const who of [reader, gone, unverified, member]) await tell(who);
    await app.call(messageApi.markAllRead, {}, reader);
    await sql`delete from messages where account_id = ${gone.id}`.execute(app.database.db);
    await set(unverified, { status: 'unverified' });
    await work();
    expect(addressesOf(server.mails)).toEqual([member.email]);
  });
  it('of a turn is not sent if the turn has passed by then', async () => {
    const { storyId, creator } = await buildRelay(app, 0);
    await letIn(app, creator, storyId, member);
    await work();
    server.mails.length = 0;
    await app.call(relayApi.passTurn, { storyId }, creator);
    await app.call(relayApi.passTurn, { storyId }, member);
    await work();
    expect(server.mails.filter(({ to }) => to?.[0]?.address === member.email)).toEqual([]);
  });
  it('about an invitation is not sent if it has been withdrawn', async () => {
    const creator = await buildMember(app);
    const { story } = await buildPublishedStory(app, creator, { mode: 'relay' });
    const other = await buildMember(app);
    await app.call(participationApi.invite, { storyId: story.id, userId: member.id, note: 'Secret words' }, creator);
    await app.call(participationApi.invite, { storyId: story.id, userId: other.id, note: 'Secret words' }, creator);
    await sql`update messages set action_status = 'withdrawn' where account_id = ${member.id}`.execute(app.database.db);
    await work();
    const invited = server.mails.filter(({ subject }) => subject?.startsWith('You’re invited'));
    expect(addressesOf(invited)).toEqual([other.email]);
    expect(invited[0]!.text).toContain(creator.username);
    expect(invited[0]!.text + invited[0]!.html!).not.toContain('Secret words');
  });
});

describe('the settings', () => {
  const choose = (kind: string, choice: 'at_once' | 'first' | 'never') =>
    app.call(newsApi.choose, { kind, choice }, member);
  it('switch a kind off, also for notices that are already waiting', async () => {
    await tell(member);
    await choose('returned', 'never');
    await work();
    expect(server.mails).toEqual([]);
    await choose('returned', 'at_once');
    await tell(member);
    await work();
    expect(server.mails).toHaveLength(1);
  });
  const publish = () =>
    notify(app.deps, 'chapter_approved', { to: member.id, params: { story: 'Salt', chapter: 'One' } });
  it('send only the first email about a publication, unless the member wants all or none', async () => {
    await publish();
    await notify(app.deps, 'story_approved', { to: member.id, params: { story: 'Salt' } });
    await publish();
    await work();
    expect(server.mails).toHaveLength(1);
    await choose('published', 'at_once');
    await publish();
    await work();
    expect(server.mails).toHaveLength(2);
  });
  it('can switch off even the first one', async () => {
    await choose('published', 'never');
    await publish();
    await work();
    expect(server.mails).toEqual([]);
  });
});

describe('a member', () => {
  it(`gets at most ${MAILS_PER_DAY} emails a day, whatever the number of workers; the inbox has everything`, async () => {
    for (let i = 0; i < MAILS_PER_DAY + 4; i += 1) await tell(member);
    await Promise.all([work(), work(), work()]);
    expect(server.mails).toHaveLength(MAILS_PER_DAY);
    expect(await inboxOf(member)).toHaveLength(MAILS_PER_DAY + 4);
    await letPass(app, DAY, [member]);
    await tell(member);
    await work();
    expect(server.mails).toHaveLength(MAILS_PER_DAY + 1);
  });
  it('counts days in their own time zone', async () => {
    await set(member, { time_zone: 'Pacific/Kiritimati' });
    await tell(member);
    await work();
    const { rows } = await sql<{ day: string }>`
      select day::text as day from mail_deliveries where account_id = ${member.id}`.execute(app.database.db);
    const there = app.deps.clock.now().toLocaleDateString('sv', { timeZone: 'Pacific/Kiritimati' });
    expect(rows).toEqual([{ day: there }]);
  });
});

describe('an attempt that failed', () => {
  it('is repeated with the same Message-ID, and takes no second place of the day', async () => {
    server.isFailing = true;
    await tell(member);
    await work();
    server.isFailing = false;
    await makeDue();
    await work();
    expect(server.mails).toHaveLength(2);
    expect(server.mails[0]!.messageId).toMatch(/^<[\w-]{32}@localhost>$/);
    expect(server.mails[1]!.messageId).toBe(server.mails[0]!.messageId);
    await makeDue();
    await work();
    expect(server.mails).toHaveLength(2);
    const { rows } = await sql`select from mail_deliveries where account_id = ${member.id}`.execute(app.database.db);
    expect(rows).toHaveLength(1);
  });
  it('has another Message-ID than the email of another message', async () => {
    await tell(member);
    await tell(member);
    await work();
    expect(new Set(server.mails.map(({ messageId }) => messageId)).size).toBe(2);
  });
});

describe('an address that is refused for good', () => {
  const refuse = async (times: number) => {
    server.refused.add(member.email);
    for (let i = 0; i < times; i += 1) {
      await tell(member);
      await work();
    }
    server.refused.clear();
  };
  const isStopped = async () => (await app.call(newsApi.settings, {}, member)).isStopped;
  it(`gets nothing more after ${REFUSALS_MAX} times, which the inbox says once`, async () => {
    await refuse(REFUSALS_MAX - 1);
    expect(await isStopped()).toBe(false);
    await refuse(1);
    expect(await isStopped()).toBe(true);
    await tell(member);
    await work();
    expect(server.mails).toEqual([]);
    const said = (await inboxOf(member)).filter(({ content }) =>
      content.includes('Our emails to your address were refused'),
    );
    expect(said).toHaveLength(1);
    // Nothing is left that would try again.
    const { rows } = await sql`select from graphile_worker.jobs where task_identifier = 'news.mail'`.execute(
      app.database.db,
    );
    expect(rows).toEqual([]);
  });
  it('is tried again if the member wants that', async () => {
    await refuse(REFUSALS_MAX);
    await app.call(newsApi.resume, {}, member);
    await tell(member);
    await work();
    expect(server.mails).toHaveLength(1);
    expect(await isStopped()).toBe(false);
  });
  it('counts refusals in a row only', async () => {
    await refuse(REFUSALS_MAX - 1);
    await tell(member);
    await work();
    await refuse(REFUSALS_MAX - 1);
    expect(await isStopped()).toBe(false);
  });
});
