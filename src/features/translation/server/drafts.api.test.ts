import { beforeAll, describe, expect, it } from 'vitest';
import type { AnswerOf } from '#core/endpoint.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { documentFromPlain, textBlocks } from '#features/chapters/model/document.ts';
import { messageApi } from '#features/messages/contract.ts';
import { caseApi } from '#features/moderation/contract-cases.ts';
import { storyApi } from '#features/stories/contract.ts';
import { buildMember, buildPublishedStory, type Member, prose } from '#testing/factories.ts';
import { expectInvariants } from '#testing/invariants.ts';
import { restricted } from '#testing/moderation.ts';
import { otherWords } from '#testing/other-words.ts';
import { setUpTestApp, type WireAnswer } from '#testing/test-app.ts';
import { buildReviewer, publishTranslation } from '#testing/translations.ts';
import { translationApi } from '../contract.ts';

const app = setUpTestApp();
let author: Member;
let translator: Member;
let other: Member;
let storyId: string;
let chapterId: string;

beforeAll(async () => {
  author = await buildMember(app);
  translator = await buildMember(app);
  other = await buildMember(app);
  const built = await buildPublishedStory(app, author);
  storyId = built.story.id;
  chapterId = built.chapterId;
});

const codeOf = ({ body }: WireAnswer) => body.code;

type Draft = AnswerOf<typeof translationApi.create>;
type EditorData = AnswerOf<typeof translationApi.editor>;

const begin = (language: 'de' | 'fr' | 'zh' | 'ja' = 'de', who = translator) =>
  app.call(translationApi.create, { storyId, chapterId, language }, who);
const openEditor = (language: 'de' | 'fr' | 'zh' | 'ja' = 'de', who = translator, chapter = chapterId) =>
  app.call(translationApi.editor, { storyId, chapterId: chapter, language }, who);
const keysOf = ({ source }: EditorData) => source.parts.map(({ key }) => key);

/** Translates every part word by word, and confirms it. */
async function translateAll(draft: Draft, { source }: EditorData, who = translator): Promise<Draft> {
  const [title, summary, ...paragraphs] = source.parts;
  return app.call(
    translationApi.update,
    {
      translationId: draft.id,
      version: draft.version,
      sourceRevision: source.revision,
      title: `T ${title!.text}`.slice(0, 100),
      summary: `S ${summary!.text}`,
      paragraphs: paragraphs.map(({ key, text }) => ({ sources: [key], text: `Ü ${otherWords(text)}` })),
      done: source.parts.map(({ key }) => key),
    },
    who,
  );
}

/** Publishes an edit of the chapter. */
async function publishEdit(id: string, content: string): Promise<void> {
  const { version } = await app.call(chapterApi.draft, { chapterId: id }, author);
  await app.call(chapterApi.update, { chapterId: id, version, content }, author);
  await app.call(chapterApi.submit, { chapterId: id }, author);
  await app.work();
}

