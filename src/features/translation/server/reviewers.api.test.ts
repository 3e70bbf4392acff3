import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '#core/languages.ts';
import { MINUTE } from '#core/time.ts';
import { buildMember, buildPublishedStory, type Member, outcome } from '#testing/factories.ts';
import { restricted } from '#testing/moderation.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { letPass } from '#testing/together.ts';
import {
  approveTranslation,
  buildReviewer,
  makeReviewer,
  publishTranslation,
  rejectTranslation,
  submitTranslation,
  type Task,
} from '#testing/translations.ts';
import { translationApi } from '../contract.ts';

const app = setUpTestApp();
let author: Member;
let translator: Member;
let reviewer: Member;
let moderator: Member;
let administrator: Member;
let storyId: string;
let chapterId: string;

beforeAll(async () => {
  app.app.cache.setListening(false);
  author = await buildMember(app);
  moderator = await buildMember(app, { role: 'moderator' });
  administrator = await buildMember(app, { role: 'administrator' });
});
beforeEach(async () => {
  translator = await buildMember(app);
  reviewer = await buildReviewer(app, 'de');
  const published = await buildPublishedStory(app, author);
  storyId = published.story.id;
  chapterId = published.chapterId;
});

const reviewing = (member: Member) => app.call(translationApi.reviewing, {}, member);
const languagesOf = async (member: Member) => (await reviewing(member)).languages.map(({ language }) => language);
const story = (language: Language = 'de') => ({ storyId, language });
const publish = (language: Language = 'de') => publishTranslation(app, { translator, reviewer, ...story(language) });

describe('a reviewer', () => {
  it('can be a moderator or an admin, for every language', async () => {
    for (const member of [moderator, administrator]) expect(await languagesOf(member)).toEqual(LANGUAGES);
  });

  it('can’t be anyone else', async () => {
    expect(await reviewing(translator)).toEqual({ languages: [], earning: [] });
    expect(outcome(await app.send(translationApi.reviewing, {}))).toBe('401 login_required');
    const looks = await app.send(translationApi.queue, { kind: 'story', language: 'de' }, translator);
    expect(outcome(looks)).toBe('403 forbidden');
  });

  /** The titles and first chapters of this story and two others. */
  async function sixTexts(): Promise<Omit<Task, 'language'>[]> {
    const others = [await buildPublishedStory(app, author), await buildPublishedStory(app, author)];
    const all = [{ storyId, chapterId }, ...others.map((one) => ({ storyId: one.story.id, chapterId: one.chapterId }))];
    return all.flatMap((text) => [{ storyId: text.storyId }, text]);
  }

  it('qualifies with five approved texts in the language and no rejection among the last three decisions', async () => {
    const texts = await sixTexts();
    const translate = (text: Omit<Task, 'language'>) =>
      publishTranslation(app, { ...text, language: 'de', translator, reviewer });
    for (const [i, text] of texts.slice(0, 5).entries()) {
      expect(await languagesOf(translator)).toEqual([]);
      await translate(text);
      const approved = i + 1;
      if (approved < 5)
        expect((await reviewing(translator)).earning).toEqual([{ language: 'de', approved, needed: 5 }]);
    }
    expect(await reviewing(translator)).toMatchObject({ languages: [{ language: 'de' }], earning: [] });
    // A rejection still counts after the text is approved, until two more decisions.
    const { id } = await submitTranslation(app, translator, story());
    await rejectTranslation(app, reviewer, id);
    expect(await languagesOf(translator)).toEqual([]);
    await submitTranslation(app, translator, story());
    await approveTranslation(app, reviewer, id);
    await translate(texts[1]!);
    expect(await languagesOf(translator)).toEqual([]);
    const last = await translate(texts[5]!);
    expect(await languagesOf(translator)).toEqual(['de']);
    // A takedown is a rejection, and the text no longer counts.
    await restricted(app, moderator, 'take_down', last);
    for (const text of texts.slice(0, 3)) {
      expect(await languagesOf(translator)).toEqual([]);
      await translate(text);
    }
    expect(await languagesOf(translator)).toEqual(['de']);
  });

  it('doesn’t qualify by translating one text five times', async () => {
    for (let again = 0; again < 5; again += 1) await publish();
    expect(await reviewing(translator)).toEqual({
      languages: [],
      earning: [{ language: 'de', approved: 1, needed: 5 }],
    });
  });

  it('qualifies per language, not across several', async () => {
    await makeReviewer(app, reviewer, 'fr');
    for (const [i, text] of (await sixTexts()).slice(0, 5).entries()) {
      const language = i < 3 ? 'de' : 'fr';
      await publishTranslation(app, { ...text, language, translator, reviewer });
    }
    const { languages, earning } = await reviewing(translator);
    expect(languages).toEqual([]);
    expect(new Set(earning)).toEqual(
      new Set([
        { language: 'de', approved: 3, needed: 5 },
        { language: 'fr', approved: 2, needed: 5 },
      ]),
    );
  });
});

