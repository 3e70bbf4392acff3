import type { Page } from '@playwright/test';
import { to } from '#core/pages.ts';
import { endPhase, enter, vote, writingRound } from '../kit/contests.ts';
import { addChapter, publishedStory } from '../kit/english-stories.ts';
import { newMember } from '../kit/people.ts';
import { expect, test, type Visit } from '../kit/test.ts';
import { letIn } from '../kit/together.ts';
import { wordsOf } from '../kit/words.ts';

const t = wordsOf('en');
const MOVING: Visit = { reducedMotion: 'no-preference' };

/** Stops every animation of a moment at its start, so that a test has all the time to look at it. */
async function holdMoments(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { animate } = Element.prototype;
    Element.prototype.animate = function (frames, options) {
      const animation = animate.call(this, frames, options);
      if (animation.id === 'moment') animation.pause();
      return animation;
    };
  });
}

/** What moves at the moment: how many parts, until when, and whether any of them takes presses or room. */
const moving = (page: Page) =>
  page.evaluate(() => {
    const moments = document.getAnimations().filter(({ id }) => id === 'moment');
    const parts = moments.map(({ effect }) => effect as KeyframeEffect);
    const ends = parts.map((effect) => effect.getComputedTiming().endTime as number);
    const properties = new Set(parts.flatMap((effect) => effect.getKeyframes().flatMap((frame) => Object.keys(frame))));
    const own = [...properties].filter((name) => !['offset', 'computedOffset', 'easing', 'composite'].includes(name));
    const tags = [...new Set(parts.map(({ target }) => target!.localName))].sort();
    return { parts: moments.length, end: Math.max(0, ...ends), properties: own.sort(), tags };
  });
const finish = (page: Page) =>
  page.evaluate(() => {
    for (const animation of document.getAnimations()) if (animation.id === 'moment') animation.finish();
  });

/** Opens a page that receives live events of a story. */
async function follow(page: Page, storyId: string, address: string): Promise<void> {
  const subscribed = page.waitForResponse(
    (response) => response.ok() && new URL(response.url()).searchParams.get('topics') === `story:${storyId}`,
  );
  await page.goto(address);
  await subscribed;
}

test('when a chapter is out, the cover of the open page spins its thread once, under every press', async ({
  open,
  site,
}) => {
  const [mara, lea] = [await newMember(site, 'spins'), await newMember(site, 'sees-spin')];
  const story = await publishedStory(site, mara, 'The Spin of', 1, 130);
  const address = to.story({ storyId: story.id });
  const [page, still] = [await open({ ...MOVING, as: lea }), await open({ as: lea })];
  for (const each of [page, still]) {
    await holdMoments(each);
    await follow(each, story.id, address);
  }
  const cover = page.getByRole('main').locator('img').first();
  const before = await cover.boundingBox();
  expect((await moving(page)).parts).toBe(0);
  const chapter = await addChapter(site, mara, story.id, { words: 130 });
  await expect.poll(async () => (await moving(page)).parts).toBeGreaterThan(0);
  const { end, properties, tags } = await moving(page);
  expect(end).toBeLessThanOrEqual(600);
  expect(tags).toEqual(['path']);
  expect(properties).not.toContain('inset');
  expect(await cover.boundingBox()).toEqual(before);
  // The drawing over the cover lets presses through.
  const hit = await page.evaluate(
    ([x, y]) => document.elementFromPoint(x!, y!)?.localName,
    [before!.x + before!.width / 2, before!.y + before!.height / 2],
  );
  expect(hit).toBe('img');
  await finish(page);
  await expect(page.locator('body > svg')).toHaveCount(0);

  // Members who want no motion see the chapter, and nothing moves.
  await expect(still.getByRole('link', { name: new RegExp(chapter.title) }).first()).toBeVisible();
  expect((await moving(still)).parts).toBe(0);
  // Neither does it happen again after a reload, or after going back.
  await page.reload();
  await page
    .getByRole('link', { name: new RegExp(chapter.title) })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: chapter.title })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('link', { name: new RegExp(chapter.title) }).first()).toBeVisible();
  expect((await moving(page)).parts).toBe(0);
});

test('when the turn passes, its thread changes the dye', async ({ open, site }) => {
  const [mara, jonas] = [await newMember(site, 'dyes'), await newMember(site, 'dyed')];
  const story = await publishedStory(site, mara, 'The Dye of', 1, 330, 'relay');
  await letIn(site, mara, story.id, jonas);
  const page = await open({ ...MOVING, as: jonas });
  await holdMoments(page);
  await follow(page, story.id, to.story({ storyId: story.id }));
  const thread = page.locator('[data-slot="turn-timeline"] > .slot:not([data-before]) line').first();
  await expect(thread).toBeAttached();
  const dye = await thread.evaluate((line) => getComputedStyle(line).stroke);
  await addChapter(site, mara, story.id, { words: 330, nextAuthorId: jonas.id });
  await expect.poll(async () => (await moving(page)).tags).toEqual(expect.arrayContaining(['circle', 'line']));
  expect((await moving(page)).end).toBeLessThanOrEqual(600);
  // At the beginning it still has the old dye, at the end the new one.
  expect(await thread.evaluate((line) => getComputedStyle(line).stroke)).toBe(dye);
  await finish(page);
  expect(await thread.evaluate((line) => getComputedStyle(line).stroke)).not.toBe(dye);
  await page.reload();
  await expect(page.getByRole('main').getByText(t('relay.your_turn')).first()).toBeVisible();
  expect((await moving(page)).parts).toBe(0);
});

test('when the vote is decided, the strands run into the knot, on the open page of the story', async ({
  open,
  site,
}) => {
  test.setTimeout(240_000);
  const [mara, jonas, lea] = [
    await newMember(site, 'ties'),
    await newMember(site, 'tied'),
    await newMember(site, 'ties-by-vote'),
  ];
  const { story, roundId } = await writingRound(site, 'The Knot of', mara, jonas);
  await enter(site, roundId, mara, 'The first oar');
  const winner = await enter(site, roundId, jonas, 'The second oar');
  await endPhase(site, roundId, 'voting');
  await vote(site, roundId, lea, winner.id);
  const page = await open({ ...MOVING, as: lea });
  await holdMoments(page);
  await follow(page, story.id, to.story({ storyId: story.id }));
  await endPhase(site, roundId, 'completed');
  const result = page.getByRole('main').getByRole('link', { name: t('contest.result'), exact: true });
  await expect(result).toBeVisible({ timeout: 100_000 });
  await expect.poll(async () => (await moving(page)).tags).toEqual(['circle', 'path']);
  const { end, properties } = await moving(page);
  expect(end).toBeLessThanOrEqual(600);
  expect(properties).toEqual(['opacity', 'strokeDasharray', 'strokeDashoffset']);
  // Nothing waits for it.
  await page
    .getByRole('main')
    .getByRole('button', { name: t('common.share') })
    .click();
  await expect(page.getByRole('dialog', { name: t('share.title') })).toBeVisible();
  await page.reload();
  await expect(result).toBeVisible();
  expect((await moving(page)).parts).toBe(0);
});
