import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Endpoint } from '#core/endpoint.ts';
import { type ChapterDraft, chapterApi } from '#features/chapters/contract.ts';
import { plainText } from '#features/chapters/model/document.ts';
import {
  buildChapterDraft,
  buildMember,
  buildPublishedStory,
  doubtfulProse,
  type Member,
  prose,
} from '#testing/factories.ts';
import { expectInvariants } from '#testing/invariants.ts';
import { FULL, seededRandom } from '#testing/race.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { urlOf } from '#testing/test-server.ts';

/** Looks at the database from outside while the server in the other process is killed. */
const app = setUpTestApp();
const SECRET_KEY = 'a secret of tests that is long enough';
const ROUNDS = Array.from({ length: FULL ? 20 : 2 }, (_, i) => i + 1);
const CHAPTERS = 20;
const SAVES = 200;

let dataDir: string;
let server: { url: string; child: ChildProcess } | null = null;
let author: Member;

beforeAll(async () => {
  app.app.cache.setListening(false);
  dataDir = await mkdtemp(join(tmpdir(), 'skein-kill-'));
  author = await buildMember(app);
});
afterAll(async () => {
  await kill();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<void> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'kill.test-child.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: '0',
      HOST: '127.0.0.1',
      PUBLIC_URL: 'http://localhost:3000',
      DATABASE_URL: urlOf(app.database.pool.options),
      SECRET_KEY,
      DATA_DIR: dataDir,
      HUMAN_CHECK: 'off',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'silent',
    },
  });
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout! }), 'line'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`The server ended with ${code}`))),
  ]);
  server = { url: String(line).replace('localhost', '127.0.0.1'), child };
}

async function kill(): Promise<void> {
  if (!server) return;
  const { child } = server;
  server = null;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
  // What it had begun in the database ends when the database finds its connections broken.
  for (let others = 1; others > 0; ) {
    const { rows } = await sql<{ count: number }>`select count(*)::int - ${app.database.pool.totalCount}::int as count
      from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`.execute(
      app.database.db,
    );
    others = rows[0]!.count;
  }
}

async function send(endpoint: Endpoint, body: unknown): Promise<{ status: number; data: ChapterDraft } | null> {
  if (!server) return null;
  try {
    const response = await fetch(`${server.url}/api/${endpoint.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: author.accessToken },
      body: JSON.stringify(body),
    });
    return { status: response.status, data: ((await response.json()) as { data: ChapterDraft }).data };
  } catch {
    return null;
  }
}

it.each(ROUNDS)(
  'killed in the middle of 200 saves everything acknowledged is there, and nothing by half (round %i)',
  async (round) => {
    const random = seededRandom(round);
    const { story } = await buildPublishedStory(app, author);
    const chapters = await Promise.all(
      Array.from({ length: CHAPTERS }, async () => ({
        ...(await buildChapterDraft(app, author, story.id)),
        acknowledged: 1,
      })),
    );
    await start();
    const killAfter = 20 + random(SAVES - 60);
    let acknowledged = 0;
    let killed: Promise<void> | null = null;
    await Promise.all(
      chapters.map(async (chapter) => {
        for (let version = 1; version <= SAVES / CHAPTERS; version += 1) {
          const text = `Save ${version} of ${chapter.id}.`;
          const answer = await send(chapterApi.update, {
            chapterId: chapter.id,
            version,
            title: text,
            summary: text,
            content: `${text}\n\n${prose(300, version)}`,
          });
          if (!answer) return;
          expect(answer).toMatchObject({ status: 200, data: { version: version + 1, title: text } });
          chapter.acknowledged = version + 1;
          acknowledged += 1;
          if (acknowledged >= killAfter) killed ??= kill();
        }
      }),
    );
    await killed;
    expect(acknowledged).toBeGreaterThanOrEqual(killAfter);
    expect(acknowledged, 'it was killed before the end').toBeLessThan(SAVES);
    await start();
    for (const chapter of chapters) {
      const draft = await app.call(chapterApi.draft, { chapterId: chapter.id }, author);
      // A save may have been written whose answer was lost; then it is there whole.
      expect([chapter.acknowledged, chapter.acknowledged + 1]).toContain(draft.version);
      if (draft.version > 1) {
        const text = `Save ${draft.version - 1} of ${chapter.id}.`;
        expect(draft).toMatchObject({ title: text, summary: text });
        expect(plainText(draft.content)).toBe(`${text}\n\n${prose(300, draft.version - 1)}`);
        const again = await send(chapterApi.update, { chapterId: chapter.id, version: draft.version, title: 'After' });
        expect(again).toMatchObject({ status: 200, data: { version: draft.version + 1, title: 'After' } });
      }
    }
    await kill();
    await expectInvariants(app);
  },
);

it.each(ROUNDS)(
  'killed while chapters are sent, reviewed and taken back each is told of once, and none is lost (round %i)',
  async (round) => {
    const random = seededRandom(round + 50);
    const { story } = await buildPublishedStory(app, author);
    await start();
    const killAfter = 5 + random(40);
    let answered = 0;
    let killed: Promise<void> | null = null;
    const count = () => {
      answered += 1;
      if (answered >= killAfter) killed ??= kill();
    };
    await Promise.all(
      Array.from({ length: 8 }, async (_, writer) => {
        for (let i = 0; i < 8; i += 1) {
          const seed = 1000 * round + 100 * writer + i;
          const content = i % 3 ? prose(120, 200_000 + seed) : doubtfulProse(120, 200_000 + seed);
          const created = await send(chapterApi.create, { storyId: story.id, title: 'x', summary: 'x', content });
          if (!created) return;
          const chapterId = created.data.id;
          const submitted = await send(chapterApi.submit, { chapterId });
          if (!submitted) return;
          count();
          if (i % 4 === 3) await send(chapterApi.withdraw, { chapterId });
        }
      }),
    );
    await killed;
    await kill();
    await expectInvariants(app);
    // The jobs that the dead one had taken are given to others, as after 30 s of silence.
    await sql`select graphile_worker.force_unlock_workers(array(select distinct locked_by from graphile_worker.jobs where locked_by is not null))`.execute(
      app.database.db,
    );
    await app.work();
    await expectInvariants(app);
    const { rows } = await sql`select id from reviews where state = 'automatic' and story_id = ${story.id}`.execute(
      app.database.db,
    );
    expect(rows).toEqual([]);
  },
);
