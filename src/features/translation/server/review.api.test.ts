import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LANGUAGES } from '#core/languages.ts';
import { DAY, MINUTE, SECOND } from '#core/time.ts';
import { messageApi } from '#features/messages/contract.ts';
import { createCtx } from '#platform/context.ts';
import { buildMember, buildPublishedStory, type Member, outcome } from '#testing/factories.ts';
import { restrict } from '#testing/moderation.ts';
import { type Caller, setUpTestApp } from '#testing/test-app.ts';
import { letPass } from '#testing/together.ts';
import {
  approveTranslation,
  buildReviewer,
  buildTranslation,
  makeReviewer,
  publishTranslation,
  REJECTION,
  rejectTranslation,
  rendered,
  statusOf,
  submitTranslation,
  type Task,
  translationRow,
} from '#testing/translations.ts';
import { translationApi } from '../contract.ts';
import { TRANSLATION_KINDS, TRANSLATION_STATUSES, type TranslationStatus } from '../model/translation-status.ts';
import { endLeases } from './leases.ts';

const app = setUpTestApp();
let author: Member;
let translator: Member;
let reviewer: Member;
let holder: Member;
let moderator: Member;
let storyId: string;
let chapterId: string;

beforeAll(async () => {
  app.app.cache.setListening(false);
  author = await buildMember(app);
  moderator = await buildMember(app, { role: 'moderator' });
  reviewer = await buildReviewer(app, 'de');
  holder = await buildReviewer(app, 'de');
});
beforeEach(async () => {
  translator = await buildMember(app);
  const published = await buildPublishedStory(app, author);
  storyId = published.story.id;
  chapterId = published.chapterId;
});

const taskOf = (kind: 'story' | 'chapter'): Task => ({
  storyId,
  ...(kind === 'chapter' ? { chapterId } : {}),
  language: 'de',
});
const submitted = async (kind: 'story' | 'chapter' = 'chapter') =>
  (await submitTranslation(app, translator, taskOf(kind))).id;
type ById = 'claim' | 'renew' | 'release' | 'submit' | 'withdraw' | 'approve' | 'reject';

/** Sends an action, with the stored version. */
async function act(action: ById, translationId: string, by: Caller): Promise<string> {
  const { version } = await translationRow(app, translationId);
  const input = {
    translationId,
    ...(action === 'approve' || action === 'reject' ? { version } : {}),
    ...(action === 'reject' ? { reason: REJECTION } : {}),
  };
  return outcome(await app.send(translationApi[action], input, by));
}
const takeDown = async (by: Caller, translationId: string) =>
  outcome(await restrict(app, by, 'take_down', translationId, { reason: REJECTION }));
const logOf = (id: string) =>
  app.database.db
    .selectFrom('status_log')
    .where('subject_kind', '=', 'translation')
    .where('subject_id', '=', id)
    .select(['action', 'actor_id'])
    .orderBy('id')
    .execute();
const inbox = async (member: Member) => (await app.call(messageApi.list, {}, member)).items;

