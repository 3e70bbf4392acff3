import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LANGUAGES } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { DAY } from '#core/time.ts';
import { createCtx } from '#platform/context.ts';
import { buildChapterDraft, buildMember, buildPublishedStory, type Member, outcome } from '#testing/factories.ts';
import { HOSTILE_TEXTS } from '#testing/hostile-texts.ts';
import { restricted } from '#testing/moderation.ts';
import { type Caller, setUpTestApp } from '#testing/test-app.ts';
import { moderationApi } from '../../contract.ts';
import { caseApi } from '../../contract-cases.ts';
import { publicReportApi, type Receipt } from '../../contract-public-reports.ts';
import { transparencyApi } from '../../contract-transparency.ts';
import { REPORTER_KEPT } from '../../model/public-report.ts';
import { countTransparency } from '../transparency/transparency.service.ts';
import { forgetPublicReporters } from './public-reports.repo.ts';

const app = setUpTestApp({ CONTACT_EMAIL: 'hello@skein.test' });
const ANSWER = 'The names are those of a legend.';
let author: Member;
let reader: Member;
let moderator: Member;
let count = 0;

beforeAll(async () => {
  app.app.cache.setListening(false);
  author = await buildMember(app);
  reader = await buildMember(app);
  moderator = await buildMember(app, { role: 'moderator' });
});
beforeEach(async () => {
  await app.work();
  app.mails.length = 0;
});

const ANA = { name: 'Ana Kovač', email: 'ana@posta.example' };
const LAW = { ground: 'law', law: 'personal_data', country: 'HR' };
const DETAIL = 'I am the person in this sentence. I did not agree to it.';
/** The form of a visitor. Each call comes from another address, unless it is about limits. */
const send = (url: string, more: object = {}, caller: Caller = {}) => {
  count += 1;
  const input = { url, ...LAW, detail: DETAIL, accurate: true, ...ANA, email: `ana${count}@posta.example`, ...more };
  return app.send(publicReportApi.send, input, { address: `198.51.100.${count % 250}`, ...caller });
};
const sendAsMember = (url: string, by: Caller, more: object = {}) =>
  app.send(publicReportApi.sendAsMember, { url, ...LAW, detail: DETAIL, accurate: true, ...more }, by);
const receiptOf = async (answer: ReturnType<typeof send>) => {
  const { status, body } = await answer;
  expect([status, body.fields]).toEqual([200, undefined]);
  return body.data as Receipt;
};
async function published() {
  const { story, chapterId } = await buildPublishedStory(app, author, { mode: 'solo' });
  return { storyId: story.id, chapterId, url: `http://localhost:3000/story/${story.id}/chapter/${chapterId}` };
}
const queue = async () => (await app.call(moderationApi.queue, { kind: 'report', limit: 50 }, moderator)).items;
const caseAbout = async (chapterId: string) => {
  const { rows } = await sql<{ id: string }>`select id::text from report_cases
    where target_kind = 'chapter' and target_id = ${chapterId} order by id desc limit 1`.execute(app.database.db);
  return rows[0]!.id;
};
const opened = async (caseId: string) =>
  (await app.call(caseApi.case, { kind: 'report', caseId }, moderator)).report!.publicReports;
const mailsTo = async (email: string) => {
  await app.work();
  return app.mails.filter(({ to }) => to === email);
};

