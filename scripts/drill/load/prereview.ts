import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { chapterApi } from '#features/chapters/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { prose } from '#testing/factories.ts';
import { post } from '../../../bench/load.ts';
import { atLeast, atMost, makeWriter, withSite } from '../load-site.ts';
import { pace, quantileOf, statusesOf } from '../pace.ts';

const PER_SECOND = 5;
const SECONDS = 60;
const WRITERS = 10;
const PATIENCE_MS = 60_000;

// Five stories a second are submitted for a minute.
await withSite(async (site) => {
  const tokens: string[] = [];
  for (let i = 0; i < WRITERS; i += 1) tokens.push((await makeWriter(site, `submits-${i}`)).token);
  const stories: { storyId: string; token: string }[] = [];
  for (let i = 0; i < PER_SECOND * SECONDS; i += 1) {
    const token = tokens[i % WRITERS]!;
    const { id: storyId } = await site.api.call(
      storyApi.create,
      {
        title: `Story ${i}`,
        description: 'Written for a drill.',
        mode: 'solo',
        categories: ['adventure'],
        language: 'en',
      },
      token,
    );
    const content = prose(400, 900_000 + 1000 * i);
    await site.api.call(chapterApi.create, { storyId, title: 'First', summary: 'It begins.', content }, token);
    stories.push({ storyId, token });
  }
  const { db, close } = site.openDatabase();
  const { rows: earlier } = await sql<{ id: string }>`select coalesce(max(id), 0)::text as id from reviews`.execute(db);
  const answers = await pace({
    url: site.url,
    perSecond: PER_SECOND,
    seconds: SECONDS,
    request: (n) => post('/api/story/submit', { storyId: stories[n]!.storyId }, { authorization: stories[n]!.token }),
  });
  console.log(statusesOf(answers));
  const reviews = async () => {
    const { rows } = await sql<{ state: string; seconds: number | null; by: string | null }>`
      select state, extract(epoch from decided_at - submitted_at)::float8 as seconds, decided_by as by
      from reviews where id > ${earlier[0]!.id}`.execute(db);
    return rows;
  };
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await setTimeout(200))
    if ((await reviews()).every(({ state }) => state !== 'automatic')) break;
  const found = await reviews();
  const seconds = found.flatMap((review) => review.seconds ?? []);
  atLeast('submissions that were accepted', answers.filter(({ status }) => status === 200).length, stories.length);
  atLeast('published by the automatic check', found.filter(({ state }) => state === 'approved').length, stories.length);
  atMost('p95 from submitting to publishing', quantileOf(seconds, 0.95), 20, 's');
  atMost('rejected by it', found.filter(({ state, by }) => state === 'rejected' && by === null).length, 0);
  await close();
});
