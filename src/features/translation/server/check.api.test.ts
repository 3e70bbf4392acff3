import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '#core/languages.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { buildMember, buildStory, decide, type Member } from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { approveTranslation, buildReviewer, rejectTranslation, translationRow } from '#testing/translations.ts';
import { translationApi } from '../contract.ts';

const BOOKS = join(import.meta.dirname, '../../../testing/texts');
type Book = 'alice.en' | 'alice.de' | 'alice.fr' | 'mengzi.zh';
const paragraphsOf = (book: Book): string[] =>
  JSON.parse(readFileSync(join(BOOKS, `${book}.json`), 'utf8')).chapters[0].paragraphs.slice(0, 8);

const app = setUpTestApp();
let author: Member;
let translator: Member;
let reviewer: Member;
let storyId: string;
let chapterId: string;

const DESCRIPTION =
  'A girl follows a rabbit into a hole in the ground, and finds a country in which nothing is the size that it should be.';
const GERMAN =
  'Ein Mädchen folgt einem Kaninchen in ein Loch im Boden und findet ein Land, in dem nichts die Größe hat, die es haben sollte.';

beforeAll(async () => {
  author = await buildMember(app);
  translator = await buildMember(app);
  reviewer = await buildReviewer(app, ...LANGUAGES);
  const moderator = await buildMember(app, { role: 'moderator' });
  const story = await buildStory(app, author, { language: 'en', title: 'Alice', description: DESCRIPTION });
  storyId = story.id;
  await app.call(storyApi.update, { storyId, minUnits: 50, maxUnits: 20_000 }, author);
  const text = {
    title: 'Down the hole',
    summary: 'She follows a rabbit.',
    content: paragraphsOf('alice.en').join('\n\n'),
  };
  chapterId = (await app.call(chapterApi.create, { storyId, ...text }, author)).id;
  await app.call(storyApi.submit, { storyId }, author);
  await app.work();
  const { status } = await app.call(chapterApi.draft, { chapterId }, author);
  if (status !== 'approved') await decide(app, moderator, storyId, 'approve');
});

interface Given {
  language: Language;
  summary?: string;
  paragraphs?: readonly string[];
}

/** Saves a whole translation. Paragraphs that are missing are left out. Without paragraphs, it is that of the story. */
async function save(who: Member, { language, summary = 'Zusammenfassung.', paragraphs }: Given): Promise<string> {
  const task = { storyId, language, ...(paragraphs ? { chapterId } : {}) };
  const { source } = await app.call(translationApi.editor, task, who);
  const { id, version } = await app.call(translationApi.create, task, who);
  const keys = source.parts.map(({ key }) => key).filter((key) => !key.startsWith('@'));
  const texts = paragraphs ?? [];
  await app.call(
    translationApi.update,
    {
      translationId: id,
      version,
      sourceRevision: source.revision,
      title: 'Alice',
      summary,
      paragraphs: texts.map((text, i) => ({ sources: keys[i] ? [keys[i]] : [], text })),
      leftOut: keys.slice(texts.length),
      done: source.parts.map(({ key }) => key),
    },
    who,
  );
  return id;
}

const submit = (translationId: string, who: Member) => app.send(translationApi.submit, { translationId }, who);

/** Submits a translation, and returns what its translator and its reviewer see of the check. */
async function submitted(given: Given) {
  const who = await buildMember(app);
  const translationId = await save(who, given);
  const sent = await submit(translationId, who);
  if (sent.status !== 200) return { code: sent.body.code };
  const kind = given.paragraphs ? 'chapter' : 'story';
  const queue = await app.call(translationApi.queue, { kind, language: given.language, limit: 50 }, reviewer);
  const task = await app.call(translationApi.claim, { translationId }, reviewer);
  await app.call(translationApi.release, { translationId }, reviewer);
  expect(queue.items.find(({ id }) => id === translationId)?.seemsIn).toBe(task.seemsIn);
  expect(sent.body.data).toMatchObject({ seemsIn: task.seemsIn });
  return { seemsIn: task.seemsIn, copied: task.rows.filter(({ isCopied }) => isCopied).length };
}