describe('an open translation', () => {
  it('is created once, and returned when requested again', async () => {
    const [one, two] = await Promise.all([begin('ja'), begin('ja')]);
    expect(two.id).toBe(one.id);
    expect(one).toMatchObject({ status: 'saved', version: 1, done: [], stale: [], language: 'ja', paragraphs: [] });
    expect((await begin('ja', other)).id).not.toBe(one.id);
    expect((await openEditor('ja')).draft?.id).toBe(one.id);
    // Without a language, the editor opens the open translation.
    expect((await app.call(translationApi.editor, { storyId, chapterId }, translator)).language).toBe('ja');
  });

  it('is saved part by part, and a part is done if it has words and is confirmed', async () => {
    const draft = await begin();
    const { source } = await openEditor();
    const [first, second] = source.parts.filter(({ kind }) => kind === 'paragraph');
    const saved = await app.call(
      translationApi.update,
      {
        translationId: draft.id,
        version: 1,
        sourceRevision: source.revision,
        title: 'Titel',
        paragraphs: [
          { sources: [first!.key], text: 'Erster.' },
          { sources: [], text: 'Zusatz.' },
          { id: 'mine', sources: [second!.key, second!.key, 'nowhere'], text: '' },
        ],
        done: ['@title', '@summary', first!.key, second!.key],
      },
      translator,
    );
    expect(saved).toMatchObject({ version: 2, fields: { title: 'Titel', summary: '' }, done: ['@title', first!.key] });
    expect(saved.paragraphs.map(({ sources }) => sources)).toEqual([[first!.key], [], [second!.key]]);
    expect(new Set(saved.paragraphs.map(({ id }) => id)).size).toBe(3);
    expect(saved.paragraphs[2]!.id).toBe('mine');
    // Left-out parts are done too.
    const left = await app.call(
      translationApi.update,
      {
        translationId: draft.id,
        version: 2,
        sourceRevision: source.revision,
        leftOut: [second!.key],
        done: [second!.key],
      },
      translator,
    );
    expect(left.done).toEqual(['@title', first!.key, second!.key]);
    const { items } = await app.call(translationApi.listOwn, { kind: 'chapter' }, translator);
    expect(items.find(({ id }) => id === draft.id)).toMatchObject({ done: 3, total: source.parts.length });
  });

  it('refuses an older version, and returns the current one', async () => {
    const draft = await begin();
    const answer = await app.send(
      translationApi.update,
      { translationId: draft.id, version: 1, title: 'Zu spät' },
      translator,
    );
    expect(answer.body).toMatchObject({
      code: 'translation_changed',
      details: { current: { id: draft.id, version: draft.version, fields: { title: 'Titel' } } },
    });
  });

  it('can’t be found by anyone else', async () => {
    const { id: translationId, version } = await begin();
    for (const who of [other, author]) {
      const answers = await Promise.all([
        app.send(translationApi.update, { translationId, version, title: 'x' }, who),
        app.send(translationApi.submit, { translationId }, who),
        app.send(translationApi.withdraw, { translationId }, who),
        app.send(translationApi.delete, { translationId }, who),
        app.send(translationApi.undelete, { translationId }, who),
      ]);
      expect(answers.map(codeOf)).toEqual(Array(5).fill('translation_not_found'));
    }
  });

  it('can only be created for a readable original and another language', async () => {
    const ask = async (ref: { storyId: string; chapterId?: string }, language: 'en' | 'de' = 'de') =>
      codeOf(await app.send(translationApi.create, { ...ref, language }, translator));
    expect(await ask({ storyId }, 'en')).toBe('same_language');
    expect(await ask({ storyId, chapterId }, 'en')).toBe('same_language');
    expect(await ask({ storyId: '999999' })).toBe('story_not_found');
    expect(await ask({ storyId, chapterId: '999999' })).toBe('chapter_not_found');
    const hidden = await buildPublishedStory(app, author);
    expect(await ask({ storyId, chapterId: hidden.chapterId })).toBe('chapter_not_found');
    const show = (status: 'hidden' | 'approved') =>
      app.database.db.updateTable('chapters').set({ status }).where('id', '=', hidden.chapterId).execute();
    await show('hidden');
    expect(await ask({ storyId: hidden.story.id, chapterId: hidden.chapterId })).toBe('chapter_not_found');
    await show('approved');
    await app.call(storyApi.delete, { storyId: hidden.story.id }, author);
    expect(await ask({ storyId: hidden.story.id })).toBe('story_not_found');
  });

  it('is submitted when it is complete, and withdrawn', async () => {
    const draft = await begin('fr');
    const half = await app.send(translationApi.submit, { translationId: draft.id }, translator);
    expect(half.body).toMatchObject({ code: 'translation_incomplete' });
    const whole = await translateAll(draft, await openEditor('fr'));
    expect(whole.can).toMatchObject({ submit: true, withdraw: false });
    const stale = await app.send(translationApi.submit, { translationId: draft.id, version: 1 }, translator);
    expect(codeOf(stale)).toBe('save_changes_first');
    const sent = await app.call(translationApi.submit, { translationId: draft.id, version: whole.version }, translator);
    expect(sent).toMatchObject({ status: 'submitted', can: { save: false, withdraw: true } });
    const save = { translationId: draft.id, version: whole.version, title: 'Encore' };
    expect(codeOf(await app.send(translationApi.update, save, translator))).toBe('translation_in_review');
    expect(codeOf(await app.send(translationApi.delete, { translationId: draft.id }, translator))).toBe(
      'translation_in_review',
    );
    expect((await openEditor('fr', other)).ahead.count).toBe(1);
    expect(await app.call(translationApi.withdraw, { translationId: draft.id }, translator)).toMatchObject({
      status: 'saved',
      can: { save: true },
    });
  });

  it('can’t be submitted if readers see the same text, and starts from the former one', async () => {
    const reviewer = await buildReviewer(app, 'ja');
    const text = { storyId, language: 'ja' as const };
    const first = await publishTranslation(app, { ...text, translator: other, reviewer });
    const again = await app.call(translationApi.create, text, other);
    expect(again).toMatchObject({ basedOn: null, done: ['@title', '@summary'], can: { submit: true } });
    const same = await app.send(translationApi.submit, { translationId: again.id }, other);
    expect(codeOf(same)).toBe('translation_unchanged');
    // A translation that is based on another’s keeps the credit, also the second time.
    const taken = await app.call(translationApi.create, { ...text, fromPublished: true }, translator);
    expect(taken.basedOn?.id).toBe(other.id);
    await publishTranslation(app, { ...text, translator, reviewer });
    const next = await app.call(translationApi.create, text, translator);
    expect(next.basedOn?.id).toBe(other.id);
    await app.call(translationApi.delete, { translationId: again.id }, other);
    const { former, published } = await app.call(translationApi.editor, text, other);
    expect({ former, published }).toMatchObject({ former: { status: 'superseded' }, published: { isOwn: false } });
    expect((await app.call(translationApi.create, text, other)).fields.title).toBe(again.fields.title);
    expect(first).not.toBe(again.id);
  });

  it('is deleted, and restored within 30 days', async () => {
    const { id: translationId } = await begin('zh');
    await app.call(translationApi.delete, { translationId }, translator);
    expect((await openEditor('zh')).draft).toBeNull();
    await app.call(translationApi.undelete, { translationId }, translator);
    expect((await openEditor('zh')).draft?.id).toBe(translationId);
    await app.call(translationApi.delete, { translationId }, translator);
    const again = await begin('zh');
    expect(again.id).not.toBe(translationId);
    expect(codeOf(await app.send(translationApi.undelete, { translationId }, translator))).toBe('wrong_state');
  });
});

