import type { Language } from '#core/languages.ts';
import { translationApi } from '#features/translation/contract.ts';
import type { TranslationDraft } from '#features/translation/contract-views.ts';
import type { TranslationStatus } from '#features/translation/model/translation-status.ts';
import { buildMember, type Member } from './factories.ts';
import type { TestApp } from './test-app.ts';

/** A story's title and description, or a chapter, into a language. */
export interface Task {
  storyId: string;
  chapterId?: string;
  language: Language;
}

/** What a translation of a text says in these tests. */
export const rendered = (language: Language, text: string) => `${language}: ${text}`;

let attempts = 0;

/** A translation that is whole and saved: every part of the source has its own. Also of what was begun, or came back. */
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
      // Each another, since what readers see already is not sent again.
      summary: `${textOf('@summary')} ${attempts}`,
      choice: textOf('@choice'),
      paragraphs: source.parts
        .filter(({ key }) => !key.startsWith('@'))
        .map(({ key, text }) => ({ sources: [key], text: rendered(task.language, text) })),
      // What the source no longer has is let go of.
      done: [...source.parts, ...stale].map(({ key }) => key),
    },
    translator,
  );
}

/** The same, sent to review. */
export async function submitTranslation(app: TestApp, translator: Member, task: Task): Promise<TranslationDraft> {
  const { id: translationId } = await buildTranslation(app, translator, task);
  return app.call(translationApi.submit, { translationId }, translator);
}

/** A reviewer reads what was sent and approves it. */
export async function approveTranslation(app: TestApp, reviewer: Member, translationId: string): Promise<void> {
  const { version } = await app.call(translationApi.claim, { translationId }, reviewer);
  await app.call(translationApi.approve, { translationId, version }, reviewer);
}

export const REJECTION = 'The names are not those of the sheet.';

/** A reviewer reads what was sent and sends it back. */
export async function rejectTranslation(app: TestApp, reviewer: Member, translationId: string): Promise<void> {
  const { version } = await app.call(translationApi.claim, { translationId }, reviewer);
  await app.call(translationApi.reject, { translationId, version, reason: REJECTION }, reviewer);
}

/** A translation that went the whole way. Answers its id. */
export async function publishTranslation(
  app: TestApp,
  { translator, reviewer, ...task }: Task & { translator: Member; reviewer: Member },
): Promise<string> {
  const { id } = await submitTranslation(app, translator, task);
  await approveTranslation(app, reviewer, id);
  return id;
}

/** A member whom an administrator has named as reviewer. */
export async function buildReviewer(app: TestApp, ...languages: Language[]): Promise<Member> {
  const member = await buildMember(app);
  await makeReviewer(app, member, ...languages);
  return member;
}

export async function makeReviewer(app: TestApp, { id }: Member, ...languages: Language[]): Promise<void> {
  const grants = languages.map((language) => ({ account_id: id, language, granted_by: id }));
  await app.database.db.insertInto('reviewer_grants').values(grants).execute();
}

/** The row of a translation as it is stored. */
export function translationRow(app: TestApp, id: string) {
  return app.database.db.selectFrom('translations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

export async function statusOf(app: TestApp, id: string): Promise<TranslationStatus> {
  return (await translationRow(app, id)).status as TranslationStatus;
}
