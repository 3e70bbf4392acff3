import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Endpoint } from '#core/endpoint.ts';
import { type ChapterDraft, type ChapterView, chapterApi } from '#features/chapters/contract.ts';
import { plainText } from '#features/chapters/model/document.ts';
import {
  buildChapterDraft,
  buildMember,
  buildPublishedChapter,
  buildPublishedStory,
  doubtfulProse,
  type Member,
  prose,
} from '#testing/factories.ts';
import { expectInvariants } from '#testing/invariants.ts';
import { renewSessions } from '#testing/members.ts';
import { seededRandom } from '#testing/race.ts';
import { eachRound, rounds } from '#testing/rounds.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { type KillableSite, killableSite } from './kill.test-kit.ts';

/** Watches the database from outside while the server in the other process is killed. */
const app = setUpTestApp();
const ROUNDS = eachRound(50, 'kills');
const CHAPTERS = 20;
const SAVES = rounds(50, 'saves in each');

let site: KillableSite;
let author: Member;

beforeAll(async () => {
  app.app.cache.setListening(false);
  site = await killableSite(app);
  author = await buildMember(app);
});
beforeEach(() => renewSessions(app.deps, [author]));
afterAll(() => site.end());

async function send(endpoint: Endpoint, body: unknown): Promise<{ status: number; data: ChapterDraft } | null> {
  if (!site.url) return null;
  try {
    const response = await fetch(`${site.url}/api/${endpoint.path}`, {
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
  `keeps everything acknowledged, and nothing by half, when it is killed during ${SAVES} saves (round %i)`,
  async (round) => {
    const random = seededRandom(round);
    const { story } = await buildPublishedStory(app, author);
    const chapters = await Promise.all(
      Array.from({ length: CHAPTERS }, async () => ({
        ...(await buildChapterDraft(app, author, story.id)),
        acknowledged: 1,
      })),
    );
    await site.start();
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
          expect(answer).toMatchObject({ status: 200, data: { version: version + 1 } });
          chapter.acknowledged = version + 1;
          acknowledged += 1;
          if (acknowledged >= killAfter) killed ??= site.kill();
        }
      }),
    );
    await killed;
    expect(acknowledged).toBeGreaterThanOrEqual(killAfter);
    expect(acknowledged, 'it was killed before the end').toBeLessThan(SAVES);
    await site.start();
    for (const chapter of chapters) {
      const draft = await app.call(chapterApi.draft, { chapterId: chapter.id }, author);
      // A save whose response was lost may have been written. Then it is complete.
      expect([chapter.acknowledged, chapter.acknowledged + 1]).toContain(draft.version);
      if (draft.version > 1) {
        const text = `Save ${draft.version - 1} of ${chapter.id}.`;
        expect(draft).toMatchObject({ title: text, summary: text });
        expect(plainText(draft.content)).toBe(`${text}\n\n${prose(300, draft.version - 1)}`);
        const again = await send(chapterApi.update, { chapterId: chapter.id, version: draft.version, title: 'After' });
        expect(again).toMatchObject({ status: 200, data: { version: draft.version + 1 } });
      }
    }
    await site.kill();
    await expectInvariants(app);
  },
);

it.each(ROUNDS)(
  'killed while chapters are submitted, reviewed and withdrawn, loses none and notifies once (round %i)',
  async (round) => {
    const random = seededRandom(round + 50);
    const { story } = await buildPublishedStory(app, author);
    await site.start();
    const killAfter = 5 + random(40);
    let answered = 0;
    let killed: Promise<void> | null = null;
    const count = () => {
      answered += 1;
      if (answered >= killAfter) killed ??= site.kill();
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
    await site.kill();
    await expectInvariants(app);
    await site.freeJobs();
    await app.work();
    await expectInvariants(app);
    const { rows } = await sql`select id from reviews where state = 'automatic' and story_id = ${story.id}`.execute(
      app.database.db,
    );
    expect(rows).toEqual([]);
  },
);

it.each(ROUNDS)(
  'killed while chapters are taken down and published again, loses no text and leaves none by half (round %i)',
  async (round) => {
    const random = seededRandom(round + 90);
    const { story } = await buildPublishedStory(app, author);
    const chapters: (Pick<ChapterView, 'id' | 'content'> & { isSubmitted: boolean })[] = [];
    for (let i = 0; i < 8; i += 1) {
      const { id } = await buildPublishedChapter(app, author, story.id);
      const { content } = await app.call(chapterApi.detail, { chapterId: id });
      chapters.push({ id, content, isSubmitted: false });
    }
    await site.start();
    const killAfter = 3 + random(9);
    let answered = 0;
    let killed: Promise<void> | null = null;
    const act = async (endpoint: Endpoint, chapterId: string) => {
      const answer = await send(endpoint, { chapterId });
      if (!answer) return false;
      expect(answer.status).toBe(200);
      answered += 1;
      if (answered >= killAfter) killed ??= site.kill();
      return true;
    };
    await Promise.all(
      chapters.map(async (chapter) => {
        if (await act(chapterApi.takeDown, chapter.id)) chapter.isSubmitted = await act(chapterApi.submit, chapter.id);
      }),
    );
    await killed;
    await site.kill();
    await expectInvariants(app);
    await site.freeJobs();
    await app.work();
    await expectInvariants(app);
    expect(chapters.filter(({ isSubmitted }) => !isSubmitted).length, 'it was killed before the end').toBeGreaterThan(
      0,
    );
    for (const { id: chapterId, content, isSubmitted } of chapters) {
      const { hiddenBy, content: shown } = await app.call(chapterApi.detail, { chapterId });
      // A call whose response was lost may have been carried out.
      if (isSubmitted) expect(hiddenBy).toBe(null);
      if (hiddenBy === null) expect(shown).toEqual(content);
      else {
        const draft = await app.call(chapterApi.draft, { chapterId }, author);
        expect(draft).toMatchObject({ takenDown: true, content, can: { submit: true } });
      }
    }
  },
);
