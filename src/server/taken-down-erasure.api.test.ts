import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '#core/time.ts';
import { eraseDueAccounts } from '#features/accounts/server/index.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { caseApi } from '#features/moderation/contract-cases.ts';
import type { Db } from '#platform/db/database.ts';
import {
  buildMember,
  buildPublishedChapter,
  buildPublishedStory,
  decide,
  doubtfulProse,
  type Member,
  prose,
} from '#testing/factories.ts';
import { expectInvariants } from '#testing/invariants.ts';
import { restricted } from '#testing/moderation.ts';
import { raceInOrder } from '#testing/race.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { letIn } from '#testing/together.ts';
import { buildReviewer, publishTranslation } from '#testing/translations.ts';
import { ctxOf, findEverywhere, letTheDayCome, plan } from './erasure.test-kit.ts';
import { takingDownOf } from './taken-down.test-kit.ts';

/** What happens to a chapter that was taken down when the account of its author is deleted. */
const app = setUpTestApp();
const { takeDown, submit, detail, draftOf, rowOf } = takingDownOf(app);
let author: Member;

beforeAll(async () => {
  // The cache gets no invalidations here, so it must not store anything.
  app.app.cache.setListening(false);
  author = await buildMember(app);
});

it('its words are deleted with the account of its author, also in translations, and its place stays', async () => {
  const leaving = await buildMember(app);
  const { story } = await buildPublishedStory(app, author, { mode: 'branch' });
  await letIn(app, author, story.id, leaving);
  const { items } = await app.call(chapterApi.list, { storyId: story.id });
  const text = `The zanzibarine lighthouse. ${prose(200, 95_000)}`;
  const way = { parentChapterId: items[0]!.id, choice: 'To the zanzibarine', title: 'Zanzibarine', content: text };
  const { id } = await buildPublishedChapter(app, leaving, story.id, way);
  const after = await buildPublishedChapter(app, author, story.id, { parentChapterId: id, choice: 'On' });
  const [translator, reviewer] = [await buildMember(app), await buildReviewer(app, 'de')];
  await publishTranslation(app, { storyId: story.id, chapterId: id, language: 'de', translator, reviewer });
  await takeDown(id, leaving);
  await plan(app, leaving, 'keep');
  await letTheDayCome(app, 15 * DAY);
  expect(await detail(id)).toMatchObject({ status: 'hidden', hiddenBy: 'author', number: 2 });
  expect(await detail(after.id)).toMatchObject({ status: 'approved', number: 3 });
  // The messages of others keep its title, like those about other chapters.
  expect((await findEverywhere(app, ['zanzibarine lighthouse', 'to the zanzibarine'])).sort()).toEqual([]);
  const { rows } = await sql`select from translations where chapter_id = ${id}`.execute(app.database.db);
  expect(rows).toEqual([]);
  await expectInvariants(app);
});

describe('with the account of its author', () => {
  const text = (seed: number) => `The quillwort orrery. ${prose(200, seed)}`;
  /** A chapter of a member whose account is deleted tomorrow, that they have taken down. */
  async function leave(seed: number, isSubmitted: boolean) {
    const [creator, leaving] = [await buildMember(app), await buildMember(app)];
    const { story, chapterId: first } = await buildPublishedStory(app, creator, { mode: 'branch' });
    await letIn(app, creator, story.id, leaving);
    const way = { parentChapterId: first, choice: 'On', content: text(seed) };
    const { id } = await buildPublishedChapter(app, leaving, story.id, way);
    expect(await takeDown(id, leaving)).toBe('200');
    if (isSubmitted) {
      await app.call(
        chapterApi.update,
        { chapterId: id, version: (await draftOf(id, leaving)).version, content: doubtfulProse(200, seed) },
        leaving,
      );
      expect(await submit(id, leaving)).toBe('200');
      await app.work();
    }
    await plan(app, leaving, 'keep');
    return { id, storyId: story.id };
  }

  it('a text that a moderator has hidden too stays for the decision, and is deleted when that is reversed', async () => {
    const { id } = await leave(95_100, false);
    const restrictionId = await restricted(app, await buildMember(app, { role: 'moderator' }), 'hide_chapter', id);
    await letTheDayCome(app, 15 * DAY);
    const judge = await buildMember(app, { role: 'moderator' });
    expect(await findEverywhere(app, ['quillwort orrery'])).toEqual(['chapter_texts.document']);
    await app.call(caseApi.lift, { restrictionId, reason: 'It was a mistake.' }, judge);
    expect(await detail(id)).toMatchObject({ status: 'hidden', hiddenBy: 'author' });
    expect(await findEverywhere(app, ['quillwort orrery'])).toEqual([]);
    await expectInvariants(app);
  });

  it.each(['erasure first', 'approval first', 'approval after'] as const)(
    'its erasure and the approval to publish it again leave one state (%s)',
    async (order) => {
      const { id, storyId } = await leave(95_200 + order.length, true);
      await app.clock.advance(15 * DAY);
      const judge = await buildMember(app, { role: 'moderator' });
      await eraseDueAccounts(ctxOf(app));
      const erase = () => app.work();
      // Refused if the text is gone.
      const approve = () =>
        decide(app, judge, id, 'approve').then(
          () => {},
          () => {},
        );
      const hold = (held: Db) => sql`select from stories where id = ${storyId} for update`.execute(held);
      if (order === 'approval after') await erase().then(approve);
      else await raceInOrder(app, hold, order === 'erasure first' ? [erase, approve] : [approve, erase]);
      const { hiddenBy } = await detail(id);
      // The erasure locks the story more than once, so an approval can come between.
      if (order !== 'erasure first') expect(hiddenBy).toBe(order === 'approval first' ? null : 'author');
      if (hiddenBy === 'author') expect(await findEverywhere(app, ['quillwort orrery'])).toEqual([]);
      else expect(await rowOf(id)).toMatchObject({ status: 'approved', taken_down_at: null, edit_status: null });
      await expectInvariants(app);
    },
  );
});
