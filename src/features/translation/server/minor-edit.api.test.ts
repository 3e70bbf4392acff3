import { beforeAll, describe, expect, it } from 'vitest';
import { chapterApi } from '#features/chapters/contract.ts';
import type { ChapterDocument } from '#features/chapters/model/document.ts';
import { messageApi } from '#features/messages/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { buildMember, buildPublishedStory, type Member } from '#testing/factories.ts';
import { expectInvariants } from '#testing/invariants.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { rendered } from '#testing/translations.ts';
import { translationApi } from '../contract.ts';

const app = setUpTestApp();
let author: Member;
let translator: Member;
let storyId: string;
let chapterId: string;

beforeAll(async () => {
  author = await buildMember(app);
  translator = await buildMember(app);
  const built = await buildPublishedStory(app, author);
  storyId = built.story.id;
  chapterId = built.chapterId;
});

interface Source {
  storyId: string;
  chapterId?: string;
}

/** Translates every part, confirms it, and submits. */
async function translateAndSend(source: Source): Promise<void> {
  const { source: original } = await app.call(translationApi.editor, { ...source, language: 'de' }, translator);
  const { id, version } = await app.call(translationApi.create, { ...source, language: 'de' }, translator);
  const rows = original.parts.filter(({ key }) => !key.startsWith('@'));
  const saved = await app.call(
    translationApi.update,
    {
      translationId: id,
      version,
      sourceRevision: original.revision,
      title: 'Der linke Stiefel',
      summary: 'Eine Fähre fährt spät.',
      paragraphs: rows.map(({ key, text }) => ({ sources: [key], text: rendered('de', text) })),
      done: original.parts.map(({ key }) => key),
    },
    translator,
  );
  await app.call(translationApi.submit, { translationId: id, version: saved.version }, translator);
}

/** The parts that are out of date for the translator. */
async function staleKeys(source: Source): Promise<string[]> {
  const { draft } = await app.call(translationApi.editor, { ...source, language: 'de' }, translator);
  return draft!.stale.map(({ key }) => key);
}

async function messageCount(): Promise<number> {
  return (await app.call(messageApi.list, { limit: 50 }, translator)).items.length;
}

describe('a minor edit of a chapter', () => {
  async function editFirst(from: string, to: string, isMinorEdit?: boolean): Promise<void> {
    const { version, content } = await app.call(chapterApi.draft, { chapterId }, author);
    const edited = JSON.parse(JSON.stringify(content).replace(from, to)) as ChapterDocument;
    expect(edited).not.toEqual(content);
    await app.call(chapterApi.update, { chapterId, version, content: edited }, author);
    await app.call(chapterApi.submit, { chapterId, ...(isMinorEdit ? { isMinorEdit } : {}) }, author);
    await app.work();
  }

  it('keeps translations up to date, and notifies no one', async () => {
    const source = { storyId, chapterId };
    await translateAndSend(source);
    const before = await messageCount();
    await editFirst('The ', 'Tha ');
    expect(await staleKeys(source)).toHaveLength(1);
    expect(await messageCount()).toBe(before + 1);

    // Minor edits don’t make other parts stale, and stale parts stay stale.
    const [stale] = await staleKeys(source);
    const { source: original } = await app.call(translationApi.editor, { ...source, language: 'de' }, translator);
    const other = original.parts.find(({ key, kind }) => kind === 'paragraph' && key !== stale)!;
    await editFirst(other.text.slice(0, 30), `${other.text.slice(0, 30).replace(' ', ', ')}`, true);
    expect(await staleKeys(source)).toEqual([stale]);
    expect(await messageCount()).toBe(before + 1);
  });
});

describe('a minor edit of a story', () => {
  const edit = async (description: string, isMinorEdit?: boolean) => {
    await app.call(storyApi.update, { storyId, description }, author);
    await app.call(storyApi.submit, { storyId, ...(isMinorEdit ? { isMinorEdit } : {}) }, author);
    await app.work();
  };

  it('keeps translations up to date, until another edit changes the meaning', async () => {
    await translateAndSend({ storyId });
    await edit('A captain, a girl, and a cage without a bird.', true);
    expect(await staleKeys({ storyId })).toEqual([]);
    await edit('A captain, a girl, and a bird without a cage.');
    expect(await staleKeys({ storyId })).toEqual(['@summary']);
    // The snapshot is the text at the time of translation, with the comma of the minor edit.
    const { draft } = await app.call(translationApi.editor, { storyId, language: 'de' }, translator);
    expect(draft!.stale[0]!.was).toBe('A captain, a girl, and a cage without a bird.');
  });
});

it('leaves no inconsistent data behind', () => expectInvariants(app));
