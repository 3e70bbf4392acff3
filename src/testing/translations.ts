import type { Language } from '#core/languages.ts';
import { translationApi } from '#features/translation/contract.ts';
import type { TranslationDraft } from '#features/translation/contract-views.ts';
import type { TranslationStatus } from '#features/translation/model/translation-status.ts';
import { buildMember, type Member } from './factories.ts';
import { otherWords } from './other-words.ts';
import type { TestApp } from './test-app.ts';

/** What to translate (a story’s title and description, or a chapter), and into which language. */
export interface Task {
  storyId: string;
  chapterId?: string;
  language: Language;
}

/** The translation of a text in these tests. */
export const rendered = (language: Language, text: string) => `${language}: ${otherWords(text)}`;

let attempts = 0;

/**
 * Builds a complete, saved translation with a part for every part of the original. Can continue an existing or rejected
 * one.
 */
export async function buildTranslation(app: TestApp, translator: Member, task: Task): Promise<TranslationDraft> {
  const { source } = await app.call(translationApi.editor, task, translator);
  const { id, version, stale } = await app.call(translationApi.create, task, translator);
  attempts += 1;
  const textOf = (key: string) => {
    const part = source.parts.find((candidate) => candidate.key === key);
    return part === undefined ? undefined : rendered(task.language, part.text);
  };
  return app.call(
    translationApi.update,
    {
      translationId: id,
      version,
      sourceRevision: source.revision,
      title: textOf('@title'),
      // Different each time, because a text that is already published can’t be submitted again.
      summary: `${textOf('@summary')} ${attempts}`,
      choice: textOf('@choice'),
      paragraphs: source.parts
        .filter(({ key }) => !key.startsWith('@'))
        .map(({ key, text }) => ({ sources: [key], text: rendered(task.language, text) })),
      // Confirms that parts which the original no longer has are dropped.
      done: [...source.parts, ...stale].map(({ key }) => key),
    },
    translator,
  );
}

/** Builds a translation and submits it for review. */
export async function submitTranslation(app: TestApp, translator: Member, task: Task): Promise<TranslationDraft> {
  const { id: translationId } = await buildTranslation(app, translator, task);
  return app.call(translationApi.submit, { translationId }, translator);
}

/** Lets a reviewer approve a submitted translation. */
export async function approveTranslation(app: TestApp, reviewer: Member, translationId: string): Promise<void> {
  const { version } = await app.call(translationApi.claim, { translationId }, reviewer);
  await app.call(translationApi.approve, { translationId, version }, reviewer);
}

export const REJECTION = 'The names are not those of the sheet.';

/** Lets a reviewer reject a submitted translation. */
export async function rejectTranslation(app: TestApp, reviewer: Member, translationId: string): Promise<void> {
  const { version } = await app.call(translationApi.claim, { translationId }, reviewer);
  await app.call(translationApi.reject, { translationId, version, reason: REJECTION }, reviewer);
}

/** Builds a translation, submits it and approves it. Returns its id. */
export async function publishTranslation(
  app: TestApp,
  { translator, reviewer, ...task }: Task & { translator: Member; reviewer: Member },
): Promise<string> {
  const { id } = await submitTranslation(app, translator, task);
  await approveTranslation(app, reviewer, id);
  return id;
}

/** Builds a member and appoints them as reviewer, as an administrator does. */
export async function buildReviewer(app: TestApp, ...languages: Language[]): Promise<Member> {
  const member = await buildMember(app);
  await makeReviewer(app, member, ...languages);
  return member;
}

export async function makeReviewer(app: TestApp, { id }: Member, ...languages: Language[]): Promise<void> {
  const grants = languages.map((language) => ({ account_id: id, language, granted_by: id }));
  await app.database.db.insertInto('reviewer_grants').values(grants).execute();
}

/** Returns the stored row of a translation. */
export function translationRow(app: TestApp, id: string) {
  return app.database.db.selectFrom('translations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

export async function statusOf(app: TestApp, id: string): Promise<TranslationStatus> {
  return (await translationRow(app, id)).status as TranslationStatus;
}