describe('a public report', () => {
  it('needs no account, joins the case that members open, and is answered by email twice', async () => {
    const { url, chapterId } = await published();
    await app.call(caseApi.report, { kind: 'chapter', targetId: chapterId, reason: 'spam' }, reader);
    const receipt = await receiptOf(send(url, { ...ANA, passage: 'In the third row sits Mrs. K.' }));
    expect(receipt).toMatchObject({ target: { kind: 'chapter' } });
    expect(receipt.number).toMatch(/^\d{4}-\d{2}-\d+$/);
    const caseId = await caseAbout(chapterId);
    const entry = (await queue()).find(({ id }) => id === caseId);
    expect(entry).toMatchObject({ reporters: 2, rules: ['spam'], laws: ['personal_data'] });
    const report = { ...ANA, law: 'personal_data', country: 'HR', detail: DETAIL, number: receipt.number };
    expect(await opened(caseId)).toMatchObject([{ ...report, reporter: null, reason: null }]);
    const [first, ...none] = await mailsTo(ANA.email);
    expect(none).toEqual([]);
    expect(first!.subject).toContain(receipt.number);
    expect(first!.text).toContain('a chapter');

    await restricted(app, moderator, 'hide_chapter', chapterId, { caseId, law: 'personal_data', country: 'HR' });
    const [, last] = await mailsTo(ANA.email);
    expect(last!.text).toContain(
      'The chapter has been hidden. Rule: plagiarism. Law: protection of personal data (Croatia).',
    );
    expect(last!.text).toContain('Automated: no.');
    expect(last!.text).toContain('hello@skein.test');
    expect(last!.text).not.toContain(author.username);
    // The author learns how it was found, and nothing about who sent it.
    const [decision] = await app.call(caseApi.ownRestrictions, {}, author);
    expect(decision).toMatchObject({ foundBy: 'public_report', automated: false, law: 'personal_data', country: 'HR' });
    const told = JSON.stringify([decision, await mailsTo(author.email)]);
    expect(told).toContain(decision!.number);
    for (const secret of [...Object.values(ANA), DETAIL, 'third row']) expect(told).not.toContain(secret);
  });

  it('is answered with the words of the moderator if nothing is done', async () => {
    const { url, chapterId } = await published();
    const email = 'bea@posta.example';
    await receiptOf(send(url, { email, ground: 'rule', rule: 'violence', law: undefined, country: undefined }));
    await app.call(caseApi.closeReport, { caseId: await caseAbout(chapterId), answer: ANSWER }, moderator);
    const mails = await mailsTo(email);
    expect(mails).toHaveLength(2);
    expect(mails[1]!.subject).toContain('nothing was changed');
    expect(mails[1]!.text).toContain(`Answer: ${ANSWER}`);
  });

  it.each(LANGUAGES)('has complete emails in %s, without anything that its sender wrote', async (language) => {
    const { url, chapterId } = await published();
    const email = `${language}@posta.example`;
    const words = { name: 'Buy Cheap Pills', passage: 'BUY CHEAP PILLS', detail: 'Buy cheap pills at pills.example' };
    await receiptOf(
      app.send(
        publicReportApi.send,
        { url, ...LAW, ...words, accurate: true, email },
        { address: `203.0.113.${LANGUAGES.indexOf(language)}` },
        { language },
      ),
    );
    const caseId = await caseAbout(chapterId);
    await restricted(app, moderator, 'hide_chapter', chapterId, { caseId, law: 'copyright', country: 'DE' });
    const mails = await mailsTo(email);
    expect(mails).toHaveLength(2);
    for (const { subject, text, html, language: written } of mails) {
      expect(written).toBe(language);
      for (const part of [subject, text, html]) {
        expect(part).not.toMatch(/mail\.[a-z_]+\.|[{}]|undefined|null|NaN/);
        expect(part).not.toMatch(/pills/i);
      }
    }
  });

  it('keeps hostile words as text', async () => {
    const { url, chapterId } = await published();
    for (const text of HOSTILE_TEXTS) {
      const answer = await send(url, { name: text.slice(0, 60), passage: text, detail: `${text} and ten letters` });
      expect([200, 400], text).toContain(answer.status);
    }
    const [report] = await opened(await caseAbout(chapterId));
    expect(report).toBeDefined();
  });

  it('says which fields are missing or wrong', async () => {
    const { url } = await published();
    const fieldsOf = async (more: object) => Object.keys((await send(url, more)).body.fields ?? {}).sort();
    expect(await fieldsOf({ name: undefined, email: undefined })).toEqual(['email', 'name']);
    expect(await fieldsOf({ law: undefined, country: undefined })).toEqual(['country', 'law']);
    expect(await fieldsOf({ ground: 'rule' })).toEqual(['rule']);
    expect(await fieldsOf({ country: 'Croatia' })).toEqual(['country']);
    expect(await fieldsOf({ accurate: false })).toEqual(['accurate']);
    expect(await fieldsOf({ detail: 'bad' })).toEqual(['detail']);
    expect((await send('https://example.org/story/1')).body.fields).toEqual({
      url: 'This address is not on Skein. Copy it from the page you mean.',
    });
    for (const nothing of [
      to.about(),
      to.story({ storyId: '999999999' }),
      to.user({ userSlug: 'no-one-here' }),
      to.voting({ roundId: '1' }, { entry: '999999' }),
    ])
      expect((await send(nothing)).body.fields?.url, nothing).toContain('nothing here that can be reported');
  });

  it('needs neither name nor email if it is about the sexual abuse of a child, and comes first', async () => {
    const { url, chapterId } = await published();
    await receiptOf(send(url, { law: 'child_abuse', name: undefined, email: undefined }));
    const caseId = await caseAbout(chapterId);
    expect((await queue())[0]).toMatchObject({ id: caseId, laws: ['child_abuse'] });
    const all = await app.call(moderationApi.queue, {}, moderator);
    expect(all.items[0]).toMatchObject({ id: caseId });
    // Its place in the queue is not its time.
    expect(Date.parse(all.items[0]!.submittedAt)).toBeGreaterThan(Date.UTC(2020, 0));
    const { oldestAt } = await app.call(moderationApi.waiting, {}, moderator);
    expect(oldestAt === null || Date.parse(oldestAt) > Date.UTC(2020, 0)).toBe(true);
    await app.call(caseApi.closeReport, { caseId }, moderator);
    await app.work();
    expect(app.mails).toEqual([]);
  });

  it('finds what readers see at an address, and nothing else', async () => {
    const { storyId, url } = await published();
    const draft = await buildChapterDraft(app, author, storyId);
    const found = async (address: string) => {
      const { status, body } = await app.send(publicReportApi.target, { url: address });
      return status === 200 ? (body.data as { kind: string }).kind : outcome({ status, body } as never);
    };
    expect(await found(url)).toBe('chapter');
    expect(await found(to.story({ storyId }, { lang: 'de' }))).toBe('story');
    expect(await found(to.user({ userSlug: author.slug }))).toBe('member');
    expect(await found(to.chapter({ storyId, chapterId: draft.id }))).toBe('400 invalid_input');
    expect(await found(to.chapter({ storyId: `1${storyId}`, chapterId: draft.id }))).toBe('400 invalid_input');
    // Never who wrote it: entries are anonymous.
    expect(JSON.stringify((await app.send(publicReportApi.target, { url })).body)).not.toContain(author.username);
  });
});