describe('when the original changes', () => {
  it('doesn’t notify translators while it is hidden, and marks the parts once it is shown again', async () => {
    const built = await buildPublishedStory(app, author);
    const text = { storyId: built.story.id, chapterId: built.chapterId, language: 'de' } as const;
    const begun = await app.call(translationApi.create, text, translator);
    await translateAll(begun, await app.call(translationApi.editor, text, translator));
    const moderator = await buildMember(app, { role: 'moderator' });
    const restrictionId = await restricted(app, moderator, 'hide_chapter', built.chapterId);
    await publishEdit(built.chapterId, prose(300, 47_000));
    const { items } = await app.call(messageApi.list, { tab: 'all', limit: 50 }, translator);
    expect(items.filter(({ data }) => data.chapterId === built.chapterId)).toEqual([]);
    await app.call(caseApi.lift, { restrictionId, reason: 'It is mended now.' }, moderator);
    expect((await app.call(translationApi.editor, text, translator)).draft!.stale.length).toBeGreaterThan(0);
  });

  it('marks exactly the edited one of a hundred paragraphs, in every translation', async () => {
    const paragraphs = Array.from({ length: 100 }, (_, i) => prose(8, 40_000 + i).replaceAll('\n\n', ' '));
    const built = await buildPublishedStory(app, author);
    await publishEdit(built.chapterId, paragraphs.join('\n\n'));
    const drafts = [];
    for (const [language, who] of [
      ['de', translator],
      ['fr', translator],
      ['de', other],
    ] as const) {
      const opened = await app.call(
        translationApi.editor,
        { storyId: built.story.id, chapterId: built.chapterId, language },
        who,
      );
      expect(opened.source.parts).toHaveLength(102);
      const begun = await app.call(
        translationApi.create,
        { storyId: built.story.id, chapterId: built.chapterId, language },
        who,
      );
      drafts.push({ who, language, draft: await translateAll(begun, opened, who), before: opened });
    }
    const edited = paragraphs.with(56, 'Somebody wrote this one anew.');
    await publishEdit(built.chapterId, edited.join('\n\n'));
    for (const { who, language, before } of drafts) {
      const { draft, source } = await app.call(
        translationApi.editor,
        { storyId: built.story.id, chapterId: built.chapterId, language },
        who,
      );
      const changed = before.source.parts[58]!;
      expect(draft!.stale).toEqual([{ key: changed.key, was: changed.text, isGone: false }]);
      expect(draft!.done).toHaveLength(101);
      expect(source.parts[58]).toMatchObject({ key: changed.key, text: 'Somebody wrote this one anew.' });
      const { items } = await app.call(messageApi.list, { tab: 'all', limit: 50 }, who);
      const told = items.filter((item) => item.data.chapterId === built.chapterId);
      expect(told.map(({ type }) => type)).toEqual(
        who === translator ? ['translation_stale', 'translation_stale'] : ['translation_stale'],
      );
    }
    // “Still correct” confirms the current version.
    const { draft, source } = await app.call(
      translationApi.editor,
      { storyId: built.story.id, chapterId: built.chapterId, language: 'fr' },
      translator,
    );
    const fresh = await app.call(
      translationApi.update,
      {
        translationId: draft!.id,
        version: draft!.version,
        sourceRevision: source.revision,
        done: [draft!.stale[0]!.key],
      },
      translator,
    );
    expect(fresh.stale).toEqual([]);
    // An edit that restores the old text is no change for the translator of the first version.
    await publishEdit(built.chapterId, paragraphs.join('\n\n'));
    const back = await app.call(
      translationApi.editor,
      { storyId: built.story.id, chapterId: built.chapterId, language: 'de' },
      translator,
    );
    expect(back.draft!.stale).toEqual([]);
  });

  it('doesn’t confirm parts for a version that the translator has not seen', async () => {
    const built = await buildPublishedStory(app, author);
    const ref = { storyId: built.story.id, chapterId: built.chapterId, language: 'de' as const };
    const before = await app.call(translationApi.editor, ref, translator);
    const begun = await app.call(translationApi.create, ref, translator);
    const { text } = await app.call(chapterApi.detail, { chapterId: built.chapterId });
    await publishEdit(built.chapterId, `${text}\n\nAnd one more paragraph.`);
    const saved = await translateAll(begun, before);
    expect(saved).toMatchObject({ done: [], sourceRevision: before.source.revision + 1 });
    expect(saved.paragraphs).toHaveLength(before.source.parts.length - 2);
    // After they have seen it and confirmed again, everything but the new part is done.
    const now = await app.call(translationApi.editor, ref, translator);
    const done = await app.call(
      translationApi.update,
      { translationId: begun.id, version: saved.version, sourceRevision: now.source.revision, done: keysOf(now) },
      translator,
    );
    expect(done.done).toHaveLength(before.source.parts.length);
    expect(codeOf(await app.send(translationApi.submit, { translationId: begun.id }, translator))).toBe(
      'translation_incomplete',
    );
  });

  it('detaches a paragraph that no longer exists', async () => {
    const built = await buildPublishedStory(app, author);
    const ref = { storyId: built.story.id, chapterId: built.chapterId, language: 'de' as const };
    const { text, content } = await app.call(chapterApi.detail, { chapterId: built.chapterId });
    await publishEdit(built.chapterId, `${text}\n\nThis one goes.`);
    const opened = await app.call(translationApi.editor, ref, translator);
    const whole = await translateAll(await app.call(translationApi.create, ref, translator), opened);
    const { version } = await app.call(chapterApi.draft, { chapterId: built.chapterId }, author);
    await app.call(chapterApi.update, { chapterId: built.chapterId, version, content: content! }, author);
    await app.call(chapterApi.submit, { chapterId: built.chapterId }, author);
    await app.work();
    const now = await app.call(translationApi.editor, ref, translator);
    expect(now.draft!.stale).toEqual([{ key: keysOf(opened).at(-1), was: 'This one goes.', isGone: true }]);
    expect(now.draft!.can.submit).toBe(false);
    const kept = await app.call(
      translationApi.update,
      {
        translationId: whole.id,
        version: whole.version,
        sourceRevision: now.source.revision,
        done: [now.draft!.stale[0]!.key],
      },
      translator,
    );
    // Its words stay, and the translator decides about them.
    expect(kept).toMatchObject({ stale: [], can: { submit: true } });
    expect(kept.paragraphs.at(-1)).toMatchObject({ sources: [], text: 'Ü This one goes.' });
  });
});

