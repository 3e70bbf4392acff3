import { sql } from 'kysely';
import { beforeAll, expect, it, vi } from 'vitest';
import type { InputOf } from '#core/endpoint.ts';
import { MINUTE } from '#core/time.ts';
import { putStory } from '#testing/books.ts';
import { buildMember } from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { discoveryApi } from '../contract.ts';

vi.mock(import('../model/sorts.ts'), async (original) => ({ ...(await original()), ROWS_MAX: 3 }));

const app = setUpTestApp();
const STORIES = 8;

beforeAll(async () => {
  app.app.cache.setListening(false);
  const { db } = app.database;
  const author = await buildMember(app);
  const chapters = [{ title: 'One', text: 'An umbrella.' }];
  for (let i = 1; i <= STORIES; i += 1) {
    await putStory(db, author.id, { title: `Number ${i}`, language: 'en', chapters });
    await app.clock.advance(MINUTE);
  }
  // What is indexed again comes last in the index.
  await app.work();
  await sql`update stories set language = 'de', mode = 'branch', categories = '{horror}' where title = ${`Number ${STORIES}`}`.execute(
    db,
  );
  await app.work();
});

const titles = async (input: InputOf<typeof discoveryApi.search>) =>
  (await app.call(discoveryApi.search, { q: 'umbrella', ...input })).items.map(({ title }) => title);

it('finds some of the texts for a word that more texts have than are read', async () => {
  const found = await titles({});
  expect(found.length).toBeGreaterThanOrEqual(3);
  expect(found.length).toBeLessThan(STORIES);
});
it('reads all of them in another order, and continues on each page', async () => {
  const newest = [...Array(STORIES).keys()].map((i) => `Number ${i + 1}`).toReversed();
  expect(await titles({ sort: 'latest_created' })).toEqual(newest);
  const { items, next } = await app.call(discoveryApi.search, { q: 'umbrella', sort: 'latest_created', limit: 5 });
  const rest = await titles({ sort: 'latest_created', limit: 5, cursor: next! });
  expect([...items.map(({ title }) => title), ...rest]).toEqual(newest);
});
it.each([{ language: 'de' }, { mode: 'branch' }, { category: 'horror' }] as const)(
  'reads all of them with a filter: %o',
  async (filter) => {
    expect(await titles(filter)).toEqual([`Number ${STORIES}`]);
    expect(await app.call(discoveryApi.countFound, { q: 'umbrella', ...filter })).toEqual({ stories: 1 });
  },
);
