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
  // What is read anew comes last in the index.
  await app.work();
  await sql`update stories set language = 'de', mode = 'branch', categories = '{horror}' where title = ${`Number ${STORIES}`}`.execute(
    db,
  );
  await app.work();
});

const titles = async (input: InputOf<typeof discoveryApi.search>) =>
  (await app.call(discoveryApi.search, { q: 'umbrella', ...input })).items.map(({ title }) => title);

it('a word that more texts have than are looked at is found in some of them', async () => {
  expect(await titles({})).toHaveLength(3);
});
it('in another order all are looked at, and each page goes on', async () => {
  const newest = [...Array(STORIES).keys()].map((i) => `Number ${i + 1}`).toReversed();
  expect(await titles({ sort: 'latest_created' })).toEqual(newest);
  const { items, next } = await app.call(discoveryApi.search, { q: 'umbrella', sort: 'latest_created', limit: 5 });
  const rest = await titles({ sort: 'latest_created', limit: 5, cursor: next! });
  expect([...items.map(({ title }) => title), ...rest]).toEqual(newest);
});
it.each([{ language: 'de' }, { mode: 'branch' }, { category: 'horror' }] as const)(
  'with a filter all are looked at: %o',
  async (filter) => {
    expect(await titles(filter)).toEqual([`Number ${STORIES}`]);
    expect(await app.call(discoveryApi.countFound, { q: 'umbrella', ...filter })).toEqual({ stories: 1 });
  },
);