describe('a member', () => {
  it('sends the same form once, with the address of the account', async () => {
    const { url, chapterId } = await published();
    const own = await sendAsMember(url, author);
    expect(outcome(own)).toBe('409 own_target');
    expect((await sendAsMember(url, reader)).status).toBe(200);
    expect(outcome(await sendAsMember(url, reader))).toBe('409 already_reported');
    expect(
      outcome(await app.send(caseApi.report, { kind: 'chapter', targetId: chapterId, reason: 'spam' }, reader)),
    ).toBe('409 already_reported');
    expect(outcome(await sendAsMember(url, {}))).toBe('401 login_required');
    const [report] = await opened(await caseAbout(chapterId));
    expect(report).toMatchObject({ reporter: { id: reader.id }, name: null, email: null });
    expect(await mailsTo(reader.email)).toHaveLength(1);
  });

  it('is counted once, however many are sent at the same time', async () => {
    const { url, chapterId } = await published();
    const answers = await Promise.all(Array.from({ length: 5 }, () => sendAsMember(url, reader)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await opened(await caseAbout(chapterId))).toHaveLength(1);
  });
});

/** Does what counts, and throws if a statement of it that fills the counts could be stopped for taking long. */
async function withoutTimeout(work: () => Promise<void>): Promise<void> {
  await app.owner.pool.query(`create function must_be_patient() returns trigger language plpgsql as $$ begin
      if current_setting('statement_timeout') <> '0' or current_query() not like '%/* patient */' then
        raise exception 'may take too long'; end if;
      return null; end $$;
    create trigger must_be_patient after insert on transparency_counts for each statement execute function must_be_patient()`);
  try {
    await work();
  } finally {
    await app.owner.pool.query('drop function must_be_patient cascade');
  }
}

it('the transparency page counts reports once a day, by month and ground, and what became of them', async () => {
  const count = () => countTransparency(createCtx(app.deps, { language: 'en' }));
  const read = () => app.call(transparencyApi.read, {});
  const { url, chapterId } = await published();
  await receiptOf(send(url, { law: 'hatred' }));
  await restricted(app, moderator, 'hide_chapter', chapterId, { caseId: await caseAbout(chapterId) });
  await withoutTimeout(count);
  const before = await read();
  expect(before.received).toBeGreaterThan(before.byVisitors);
  expect(before.acted).toBeGreaterThan(0);
  expect(before.grounds).toContainEqual({ rule: null, law: 'hatred', received: 1, acted: 1 });
  expect(before.actions.find(({ action }) => action === 'hide_chapter')?.count).toBeGreaterThan(0);
  expect(before.months.reduce((sum, { received }) => sum + received, 0)).toBe(before.received);
  expect(before.checked).toBeGreaterThanOrEqual(before.passedOn);

  await receiptOf(send((await published()).url, { law: 'hatred' }));
  await count();
  expect(await read()).toEqual(before);
  await app.clock.advance(DAY);
  // What was counted stays counted.
  await sql`delete from public_reports where law = 'copyright'`.execute(app.database.db);
  await count();
  const after = await read();
  expect(after.grounds).toContainEqual({ rule: null, law: 'hatred', received: 2, acted: 1 });
  expect(after.received).toBe(before.received + 1);
  const file = await app.app.http.inject({ method: 'GET', url: '/transparency.csv' });
  expect(file.body).toMatch(/^from,to,reports,acted_on\r\n20\d\d-01,20\d\d-\d\d,\d+,\d+\r\n/);
});

it('a visitor is forgotten once they can no longer object, and what was decided stays', async () => {
  // The session of the first author has ended by now.
  author = await buildMember(app);
  const { url, chapterId } = await published();
  await receiptOf(send(url, { email: 'kept@posta.example' }));
  const nameless = { law: 'child_abuse', name: undefined, email: undefined, passage: 'A passage' };
  await receiptOf(send(url, nameless));
  await receiptOf(sendAsMember(url, await buildMember(app)));
  const caseId = await caseAbout(chapterId);
  const reports = () =>
    app.database.db
      .selectFrom('public_reports')
      .select(['name', 'email', 'passage', 'detail', 'law'])
      .where('case_id', '=', caseId)
      .orderBy('id')
      .execute();
  const stored = async () => (await reports())[0];
  const forget = () => forgetPublicReporters(createCtx(app.deps, { language: 'en' }));
  await app.clock.advance(REPORTER_KEPT + DAY);
  await forget();
  // The case is still open.
  expect(await stored()).toMatchObject({ email: 'kept@posta.example' });
  // The session of the other moderator has ended by now.
  const later = await buildMember(app, { role: 'moderator' });
  await app.call(caseApi.closeReport, { caseId }, later);
  await app.clock.advance(REPORTER_KEPT - DAY);
  await forget();
  expect(await stored()).toMatchObject({ email: 'kept@posta.example' });
  await app.clock.advance(2 * DAY);
  await forget();
  const forgotten = { name: null, email: null, passage: '', detail: '' };
  const [ana, withoutName, member] = await reports();
  expect([ana, withoutName]).toEqual([
    { ...forgotten, law: 'personal_data' },
    { ...forgotten, law: 'child_abuse' },
  ]);
  expect(member).toMatchObject({ detail: DETAIL });
});

describe('limits', () => {
  const limited = setUpTestApp({ RATE_LIMITS: 'on' });
  const report = (url: string, email: string, address: string) =>
    limited.send(publicReportApi.send, { url, ...LAW, ...ANA, email, detail: DETAIL, accurate: true }, { address });

  it('permit 3 reports per email address and 10 per caller in a day, whatever was refused before', async () => {
    const { story } = await buildPublishedStory(limited, await buildMember(limited), { mode: 'solo' });
    const url = to.story({ storyId: story.id });
    const stranger = (i: number) => `203.0.113.${i}`;
    expect(outcome(await report(to.story({ storyId: '999999999' }), 'victim@posta.example', stranger(9)))).toBe(
      '400 invalid_input',
    );
    for (const i of [1, 2, 3]) expect((await report(url, 'victim@posta.example', stranger(i))).status).toBe(200);
    expect(outcome(await report(url, 'Victim@posta.example', stranger(4)))).toBe('429 too_many_requests');
    await limited.work();
    expect(limited.mails.filter(({ to }) => to === 'victim@posta.example')).toHaveLength(3);
    for (let i = 0; i < 10; i += 1)
      expect((await report(url, `one${i}@posta.example`, '192.0.2.77')).status, String(i)).toBe(200);
    expect(outcome(await report(url, 'another@posta.example', '192.0.2.77'))).toBe('429 too_many_requests');
  });

  it('count no report that was refused, neither for its caller nor for its email address', async () => {
    const { story } = await buildPublishedStory(limited, await buildMember(limited), { mode: 'solo' });
    const url = to.story({ storyId: story.id });
    for (const i of [1, 2, 3]) expect((await report(url, 'full@posta.example', `203.0.113.5${i}`)).status).toBe(200);
    for (let i = 0; i < 10; i += 1)
      expect(outcome(await report(url, 'full@posta.example', '192.0.2.78'))).toBe('429 too_many_requests');
    expect((await report(url, 'free@posta.example', '192.0.2.78')).status).toBe(200);

    const member = await buildMember(limited);
    const asMember = (about: string) =>
      limited.send(publicReportApi.sendAsMember, { url: about, ...LAW, detail: DETAIL, accurate: true }, member);
    expect((await asMember(url)).status).toBe(200);
    for (let i = 0; i < 10; i += 1) expect(outcome(await asMember(url))).toBe('409 already_reported');
    const other = await buildPublishedStory(limited, await buildMember(limited), { mode: 'solo' });
    expect((await asMember(to.story({ storyId: other.story.id }))).status).toBe(200);
  });
});
