import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { lengthOf } from '#core/text.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { choice as choiceField } from '#features/chapters/model/chapter-fields.ts';
import { moderationApi } from '#features/moderation/contract.ts';
import { decide, findQueued, outcome } from '#testing/factories.ts';
import { HOSTILE_TEXTS } from '#testing/hostile-texts.ts';
import { expectInvariants } from '#testing/invariants.ts';
import { branchApi } from '../contract.ts';
import { growTree } from './branch.test-kit.ts';
import { setUpBranchWriting } from './branch-writing.test-kit.ts';

const { app, branch, begin, doubtful, submit, draftOf } = setUpBranchWriting();

describe('the choice', () => {
  it('is required to submit, on one line of at most 80 characters', async () => {
    const { id } = await begin(branch.first, { choice: '' });
    const refused = await app.send(chapterApi.submit, { chapterId: id }, branch.writer);
    expect(outcome(refused)).toBe('400 invalid_input');
    expect(Object.keys(refused.body.fields ?? {})).toEqual(['choice']);
    const save = (choice: string) => app.send(chapterApi.update, { chapterId: id, version: 1, choice }, branch.writer);
    expect((await save('🐇'.repeat(81))).body.fields).toHaveProperty('choice');
    expect(outcome(await save(`  ${'🐇'.repeat(40)}\n${'🐇'.repeat(39)} `))).toBe('200');
    expect(await draftOf(id)).toMatchObject({
      choice: `${'🐇'.repeat(40)} ${'🐇'.repeat(39)}`,
      parentId: branch.first,
      version: 2,
    });
    expect(await submit(id)).toBe('200');
    await app.work();
    expect(await app.call(chapterApi.detail, { chapterId: id })).toMatchObject({
      choice: `${'🐇'.repeat(40)} ${'🐇'.repeat(39)}`,
    });
    await expectInvariants(app);
  });

  it('is kept when a save omits it and when an earlier version is restored', async () => {
    const { id } = await begin(branch.first);
    await app.call(chapterApi.update, { chapterId: id, version: 1, title: 'Another' }, branch.writer);
    await app.call(chapterApi.restoreRevision, { chapterId: id, version: 2, revision: 1 }, branch.writer);
    expect(await draftOf(id)).toMatchObject({ choice: 'Follow the ferry', title: 'The left boot' });
  });

  it('is reviewed, and so are its edits', async () => {
    const { id } = await begin(branch.first, doubtful());
    await submit(id);
    await app.work();
    const textsOf = async () => {
      const { id: reviewId } = await findQueued(app, branch.moderator, id);
      return (await app.call(moderationApi.review, { reviewId }, branch.moderator)).texts;
    };
    expect(await textsOf()).toContainEqual(expect.objectContaining({ field: 'choice', text: 'Follow the ferry' }));
    await decide(app, branch.moderator, id, 'approve');
    await app.call(
      chapterApi.update,
      { chapterId: id, version: 0, choice: 'Visit www.lemon-shop.com and www.ferry-shop.com' },
      branch.writer,
    );
    expect(await submit(id)).toBe('200');
    await app.work();
    expect(await app.call(chapterApi.detail, { chapterId: id })).toMatchObject({ choice: 'Follow the ferry' });
    expect(JSON.stringify(await textsOf())).toContain('lemon-shop');
    await decide(app, branch.moderator, id, 'approve');
    expect((await app.call(chapterApi.detail, { chapterId: id })).choice).toContain('lemon-shop');
    await expectInvariants(app);
  });

  it('is treated as plain text, whatever it contains', async () => {
    const texts = HOSTILE_TEXTS.map((text) => choiceField.parse(text)).filter((text) => text !== '');
    const { id } = await begin(branch.first);
    const ids = await growTree(
      app,
      branch.creator.id,
      branch.first,
      [...texts.keys()].map(() => 0),
    );
    let version = 1;
    for (const [i, given] of HOSTILE_TEXTS.entries()) {
      version = (await app.call(chapterApi.update, { chapterId: id, version, choice: given }, branch.writer)).version;
      const { choice } = await draftOf(id);
      expect(choice, String(i)).toBe(choiceField.parse(given));
      expect(lengthOf(choice)).toBeLessThanOrEqual(80);
    }
    await sql`update chapters c set choice = t.choice
      from unnest(${ids.slice(1)}::bigint[], ${texts}::text[]) as t (id, choice) where c.id = t.id`.execute(
      app.database.db,
    );
    const tree = await app.call(branchApi.tree, { storyId: branch.storyId });
    expect(tree.chapters.slice(1).map(({ choice }) => choice)).toEqual(texts);
    const { ways } = await app.call(branchApi.continuations, { chapterId: branch.first });
    expect(ways.map(({ choice }) => choice)).toEqual(texts);
  });
});
