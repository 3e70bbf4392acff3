import type { Language } from '#core/languages.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { translationApi } from '#features/translation/contract.ts';
import type { DemoApi } from './api.ts';
import type { createFiller } from './fill.ts';
import type { createCompany } from './together.ts';

/** A translation and its final state. Members are given by their usernames. */
interface DemoTranslation {
  /** Number of the chapter, from 1. Left out for the title and description of the story. */
  chapter?: number;
  language: Language;
  translator: string;
  ends: 'saved' | 'submitted' | 'approved' | 'rejected';
  /** Who decided about it. `reason` is why it was rejected. */
  reviewer?: string;
  reason?: string;
  title: string;
  summary: string;
  /** One for each paragraph of the original that has been translated. */
  paragraphs?: string[];
}

/** A change that the author makes in a published chapter between two translations. */
interface DemoMending {
  chapter: number;
  mend: string;
  into: string;
}

export interface TranslatedStory {
  story: string;
  creator: string;
  /** In chronological order. */
  steps: (DemoTranslation | DemoMending)[];
  names: { language: Language; by: string; term: string; translation: string; note?: string }[];
}

/** Lets members translate each other’s stories through the public API, and review translations. */
export function createTranslations(
  api: DemoApi,
  filler: ReturnType<typeof createFiller>,
  { tokenOf }: ReturnType<typeof createCompany>,
) {
  /** Appoints reviewers, by username, as an administrator. */
  async function nameReviewers(administrator: string, reviewers: Partial<Record<Language, string>>): Promise<void> {
    for (const [language, username] of Object.entries(reviewers) as [Language, string][])
      await api.call(translationApi.grantReviewer, { username, language }, administrator);
  }

  async function decide(translationId: string, { ends, reviewer, reason, title }: DemoTranslation): Promise<void> {
    if (reviewer === undefined) throw new Error(`${title} has no reviewer`);
    const token = tokenOf(reviewer);
    const { version } = await api.call(translationApi.claim, { translationId }, token);
    if (ends === 'approved') await api.call(translationApi.approve, { translationId, version }, token);
    else await api.call(translationApi.reject, { translationId, version, reason: reason ?? '' }, token);
  }

  /** Writes a translation up to its final state. Leaves it alone if its translator has already started it. */
  async function translate(source: { storyId: string; chapterId?: string }, wanted: DemoTranslation): Promise<void> {
    const { language, translator, title, summary, paragraphs = [], ends } = wanted;
    const token = tokenOf(translator);
    const editor = await api.call(translationApi.editor, { ...source, language }, token);
    if (editor.draft || editor.published?.isOwn) return;
    const { parts, revision: sourceRevision } = editor.source;
    const rows = parts.filter(({ key }) => !key.startsWith('@'));
    const isWhole = ends !== 'saved';
    if (isWhole ? rows.length !== paragraphs.length : rows.length < paragraphs.length)
      throw new Error(`${title} has ${paragraphs.length} paragraphs for ${rows.length}`);
    const texts = paragraphs.map((text, i) => ({ sources: [rows[i]!.key], text }));
    const done = [...parts.filter(({ key }) => key.startsWith('@')), ...rows.slice(0, texts.length)].map(
      ({ key }) => key,
    );
    const { id, version } = await api.call(translationApi.create, { ...source, language }, token);
    const text = { translationId: id, version, sourceRevision, title, summary, paragraphs: texts, done };
    const saved = await api.call(translationApi.update, text, token);
    if (!isWhole) return;
    await api.call(translationApi.submit, { translationId: id, version: saved.version }, token);
    if (ends !== 'submitted') await decide(id, wanted);
  }

  async function mend(chapterId: string, creator: string, wanted: DemoMending): Promise<void> {
    const token = tokenOf(creator);
    const read = () => api.call(chapterApi.draft, { chapterId }, token);
    const { content, version } = await read();
    const before = JSON.stringify(content);
    if (!before.includes(wanted.mend)) return;
    const after = JSON.parse(before.replace(wanted.mend, wanted.into));
    const saved = await api.call(chapterApi.update, { chapterId, version, content: after }, token);
    await api.call(chapterApi.submit, { chapterId, version: saved.version }, token);
    // A chapter stays approved while its edit is in review.
    await filler.untilPublished(async () => {
      const { status, editStatus } = await read();
      return { status: editStatus === null ? status : `edit ${editStatus}` };
    }, chapterId);
  }

  /** Adds all translations of a story, in their order. */
  async function story(wanted: TranslatedStory): Promise<void> {
    const storyId = await filler.known(tokenOf(wanted.creator), wanted.story);
    if (storyId === null) throw new Error(`The story ${wanted.story} does not exist`);
    const { items } = await api.call(chapterApi.list, { storyId, limit: 50 });
    const chapterAt = (number: number) => {
      const id = items.find((chapter) => chapter.number === number)?.id;
      if (id === undefined) throw new Error(`${wanted.story} has no chapter ${number}`);
      return id;
    };
    for (const step of wanted.steps) {
      if ('mend' in step) await mend(chapterAt(step.chapter), wanted.creator, step);
      else await translate({ storyId, ...(step.chapter ? { chapterId: chapterAt(step.chapter) } : {}) }, step);
    }
    for (const { by, ...name } of wanted.names)
      await api.call(translationApi.saveTerm, { storyId, ...name }, tokenOf(by));
  }

  return { nameReviewers, story };
}
