import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { storyApi } from '#features/stories/contract.ts';
import { createDemoApi } from '../../scripts/demo/api.ts';
import { admin, newMember } from '../kit/people.ts';
import { draftStory, freshProse, freshStory } from '../kit/stories.ts';
import { expect, PHONE, test } from '../kit/test.ts';
import { wordsOf } from '../kit/words.ts';

const SPAM = 'All of it is at www.lemon-shop.com, and the rest at www.ferry-shop.com.';
const REASON = 'Bitte ohne die Adressen der Läden; die Kapitänin genügt.';
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

async function expectNoBarrier(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(WCAG).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual([]);
}

test('a moderator sends one story back with a reason and lets another one out, and both authors hear of it', async ({
  open,
  site,
}) => {
  test.setTimeout(150_000);
  const t = wordsOf('de');
  const [author, moderator, visitor] = [
    await newMember(site, 'doubtful', 'de'),
    await newMember(site, 'judge', 'de'),
    await newMember(site, 'passer', 'de'),
  ];
  await admin(site, 'grant', 'moderator', moderator.email);
  const api = createDemoApi(site.url);
  const names = [`Zitronen von ${author.username}`, `Fähren von ${author.username}`] as const;
  for (const name of names) {
    const story = freshStory(name);
    const chapters = [{ ...story.chapters[0]!, content: `${freshProse(120)}\n\n${SPAM}` }];
    const { storyId } = await draftStory(site, author, { ...story, chapters });
    await api.call(storyApi.submit, { storyId }, author.accessToken);
    await expect(async () => {
      const { review } = await api.call(storyApi.draft, { storyId }, author.accessToken);
      expect(review?.state).toBe('manual');
    }).toPass();
  }

  const stranger = await open({ language: 'de', as: visitor });
  await stranger.goto('/moderation');
  await expect(stranger.getByText(t('moderation.login_text')).filter({ visible: true })).toHaveCount(1);

  const desk = await open({ language: 'de', as: moderator });
  const inQueue = (name: string) => desk.getByRole('navigation').or(desk.getByRole('list')).getByText(name).first();
  await desk.goto('/moderation');
  await inQueue(names[0]).click();
  await expect(desk.getByRole('heading', { level: 2, name: names[0] })).toBeVisible();
  await expect(desk.locator('mark').filter({ hasText: 'www.lemon-shop.com' })).toBeVisible();
  await expectNoBarrier(desk);
  await desk.getByRole('button', { name: t('moderation.reject') }).click();
  const dialog = desk.getByRole('dialog');
  const reason = dialog.getByRole('textbox');
  await reason.fill('Nein');
  await dialog.getByRole('button', { name: t('moderation.reject_next') }).click();
  await expect(reason).toHaveAttribute('aria-invalid', 'true');
  await reason.fill(REASON);
  await dialog.getByRole('button', { name: t('moderation.reject_next') }).click();
  await expect(desk.getByText(t('moderation.rejected')).first()).toBeVisible();

  await inQueue(names[1]).click();
  await expect(desk.getByRole('heading', { level: 2, name: names[1] })).toBeVisible();
  await desk.emulateMedia({ colorScheme: 'dark' });
  await expectNoBarrier(desk);
  await desk.getByRole('button', { name: t('moderation.approve') }).click();
  await expect(desk.getByText(t('moderation.approved')).first()).toBeVisible();

  const told = await open({ language: 'de', as: author, viewport: PHONE });
  await told.goto('/messages');
  await expect(told.getByRole('listitem').filter({ hasText: REASON })).toContainText(names[0]);
  await expect(told.getByRole('listitem').filter({ hasText: names[1] }).first()).toBeVisible();
});