describe('a copy of the original', () => {
  it('is sent back before it takes a reviewer’s time, whatever the language', async () => {
    for (const language of LANGUAGES.filter((other) => other !== 'en')) {
      expect(await submitted({ language, paragraphs: paragraphsOf('alice.en') })).toEqual({
        code: 'translation_copied',
      });
      expect(await submitted({ language, summary: DESCRIPTION })).toEqual({ code: 'translation_copied' });
    }
  });
  it('is sent back with a sentence in the translator’s language, and can be submitted once it is translated', async () => {
    const translationId = await save(translator, { language: 'de', summary: DESCRIPTION });
    const refused = await submit(translationId, translator);
    expect(refused.status).toBe(409);
    expect(refused.body.error).toBe(
      'Most of this still has the words of the original. Translate those parts, or leave them out.',
    );
    expect(await translationRow(app, translationId)).toMatchObject({ status: 'saved', submitted_at: null });
    await save(translator, { language: 'de', summary: GERMAN });
    expect((await submit(translationId, translator)).body.data).toMatchObject({ status: 'submitted', seemsIn: null });
    await approveTranslation(app, reviewer, translationId);
  });
  it('is sent back even if it is mixed with translated paragraphs, from half on', async () => {
    const [original, german] = [paragraphsOf('alice.en'), paragraphsOf('alice.de')];
    const mixed = (copies: number) => original.map((text, i) => (i < copies ? text : german[i]!));
    expect(await submitted({ language: 'de', paragraphs: mixed(6) })).toEqual({ code: 'translation_copied' });
    // Fewer are marked for the reviewer.
    expect(await submitted({ language: 'de', paragraphs: mixed(1) })).toEqual({ seemsIn: null, copied: 1 });
  });
  it('may be short', async () => {
    expect(await submitted({ language: 'es', summary: 'Alice.' })).toEqual({ seemsIn: null, copied: 0 });
  });
});

describe('another language', () => {
  it('is a mark for the reviewer, and for the translator', async () => {
    const inGerman = { paragraphs: paragraphsOf('alice.de') };
    expect(await submitted({ language: 'fr', ...inGerman })).toEqual({ seemsIn: 'de', copied: 0 });
    expect(await submitted({ language: 'ja', ...inGerman })).toEqual({ seemsIn: 'de', copied: 0 });
    expect(await submitted({ language: 'de', ...inGerman })).toEqual({ seemsIn: null, copied: 0 });
    expect(await submitted({ language: 'ja', paragraphs: paragraphsOf('mengzi.zh') })).toEqual({
      seemsIn: 'zh',
      copied: 0,
    });
    expect(await submitted({ language: 'es', summary: GERMAN })).toEqual({ seemsIn: 'de', copied: 0 });
  });
  it('may be one that the site doesn’t have', async () => {
    const russian =
      'Девочка бежит за кроликом в нору под землёй и находит страну, где ничто не бывает нужного размера. '.repeat(2);
    expect(await submitted({ language: 'pt', summary: russian })).toEqual({ seemsIn: 'other', copied: 0 });
  });
  it('isn’t confused with a similar one', async () => {
    const portuguese =
      'Uma menina segue um coelho para dentro de um buraco no chão e encontra um país em que nada tem o tamanho que deveria ter, nem mesmo ela.';
    const spanish =
      'Una niña sigue a un conejo por un agujero en el suelo y encuentra un país en el que nada tiene el tamaño que debería tener, ni siquiera ella.';
    expect(await submitted({ language: 'pt', summary: portuguese })).toMatchObject({ seemsIn: null });
    expect(await submitted({ language: 'es', summary: spanish })).toMatchObject({ seemsIn: null });
    expect(await submitted({ language: 'pt', summary: spanish })).toMatchObject({ seemsIn: 'es' });
  });
  it('is checked again with each submission', async () => {
    const who = await buildMember(app);
    const translationId = await save(who, { language: 'fr', summary: GERMAN });
    expect((await submit(translationId, who)).body.data).toMatchObject({ seemsIn: 'de' });
    await rejectTranslation(app, reviewer, translationId);
    const { draft } = await app.call(translationApi.editor, { storyId, language: 'fr' }, who);
    expect(draft).toMatchObject({ status: 'rejected', seemsIn: null });
    const french =
      'Une petite fille suit un lapin dans un trou du sol et découvre un pays où rien n’a la taille qu’il devrait avoir.';
    await save(who, { language: 'fr', summary: french });
    expect((await submit(translationId, who)).body.data).toMatchObject({ status: 'submitted', seemsIn: null });
  });
});

describe('hostile text', () => {
  it.each([
    ['a word of 100,000 letters', 'a'.repeat(100_000)],
    ['only marks', '**_~~'.repeat(20_000)],
    ['only numbers', '0123456789 '.repeat(9_000)],
    ['Zalgo', 'H\u0301\u0302\u0303e\u0301\u0302\u0303'.repeat(10_000)],
  ])('is answered: %s', async (_, text) => {
    expect(await submitted({ language: 'de', paragraphs: [text] })).toHaveProperty('copied', 0);
  });
});