describe('every action in every status by everyone', () => {
  /** The responses for a reviewer of the language, a moderator and an admin. Others are refused earlier. */
  const REVIEWERS: Record<
    'claim' | 'renew' | 'release' | 'approve' | 'reject',
    Record<TranslationStatus, string>
  > = (() => {
    const wrong = '409 wrong_state';
    const closed = { saved: wrong, approved: wrong, superseded: wrong, rejected: wrong };
    const held = { ...closed, submitted: '409 lease_over', under_review: '409 translation_claimed' };
    return {
      claim: { ...closed, submitted: '200', under_review: '409 translation_claimed' },
      renew: held,
      release: held,
      approve: held,
      reject: held,
    };
  })();
  const TRANSLATOR: Record<'submit' | 'withdraw', Record<TranslationStatus, string>> = {
    submit: {
      saved: '200',
      submitted: '409 translation_in_review',
      under_review: '409 translation_in_review',
      approved: '409 wrong_state',
      superseded: '409 wrong_state',
      rejected: '200',
    },
    withdraw: {
      saved: '409 wrong_state',
      submitted: '200',
      under_review: '409 translation_claimed',
      approved: '409 wrong_state',
      superseded: '409 wrong_state',
      rejected: '409 wrong_state',
    },
  };
  const people: Record<string, Caller> = { visitor: {} };

  beforeAll(async () => {
    people.member = await buildMember(app);
    people['a reviewer of another language'] = await buildReviewer(app, 'fr');
    people['a reviewer'] = reviewer;
    people['a moderator'] = moderator;
    people['an administrator'] = await buildMember(app, { role: 'administrator' });
    const suspended = await buildReviewer(app, 'de');
    const until = new Date(app.clock.now().getTime() + DAY);
    await app.database.db
      .updateTable('accounts')
      .set({ status: 'suspended', suspended_until: until })
      .where('id', '=', suspended.id)
      .execute();
    people['a suspended reviewer'] = suspended;
  });

  /** Puts the translation into a status directly. */
  async function putInto(id: string, status: TranslationStatus): Promise<void> {
    const isHeld = status === 'under_review';
    const wasPublic = status === 'approved' || status === 'superseded';
    const now = app.clock.now();
    await app.database.db
      .updateTable('translations')
      .set({
        status,
        submitted_at: now,
        reviewer_id: isHeld ? holder.id : null,
        lease_until: isHeld ? new Date(now.getTime() + 30 * MINUTE) : null,
        approved_at: wasPublic ? now : null,
        ...(wasPublic ? { title: 'Titel', summary: 'Worum es geht.' } : {}),
        reason: status === 'rejected' ? REJECTION : null,
      })
      .where('id', '=', id)
      .execute();
  }

  const cells = TRANSLATION_KINDS.flatMap((kind) => TRANSLATION_STATUSES.map((status) => [kind, status] as const));

  it.each(cells)('of a %s: %s', async (kind, status) => {
    const { id } = await buildTranslation(app, translator, taskOf(kind));
    const found: Record<string, string> = {};
    const expected: Record<string, string> = {};
    const cell = async (who: string, by: Caller, action: ById, expects: string) => {
      await putInto(id, status);
      expected[`${who} ${action}`] = expects;
      found[`${who} ${action}`] = await act(action, id, by);
      // A refused action changes nothing.
      if (expects !== '200') expect(await statusOf(app, id)).toBe(status);
    };
    for (const [action, byStatus] of Object.entries(REVIEWERS) as [ById, Record<TranslationStatus, string>][]) {
      await cell('visitor', people.visitor!, action, '401 login_required');
      await cell('suspended', people['a suspended reviewer']!, action, '403 banned');
      for (const who of ['member', 'a reviewer of another language'])
        await cell(who, people[who]!, action, '403 forbidden');
      await cell('translator', translator, action, '403 forbidden');
      await cell('a reviewer', people['a reviewer']!, action, byStatus[status]);
      // Moderators can release leases of others.
      const isFreed = action === 'release' && status === 'under_review';
      for (const who of ['a moderator', 'an administrator'])
        await cell(who, people[who]!, action, isFreed ? '200' : byStatus[status]);
      if (status === 'under_review') await cell('holder', holder, action, '200');
    }
    for (const [action, byStatus] of Object.entries(TRANSLATOR) as [ById, Record<TranslationStatus, string>][]) {
      await cell('visitor', people.visitor!, action, '401 login_required');
      for (const who of ['member', 'a reviewer', 'a moderator', 'an administrator'])
        await cell(who, people[who]!, action, '404 translation_not_found');
      await cell('translator', translator, action, byStatus[status]);
    }
    expect(found).toEqual(expected);
    for (const who of ['member', 'a reviewer', 'a moderator'] as const) {
      await putInto(id, status);
      const isTaken = status === 'approved' ? '200' : '409 wrong_state';
      expect(await takeDown(people[who]!, id), who).toBe(who === 'a moderator' ? isTaken : '403 forbidden');
    }
  });

  it.each(TRANSLATION_KINDS)('refuses everyone the review of their own %s', async (kind) => {
    for (const [i, role] of (['moderator', 'administrator', null] as const).entries()) {
      const own = await buildMember(app, role ? { role } : {});
      if (!role) await makeReviewer(app, own, 'de');
      const { id } = await submitTranslation(app, own, taskOf(kind));
      for (const action of ['claim', 'renew', 'release', 'approve', 'reject'] as const)
        expect(await act(action, id, own), `${i} ${action}`).toBe('403 own_work');
      await approveTranslation(app, reviewer, id);
      expect(await takeDown(own, id)).toBe(role ? '403 own_work' : '403 forbidden');
    }
  });
});