describe('appointed reviewers', () => {
  const grant = (username: string, by: Member) =>
    app.send(translationApi.grantReviewer, { username, language: 'zh' }, by);

  it('are on the profile at once for the admin who appoints or revokes them', async () => {
    const member = await buildMember(app);
    const gone = { userId: member.id, language: 'zh' } as const;
    const cookie = /^skein_change=/;
    const changes = async () => {
      const answers = [
        await grant(member.username, administrator),
        await app.send(translationApi.revokeReviewer, gone, administrator),
      ];
      return answers.map(({ headers }) => headers['set-cookie']);
    };
    expect(await changes()).toEqual([expect.stringMatching(cookie), expect.stringMatching(cookie)]);
    // Nothing was changed.
    const { headers } = await app.send(translationApi.revokeReviewer, gone, administrator);
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('are appointed, listed and revoked, each with a row in the log', async () => {
    const member = await buildMember(app, { username: `Zoë_${storyId}` });
    for (const name of [member.username.toUpperCase(), `@${member.username}`])
      expect((await grant(name, administrator)).body.data).toMatchObject({ id: member.id, language: 'zh' });
    expect(await languagesOf(member)).toEqual(['zh']);
    const listed = await app.call(translationApi.reviewers, {}, administrator);
    expect(listed.filter(({ id }) => id === member.id)).toMatchObject([{ username: member.username, language: 'zh' }]);
    const gone = { userId: member.id, language: 'zh' } as const;
    for (let twice = 0; twice < 2; twice += 1) await app.call(translationApi.revokeReviewer, gone, administrator);
    expect(await languagesOf(member)).toEqual([]);
    const log = await app.database.db
      .selectFrom('status_log')
      .where('subject_kind', '=', 'reviewer')
      .where('subject_id', '=', member.id)
      .select(['action', 'from_status', 'to_status', 'actor_id'])
      .orderBy('id')
      .execute();
    expect(log).toEqual([
      { action: 'grant', from_status: 'none', to_status: 'zh', actor_id: administrator.id },
      { action: 'revoke', from_status: 'zh', to_status: 'none', actor_id: administrator.id },
    ]);
  });

  it('must be members, and only admins can appoint them', async () => {
    expect(outcome(await grant('nobody of that name', administrator))).toBe('404 user_not_found');
    const unknown = { userId: '999999999', language: 'zh' };
    expect(outcome(await app.send(translationApi.revokeReviewer, unknown, administrator))).toBe('404 user_not_found');
    for (const member of [moderator, reviewer, translator]) {
      expect(outcome(await grant(translator.username, member))).toBe('403 forbidden');
      const revokes = await app.send(translationApi.revokeReviewer, { userId: reviewer.id, language: 'de' }, member);
      expect(outcome(revokes)).toBe('403 forbidden');
      expect(outcome(await app.send(translationApi.reviewers, {}, member))).toBe('403 forbidden');
    }
  });
});

describe('the queue', () => {
  const queue = async (member = reviewer, language: Language = 'de', kind: 'story' | 'chapter' = 'story') => {
    const { items } = await app.call(translationApi.queue, { kind, language, limit: 50 }, member);
    return items.filter((item) => item.storyId === storyId);
  };

  it('lists translations in review in order, page by page', async () => {
    const sent: string[] = [];
    for (let i = 0; i < 5; i += 1) {
      const { id } = await submitTranslation(app, await buildMember(app), { storyId, chapterId, language: 'pt' });
      sent.push(id);
    }
    await makeReviewer(app, reviewer, 'pt');
    const found: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const input = { kind: 'chapter', language: 'pt', limit: 2, ...(cursor ? { cursor } : {}) } as const;
      const page = await app.call(translationApi.queue, input, reviewer);
      found.push(...page.items.map(({ id }) => id));
      cursor = page.next;
    }
    expect(found).toEqual(sent);
    const bad = { kind: 'chapter', language: 'pt', cursor: 'nonsense' };
    expect(outcome(await app.send(translationApi.queue, bad, reviewer))).toBe('400 invalid_input');
  });

  it('shows the translator, the original, and whether it was rejected before', async () => {
    const { id } = await submitTranslation(app, translator, { storyId, chapterId, language: 'de' });
    expect(await queue(reviewer, 'de', 'chapter')).toMatchObject([
      {
        id,
        kind: 'chapter',
        chapterId,
        storyTitle: 'Salt and Lemons',
        title: 'The left boot',
        number: 1,
        author: { id: author.id },
        sourceLanguage: 'en',
        language: 'de',
        translator: { id: translator.id },
        isUpdate: false,
        isSecondTime: false,
        isOutdated: false,
        holder: null,
        isOwn: false,
      },
    ]);
    expect(await queue()).toEqual([]);
    await rejectTranslation(app, reviewer, id);
    expect(await queue(reviewer, 'de', 'chapter')).toEqual([]);
    await submitTranslation(app, translator, { storyId, chapterId, language: 'de' });
    expect(await queue(reviewer, 'de', 'chapter')).toMatchObject([{ id, isUpdate: false, isSecondTime: true }]);
    await approveTranslation(app, reviewer, id);
    const { id: next } = await submitTranslation(app, translator, { storyId, chapterId, language: 'de' });
    expect(await queue(reviewer, 'de', 'chapter')).toMatchObject([{ id: next, isUpdate: true, isSecondTime: false }]);
  });

  it('shows who has reserved one until when, and frees it afterwards, with or without a tick', async () => {
    const { id } = await submitTranslation(app, translator, story());
    const { lease } = await app.call(translationApi.claim, { translationId: id }, reviewer);
    const holder = { username: reviewer.username, until: lease.until };
    expect(await queue()).toMatchObject([{ id, holder: { ...holder, isSelf: true } }]);
    expect(await queue(moderator)).toMatchObject([{ id, holder: { ...holder, isSelf: false } }]);
    await letPass(app, 31 * MINUTE, [reviewer, moderator, administrator, author]);
    expect(await queue()).toMatchObject([{ id, holder: null }]);
  });

  it('marks the caller’s own translations, and counts those that the caller can review', async () => {
    await makeReviewer(app, translator, 'es');
    const es = async (member: Member) =>
      (await reviewing(member)).languages.find(({ language }) => language === 'es') ?? null;
    const before = (await es(moderator))!;
    const { id, submittedAt } = await submitTranslation(app, translator, story('es'));
    await submitTranslation(app, translator, { storyId, chapterId, language: 'es' });
    expect(await queue(translator, 'es')).toMatchObject([{ id, isOwn: true }]);
    expect(await es(translator)).toEqual({ language: 'es', story: 0, chapter: 0, oldestAt: null });
    expect(await es(moderator)).toEqual({
      language: 'es',
      story: before.story + 1,
      chapter: before.chapter + 1,
      oldestAt: before.oldestAt ?? submittedAt,
    });
    await app.call(translationApi.claim, { translationId: id }, administrator);
    expect(await es(moderator)).toMatchObject({ story: before.story, chapter: before.chapter + 1 });
  });

  it('leaves out texts that readers can’t see', async () => {
    await submitTranslation(app, translator, story());
    await submitTranslation(app, translator, { storyId, chapterId, language: 'de' });
    const { db } = app.database;
    await db.updateTable('chapters').set({ status: 'hidden' }).where('id', '=', chapterId).execute();
    expect(await queue(reviewer, 'de', 'chapter')).toEqual([]);
    expect(await queue()).toHaveLength(1);
    await db.updateTable('stories').set({ status: 'banned' }).where('id', '=', storyId).execute();
    expect(await queue()).toEqual([]);
    await db.updateTable('stories').set({ status: 'published' }).where('id', '=', storyId).execute();
  });
});