it('limits the title of a story as the story does, and that of a chapter as the chapter does', async () => {
  const save = async (ref: { storyId: string; chapterId?: string }, length: number) => {
    const { id: translationId, version } = await app.call(translationApi.create, { ...ref, language: 'ja' }, other);
    return app.send(translationApi.update, { translationId, version, title: 'x'.repeat(length) }, other);
  };
  expect((await save({ storyId }, 80)).status).toBe(200);
  expect((await save({ storyId }, 81)).body.fields).toEqual({ title: '1 character over the limit of 80.' });
  expect((await save({ storyId, chapterId }, 100)).status).toBe(200);
  expect((await save({ storyId, chapterId }, 101)).status).toBe(400);
});

it('aligns a plain text to the paragraphs of the original', async () => {
  const draft = await begin('de', other);
  const { source } = await openEditor('de', other);
  const paragraphs = source.parts.filter(({ kind }) => kind === 'paragraph');
  const content = paragraphs.map(({ text }) => `»${text}«`).join('\n\n');
  const saved = await app.call(
    translationApi.update,
    { translationId: draft.id, version: draft.version, content },
    other,
  );
  expect(saved.paragraphs.map(({ sources }) => sources)).toEqual(paragraphs.map(({ key }) => [key]));
  expect(textBlocks(documentFromPlain(content))).toHaveLength(saved.paragraphs.length);
});

