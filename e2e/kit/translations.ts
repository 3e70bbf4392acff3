import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { sql } from 'kysely';
import type { Language } from '#core/languages.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import type { ChapterDocument } from '#features/chapters/model/document.ts';
import { storyTag } from '#features/stories/server/index.ts';
import { translationApi } from '#features/translation/contract.ts';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import { publishChapter } from '#testing/publish.ts';
import { startSiteProcess } from '#testing/site-process.ts';
import { createDemoApi } from '../../scripts/demo/api.ts';
import { memoryFolder } from '../../tools/memory-folder.ts';
import { newMember, type Person } from './people.ts';
import type { SiteAddress } from './site-deps.ts';
import { siteDeps, untilNotified } from './site-deps.ts';

/** What to translate (a story’s title and description, or a chapter), and into which language. */
export interface Task {
  readonly storyId: string;
  readonly chapterId?: string;
  readonly language: Language;
}

/** Appoints a reviewer of translations into the language. */
export async function nameReviewer(site: SiteAddress, { id }: Person, language: Language): Promise<void> {
  const { database } = await siteDeps(site);
  await database.db
    .insertInto('reviewer_grants')
    .values({ account_id: id, language, granted_by: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Creates a reviewer of translations into the language, which is also their UI language. */
export async function newReviewer(site: SiteAddress, name: string, language: Language): Promise<Person> {
  const reviewer = await newMember(site, name, language);
  await nameReviewer(site, reviewer, language);
  return reviewer;
}

/** Lets a reviewer approve a submitted translation. */
export async function approveTranslation(site: SiteAddress, reviewer: Person, translationId: string): Promise<void> {
  const api = createDemoApi(site.url);
  const { version } = await api.call(translationApi.claim, { translationId }, reviewer.accessToken);
  await api.call(translationApi.approve, { translationId, version }, reviewer.accessToken);
}

/** Returns a translation as the server has stored it. */
export async function savedTranslation(site: SiteAddress, translator: Person, task: Task) {
  const { draft } = await createDemoApi(site.url).call(translationApi.editor, task, translator.accessToken);
  return draft;
}

/** Submits a complete translation, in which every part is the result of `render`. Returns its id. */
export async function sendTranslation(
  site: SiteAddress,
  translator: Person,
  task: Task,
  render: (text: string) => string,
): Promise<string> {
  const translationId = await saveTranslation(site, translator, task, render);
  await createDemoApi(site.url).call(translationApi.submit, { translationId }, translator.accessToken);
  return translationId;
}

/** Saves a complete translation, in which every part is the result of `render`. Returns its id. */
export async function saveTranslation(
  site: SiteAddress,
  translator: Person,
  task: Task,
  render: (text: string) => string,
): Promise<string> {
  const api = createDemoApi(site.url);
  const { source } = await api.call(translationApi.editor, task, translator.accessToken);
  const { id: translationId, version } = await api.call(translationApi.create, task, translator.accessToken);
  const rendered = (key: string) => render(source.parts.find((part) => part.key === key)?.text ?? '');
  const text = {
    title: rendered('@title').slice(0, 100),
    summary: rendered('@summary'),
    paragraphs: source.parts
      .filter(({ key }) => !key.startsWith('@'))
      .map(({ key, text }) => ({ sources: [key], text: render(text) })),
    done: source.parts.map(({ key }) => key),
  };
  const sourceRevision = source.revision;
  await api.call(translationApi.update, { translationId, version, sourceRevision, ...text }, translator.accessToken);
  return translationId;
}

/** Ends the reviewer’s lease, as if the half hour had passed. */
export async function endLease(site: SiteAddress, translationId: string): Promise<void> {
  const { database } = await siteDeps(site);
  const { rows } = await sql<{ story_id: string }>`update translations set lease_until = db_clock()
    where id = ${translationId} and status = 'under_review' returning story_id`.execute(database.db);
  await invalidateCacheTags(database, storyTag(rows[0]!.story_id));
  await untilNotified(site);
}

/** Returns the status of the edit of a published chapter, or null if there is none. */
export async function editStatus(site: SiteAddress, author: Person, chapterId: string) {
  return (await createDemoApi(site.url).call(chapterApi.draft, { chapterId }, author.accessToken)).editStatus;
}

/** Edits some words of a published chapter and publishes the edit. */
export async function publishEdit(
  site: SiteAddress,
  author: Person,
  chapterId: string,
  words: { from: string; to: string },
): Promise<void> {
  const api = createDemoApi(site.url);
  const { version, content } = await api.call(chapterApi.draft, { chapterId }, author.accessToken);
  const edited = JSON.parse(JSON.stringify(content).replace(words.from, words.to)) as ChapterDocument;
  await api.call(chapterApi.update, { chapterId, version, content: edited }, author.accessToken);
  await publishChapter((await siteDeps(site)).deps, author, chapterId);
  await untilNotified(site);
}

/** Returns the row of the translation editor with this part of the original, found by some of its words. */
export function rowOf(page: Page, words: string): Locator {
  return page.getByRole('listitem').filter({ hasText: words });
}

/** Returns the field for the translation of that part. */
export function fieldOf(page: Page, words: string): Locator {
  return rowOf(page, words).getByRole('textbox');
}

/** Starts a separate site that a test can kill and restart at the same address. */
export async function startOwnSite() {
  const dataDir = await mkdtemp(join(memoryFolder(), 'skein-killed-'));
  // As root, the database runs as another user, who must be able to enter the folder.
  await chmod(dataDir, 0o711);
  const env = { DATA_DIR: dataDir, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' };
  let process = await startSiteProcess(env);
  const { url } = process;
  return {
    site: { url, dataDir } satisfies SiteAddress,
    async kill(): Promise<void> {
      const dead = new Promise((resolve) => process.child.once('exit', resolve));
      process.child.kill('SIGKILL');
      await dead;
    },
    async startAgain(): Promise<void> {
      process = await startSiteProcess({ ...env, PORT: new URL(url).port });
    },
    async end(): Promise<void> {
      await process.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