describe('a reserved translation', () => {
  it('is shown beside its original', async () => {
    const id = await submitted();
    const { source } = await app.call(translationApi.editor, taskOf('chapter'), translator);
    const task = await app.call(translationApi.claim, { translationId: id }, reviewer);
    expect(task).toMatchObject({
      id,
      kind: 'chapter',
      storyTitle: 'Salt and Lemons',
      title: 'The left boot',
      number: 1,
      author: { id: author.id },
      sourceLanguage: 'en',
      language: 'de',
      translator: { id: translator.id, username: translator.username },
      isOutdated: false,
      previous: null,
      names: [],
      lease: { renewed: false },
    });
    expect(task.rows.filter(({ kind }) => kind === 'paragraph').map(({ source: was, text }) => [was, text])).toEqual(
      source.parts.filter(({ kind }) => kind === 'paragraph').map(({ text }) => [text, rendered('de', text)]),
    );
    await approveTranslation(app, reviewer, id);
    const again = await submitted();
    const { previous } = await app.call(translationApi.claim, { translationId: again }, reviewer);
    expect(previous).toMatchObject({ translator: { id: translator.id } });
  });

  it('is reserved for 30 minutes, and for no one else', async () => {
    const id = await submitted();
    const { lease } = await app.call(translationApi.claim, { translationId: id }, reviewer);
    const left = Date.parse(lease.until) - app.clock.now().getTime();
    expect(left).toBeGreaterThan(29 * MINUTE);
    expect(left).toBeLessThanOrEqual(30 * MINUTE + SECOND);
    await app.clock.advance(MINUTE);
    expect((await app.call(translationApi.claim, { translationId: id }, reviewer)).lease).toEqual(lease);
    expect(await act('claim', id, moderator)).toBe('409 translation_claimed');
    expect(await act('withdraw', id, translator)).toBe('409 translation_claimed');
  });

  it('can be extended once', async () => {
    const id = await submitted();
    await app.call(translationApi.claim, { translationId: id }, reviewer);
    await letPass(app, 20 * MINUTE, [reviewer, translator, moderator, holder, author]);
    const { lease } = await app.call(translationApi.renew, { translationId: id }, reviewer);
    expect(lease.renewed).toBe(true);
    expect(Date.parse(lease.until) - app.clock.now().getTime()).toBeGreaterThan(29 * MINUTE);
    expect(await act('renew', id, reviewer)).toBe('409 wrong_state');
    expect((await app.call(translationApi.claim, { translationId: id }, reviewer)).lease).toEqual(lease);
  });

  it('returns to its place in the queue when it is released', async () => {
    const id = await submitted();
    const { submitted_at } = await translationRow(app, id);
    await app.call(translationApi.claim, { translationId: id }, reviewer);
    expect(await act('release', id, reviewer)).toBe('200');
    expect(await translationRow(app, id)).toMatchObject({
      status: 'submitted',
      submitted_at,
      reviewer_id: null,
      lease_until: null,
    });
    expect(await act('claim', id, holder)).toBe('200');
  });

  it.each([false, true])('is free again after 30 minutes (the tick has run: %s)', async (ticked) => {
    const id = await submitted();
    await app.call(translationApi.claim, { translationId: id }, reviewer);
    await letPass(app, 30 * MINUTE + SECOND, [reviewer, holder, translator, moderator, author]);
    if (ticked) {
      await endLeases(createCtx(app.deps, { language: 'en' }));
      expect(await statusOf(app, id)).toBe('submitted');
    }
    for (const action of ['renew', 'release', 'approve', 'reject'] as const)
      expect(await act(action, id, reviewer)).toBe('409 lease_over');
    expect(await act('claim', id, holder)).toBe('200');
    expect(await act('approve', id, reviewer)).toBe('409 translation_claimed');
    expect(await act('approve', id, holder)).toBe('200');
    expect(await logOf(id)).toEqual([
      { action: 'submit', actor_id: translator.id },
      { action: 'claim', actor_id: reviewer.id },
      { action: 'release', actor_id: null },
      { action: 'claim', actor_id: holder.id },
      { action: 'approve', actor_id: holder.id },
    ]);
  });
});

