import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { Language } from '#core/languages.ts';
import { storyApi } from '#features/stories/contract.ts';
import { buildMember, buildPublishedStory, type Member, outcome } from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { buildReviewer, publishTranslation } from '#testing/translations.ts';
import { discoveryApi, type Home } from '../contract.ts';

const app = setUpTestApp();
let creator: Member;
let translator: Member;
let reviewer: Member;
beforeAll(async () => {
  app.app.cache.setListening(false);
  creator = await buildMember(app);
  translator = await buildMember(app);
  reviewer = await buildReviewer(app, 'pt');
});

/** Publishes a story and changes its language, and how popular it is. */
async function publish(language: Language, title: string, trend = 0, mode: 'solo' | 'branch' = 'solo') {
  const { story } = await buildPublishedStory(app, creator, { mode, title });
  const { db } = app.database;
  await sql`update stories set language = ${language} where id = ${story.id}`.execute(db);
  await sql`update story_stats set trend = ${trend} where story_id = ${story.id}`.execute(db);
  return story.id;
}
async function home(language: Language, languages?: string): Promise<Home> {
  const { body } = await app.send(discoveryApi.home, languages === undefined ? {} : { languages }, {}, { language });
  return body.data as Home;
}
const shelf = async (language: Language, languages?: string) =>
  (await home(language, languages)).mine.map(({ title }) => title);

it('shows stories that can be read in the language of the page, the popular ones first', async () => {
  await publish('pt', 'Rio', 1);
  await publish('pt', 'Mar', 5);
  await publish('en', 'Sea', 9);
  expect(await shelf('pt')).toEqual(['Mar', 'Rio']);
  expect(await home('pt')).toMatchObject({ languages: ['pt'], mine: [{ readIn: 'pt' }, { readIn: 'pt' }] });
  expect(await shelf('en')).toEqual(['Sea']);
  expect(await shelf('ko')).toEqual([]);
});

it('counts translations of the first chapter as readable, with the titles of that language', async () => {
  const storyId = await publish('en', 'Translated', 3);
  const [{ id: chapterId }] = (await app.database.db
    .selectFrom('chapters')
    .where('story_id', '=', storyId)
    .select('id')
    .execute()) as [{ id: string }];
  const into = { language: 'pt' as const, translator, reviewer };
  await publishTranslation(app, { storyId, ...into });
  // A translated title alone can’t be read.
  expect(await shelf('pt')).toEqual(['Mar', 'Rio']);
  await publishTranslation(app, { storyId, chapterId, ...into });
  expect(await shelf('pt')).toEqual(['Mar', 'pt: Translated', 'Rio']);
  expect((await home('pt')).mine[1]).toMatchObject({ id: storyId, language: 'en', titleLanguage: 'pt', readIn: 'pt' });
  await app.call(storyApi.delete, { storyId }, creator);
  expect(await shelf('pt')).toEqual(['Mar', 'Rio']);
});

it('takes one of each chosen language in turn, whatever the language of the page', async () => {
  await publish('de', 'Fluss', 7);
  await publish('de', 'Meer', 8);
  expect(await shelf('en', 'de.pt')).toEqual(['Meer', 'Mar', 'Fluss', 'Rio']);
  expect(await shelf('ja', 'pt')).toEqual(['Mar', 'Rio']);
});

it('lists stories that look for writers in the chosen languages first, the most wanted one before', async () => {
  const [german, korean, portuguese] = [
    await publish('de', 'Offen', 0, 'branch'),
    await publish('ko', 'Open in Korean', 0, 'branch'),
    await publish('pt', 'Aberta', 0, 'branch'),
  ];
  const waiting = async (...asked: Parameters<typeof home>) => (await home(...asked)).waiting.map(({ id }) => id);
  expect(await waiting('de')).toEqual([german, portuguese, korean]);
  expect(await waiting('de', 'ko.pt')).toEqual([korean, portuguese, german]);
});

it('returns the state of stories with several writers', async () => {
  const { story } = await buildPublishedStory(app, creator, { mode: 'relay', title: 'Relay' });
  const { standings, mine } = await home('en');
  expect(standings[story.id]).toEqual({ writers: 1, places: 6, round: null });
  const solo = mine.find(({ mode }) => mode === 'solo')!;
  expect(standings[solo.id]).toBeUndefined();
});

it.each(['', 'xx', 'pt.pt', 'pt,en', 'pt.', 'PT'])('refuses the languages %j', async (languages) => {
  expect(outcome(await app.send(discoveryApi.home, { languages }))).toBe('400 invalid_input');
});
