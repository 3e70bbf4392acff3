import { to } from '#core/pages.ts';
import { newMember } from '../kit/people.ts';
import { freshStory, publishedStory } from '../kit/stories.ts';
import { expect, PHONE, REVIEWED, test } from '../kit/test.ts';
import { wordsOf } from '../kit/words.ts';

const t = wordsOf('en');

test('on a phone, an author takes a chapter down, reads what readers see, and publishes it again', async ({
  open,
  site,
}) => {
  test.setTimeout(150_000);
  const author = await newMember(site, 'taker');
  const name = `Ropes of ${author.username}`;
  const { storyId, chapterIds } = await publishedStory(site, author, freshStory(name, 3));
  const chapterId = chapterIds[1]!;
  const chapter = to.chapter({ storyId, chapterId });
  const page = await open({ as: author, viewport: PHONE });
  const press = (label: string) => page.getByRole('button', { name: label, exact: true }).click();

  // Asked first, and closing the question changes nothing.
  await page.goto(chapter);
  await press(t('reader.take_down'));
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(t('taken_down.story'));
  await expect(dialog).toContainText(t('taken_down.back'));
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await press(t('reader.take_down'));
  await dialog.getByRole('button', { name: t('taken_down.do'), exact: true }).click();
  await expect(page.getByText(t('taken_down.done'))).toBeVisible();
  await expect(page.getByText(t('reader.taken_down_yours'))).toBeVisible();

  // A visitor finds its place, and the chapters beside it.
  const visitor = await open({ viewport: PHONE });
  await visitor.goto(chapter);
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(t('common.taken_down_chapter'));
  await expect(visitor.getByText(t('reader.blocked'))).toBeVisible();
  await expect(visitor.getByText(/Its author took it down on/)).toBeVisible();
  await expect(visitor.getByText(`Knot 2 of ${name}`)).toHaveCount(0);
  await visitor.getByRole('link', { name: t('reader.blocked_on', { number: 3 }) }).click();
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(`Knot 3 of ${name}`);
  await visitor.goto(to.story({ storyId }));
  await expect(visitor.getByRole('link', { name: `2. ${t('common.taken_down_chapter')}` })).toBeVisible();

  // The way back.
  await page.goto(to.story({ storyId }));
  await page.getByRole('link', { name: `2. ${t('common.taken_down_chapter')}` }).click();
  await page.getByRole('link', { name: t('reader.publish_again') }).click();
  await expect(page.getByText(t('chapters.editing_taken_down'))).toBeVisible();
  await press(t('chapters.submit'));
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('chapters.submit'), exact: true })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: t('chapters.out_again') })).toBeVisible(REVIEWED);
  await visitor.goto(chapter);
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(`Knot 2 of ${name}`);
});

test('it can be taken down in the chapter editor, with what was typed there', async ({ open, site }) => {
  const author = await newMember(site, 'taker');
  const { storyId, chapterIds } = await publishedStory(site, author, freshStory(`Oars of ${author.username}`, 2));
  const page = await open({ as: author });
  await page.goto(to.editChapter({ storyId, chapterId: chapterIds[1]! }));
  await page.getByRole('textbox', { name: t('chapters.text') }).click();
  await page.keyboard.insertText('Words of the morning. ');
  await page.getByRole('button', { name: t('chapters.more'), exact: true }).click();
  await page.getByRole('button', { name: t('chapters.take_down'), exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('taken_down.do'), exact: true })
    .click();
  await expect(page.getByText(t('chapters.editing_taken_down'))).toBeVisible();
  await expect(page.getByRole('textbox', { name: t('chapters.text') })).toContainText('Words of the morning.');
});