describe('a decision', () => {
  it('publishes the submitted text, and replaces the earlier one', async () => {
    const first = await publishTranslation(app, { ...taskOf('chapter'), translator, reviewer });
    const row = await translationRow(app, first);
    expect(row).toMatchObject({
      status: 'approved',
      title: 'de: The left boot',
      summary: expect.stringContaining('de: A ferry leaves late.'),
      choice: null,
      decided_by: reviewer.id,
      reviewer_id: null,
      lease_until: null,
    });
    expect(row.approved_at).toEqual(row.decided_at);
    const text = await app.database.db
      .selectFrom('translation_texts')
      .where('translation_id', '=', first)
      .select('document')
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(text.document)).toContain('de: The');
    const other = await buildMember(app);
    const second = await publishTranslation(app, { ...taskOf('chapter'), translator: other, reviewer: moderator });
    expect([await statusOf(app, first), await statusOf(app, second)]).toEqual(['superseded', 'approved']);
    expect(await act('submit', first, translator)).toBe('409 wrong_state');
  });

  it('notifies the translator in their language, without the reviewer’s name', async () => {
    const id = await submitted();
    await rejectTranslation(app, reviewer, id);
    const [rejected] = await inbox(translator);
    expect(rejected).toMatchObject({ type: 'chapter_translation_rejected', data: { storyId, chapterId } });
    expect(rejected!.content).toBe(
      `Your German translation of the chapter <b>The left boot</b> in <b>Salt and Lemons</b> was rejected. Reason: ${REJECTION}`,
    );
    await submitted();
    await approveTranslation(app, reviewer, id);
    const { rows } = await app.database.pool.query('select params from messages where account_id = $1', [
      translator.id,
    ]);
    expect(JSON.stringify(rows)).not.toContain(reviewer.username);
    for (const language of LANGUAGES) {
      const { body } = await app.send(messageApi.list, { limit: 1 }, translator, { language });
      const [approved] = body.data as { type: string; content: string }[];
      expect(approved!.type).toBe('chapter_translation_approved');
      const name = new Intl.DisplayNames(language, { type: 'language' }).of('de')!;
      expect(approved!.content.toLowerCase(), language).toContain(name.toLowerCase());
    }
    await publishTranslation(app, { ...taskOf('story'), translator, reviewer });
    expect(await inbox(translator)).toMatchObject([
      { type: 'story_translation_approved', data: { chapterId: null } },
      {},
      {},
    ]);
  });

  it('rejects with a reason, and never without', async () => {
    const id = await submitted();
    const { version } = await app.call(translationApi.claim, { translationId: id }, reviewer);
    for (const reason of [undefined, '', 'No.', ' '.repeat(20)]) {
      const answer = await app.send(translationApi.reject, { translationId: id, version, reason }, reviewer);
      expect(outcome(answer)).toBe('400 invalid_input');
      expect(answer.body.fields).toHaveProperty('reason');
    }
    expect(await act('reject', id, reviewer)).toBe('200');
    expect(await translationRow(app, id)).toMatchObject({ status: 'rejected', reason: REJECTION, reviewer_id: null });
    const { draft } = await app.call(translationApi.editor, taskOf('chapter'), translator);
    expect(draft).toMatchObject({ id, status: 'rejected', reason: REJECTION, can: { save: true, submit: true } });
  });

  it('is about the version that the reviewer has read', async () => {
    const id = await submitted();
    const { version } = await app.call(translationApi.claim, { translationId: id }, reviewer);
    const other = { translationId: id, version: version + 1 };
    expect(outcome(await app.send(translationApi.approve, other, reviewer))).toBe('409 translation_outdated');
    const rejects = await app.send(translationApi.reject, { ...other, reason: REJECTION }, reviewer);
    expect(outcome(rejects)).toBe('409 translation_outdated');
    expect(await statusOf(app, id)).toBe('under_review');
  });

  it('is refused if readers can’t see the original', async () => {
    const id = await submitted();
    await app.call(translationApi.claim, { translationId: id }, reviewer);
    const { db } = app.database;
    await db.updateTable('chapters').set({ status: 'hidden' }).where('id', '=', chapterId).execute();
    for (const action of ['claim', 'renew', 'release', 'approve', 'reject'] as const)
      expect(await act(action, id, reviewer)).toBe('404 translation_not_found');
  });
});