describe('the glossary', () => {
  it('is shared by the translators of the story into the language', async () => {
    const write = (who: Member, translation: string, language: 'de' | 'ko' = 'de') =>
      app.send(translationApi.saveTerm, { storyId, language, term: 'lemon', translation, note: 'no joke' }, who);
    expect(codeOf(await write(author, 'Zitrone'))).toBe('not_translator');
    expect(codeOf(await write(translator, '레몬', 'ko'))).toBe('not_translator');
    expect((await write(translator, 'Limone')).status).toBe(200);
    // Changing someone else’s term requires a finished part.
    expect(codeOf(await write(other, 'Zitrone'))).toBe('term_of_another');
    const { draft, source } = await openEditor('de', other);
    const [first] = source.parts;
    await app.call(
      translationApi.update,
      {
        translationId: draft!.id,
        version: draft!.version,
        sourceRevision: source.revision,
        title: 'Titel',
        done: [first!.key],
      },
      other,
    );
    expect((await write(other, 'Zitrone')).status).toBe(200);
    const names = await app.call(translationApi.glossary, { storyId, language: 'de' }, author);
    expect(names).toEqual([
      expect.objectContaining({
        term: 'lemon',
        translation: 'Zitrone',
        note: 'no joke',
        savedBy: { id: other.id, username: other.username, slug: other.slug },
      }),
    ]);
    expect((await openEditor()).names).toEqual(names);
    const nameId = names[0]!.id;
    expect(codeOf(await app.send(translationApi.removeTerm, { nameId }, author))).toBe('not_translator');
    await app.call(translationApi.removeTerm, { nameId }, translator);
    expect(codeOf(await app.send(translationApi.removeTerm, { nameId }, translator))).toBe('name_not_found');
    expect((await openEditor()).names).toEqual([]);
  });
});

it('leaves no inconsistent data behind', () => expectInvariants(app));
