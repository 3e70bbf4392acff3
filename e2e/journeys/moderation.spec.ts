import { to } from '#core/pages.ts';
import { storyApi } from '#features/stories/contract.ts';
import { createDemoApi } from '../../scripts/demo/api.ts';
import { expectAccessible } from '../kit/accessibility.ts';
import { giveReason } from '../kit/moderation.ts';
import { newMember } from '../kit/people.ts';
import { draftStory, freshProse, freshStory, publishedStory } from '../kit/stories.ts';
import { expect, PHONE, test } from '../kit/test.ts';
import { wordsOf } from '../kit/words.ts';

const SPAM = 'All of it is at www.lemon-shop.com, and the rest at www.ferry-shop.com.';
const REASON = 'Bitte ohne die Adressen der Läden; die Kapitänin genügt.';

test('a moderator rejects one story and approves another, and the author gets messages about both', async ({
  open,
  site,
}) => {
  test.setTimeout(150_000);
  const t = wordsOf('de');
  const [author, moderator, visitor] = [
    await newMember(site, 'doubtful', 'de'),
    await newMember(site, 'judge', 'de', 'moderator'),
    await newMember(site, 'passer', 'de'),
  ];
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
  await stranger.goto(to.moderation());
  await expect(stranger.getByText(t('moderation.login_text')).filter({ visible: true })).toHaveCount(1);

  const queue = await open({ language: 'de', as: moderator });
  const inQueue = (name: string) => queue.getByRole('navigation').or(queue.getByRole('list')).getByText(name).first();
  await queue.goto(to.moderation());
  await inQueue(names[0]).click();
  await expect(queue.getByRole('heading', { level: 2, name: names[0] })).toBeVisible();
  await expect(queue.locator('mark').filter({ hasText: 'www.lemon-shop.com' })).toBeVisible();
  await expectAccessible(queue, 'the moderation queue');
  await queue.getByRole('button', { name: t('moderation.reject') }).click();
  const dialog = queue.getByRole('dialog');
  const reason = dialog.getByRole('textbox');
  await dialog.getByRole('radio', { name: t('rule.spam'), exact: true }).check();
  await reason.fill('Nein');
  await dialog.getByRole('button', { name: t('moderation.reject_next') }).click();
  await expect(reason).toHaveAttribute('aria-invalid', 'true');
  await reason.fill(REASON);
  await dialog.getByRole('button', { name: t('moderation.reject_next') }).click();
  await expect(queue.getByText(t('moderation.rejected')).first()).toBeVisible();

  await inQueue(names[1]).click();
  await expect(queue.getByRole('heading', { level: 2, name: names[1] })).toBeVisible();
  await queue.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(queue, 'the moderation queue');
  await queue.getByRole('button', { name: t('moderation.approve') }).click();
  await expect(queue.getByText(t('moderation.approved')).first()).toBeVisible();

  const told = await open({ language: 'de', as: author, viewport: PHONE });
  await told.goto(to.messages());
  await expect(told.getByRole('listitem').filter({ hasText: REASON })).toContainText(names[0]);
  await expect(told.getByRole('listitem').filter({ hasText: names[1] }).first()).toBeVisible();
});

test('a chapter is reported, hidden, appealed and shown again, and everyone involved is notified', async ({
  open,
  site,
}) => {
  test.setTimeout(180_000);
  const t = wordsOf('en');
  const author = await newMember(site, 'reported');
  const reporter = await newMember(site, 'reporter');
  const [hider, hearer] = [
    await newMember(site, 'hider', 'en', 'moderator'),
    await newMember(site, 'hearer', 'en', 'moderator'),
  ];
  const story = freshStory(`Borrowed by ${author.username}`, 2);
  const { storyId, chapterIds } = await publishedStory(site, author, story);
  const address = to.chapter({ storyId, chapterId: chapterIds[1]! });
  const title = story.chapters[1]!.title;

  const reader = await open({ as: reporter, viewport: PHONE });
  await reader.goto(address);
  await reader.getByRole('button', { name: t('common.report') }).click();
  const form = reader.getByRole('dialog');
  await form.getByRole('button', { name: t('report.send') }).click();
  await expect(form.getByRole('alert')).toHaveText(t('field.report_reason'));
  await form.getByRole('radio', { name: t('rule.plagiarism') }).check();
  await form.getByLabel(t('report.where_from')).fill('The Lemon Ferry, chapter 3');
  await expectAccessible(reader, 'the moderation queue');
  await form.getByRole('button', { name: t('report.send') }).click();
  await expect(form.getByRole('heading', { name: t('report.thanks') })).toBeVisible();
  await form.getByRole('button', { name: t('report.back') }).click();
  await reader.reload();
  await reader.getByRole('button', { name: t('common.report') }).click();
  await expect(form.getByText(t('error.already_reported'))).toBeVisible();

  const queue = await open({ as: hider });
  await queue.goto(to.moderation({ kind: 'report' }));
  await queue.getByRole('navigation').getByRole('link', { name: title }).click();
  await expect(queue.getByRole('heading', { level: 2, name: title })).toBeVisible();
  await expect(queue.getByText('The Lemon Ferry, chapter 3')).toBeVisible();
  await expect(queue.getByRole('link', { name: reporter.username })).toBeVisible();
  await expectAccessible(queue, 'the moderation queue');
  const why = 'Chapter 3 of The Lemon Ferry, word for word.';
  await queue.keyboard.press('h');
  await expect(queue.getByRole('radio', { name: t('rule.plagiarism'), exact: true })).toBeChecked();
  await giveReason(queue, t, { rule: 'plagiarism', reason: why, act: t('moderation.hide_chapter_act') });
  await expect(queue.getByText(t('moderation.restricted', { author: author.username }))).toBeVisible();

  // Others only see that it is hidden. The author sees why and can appeal.
  const own = await open({ as: author });
  await own.goto(to.messages());
  const told = own.getByRole('listitem').filter({ hasText: why }).first();
  await told.getByRole('link', { name: t('inbox.view_details') }).click();
  await expect(own).toHaveURL(address);
  await expect(own.getByText(t('decisions.only_you'))).toBeVisible();
  await expect(own.getByText(why)).toBeVisible();
  const [beginning = ''] = story.chapters[1]!.content.split('\n', 1);
  await expect(own.getByText(beginning)).toBeVisible();
  await expectAccessible(own, 'the moderation queue');
  await own.getByRole('button', { name: t('decisions.appeal'), exact: true }).click();
  await own.getByRole('dialog').getByRole('textbox').fill('The Lemon Ferry is mine, under my other name.');
  await own.getByRole('button', { name: t('decisions.appeal_send') }).click();
  await expect(own.getByText(t('decisions.appeal_sent'))).toBeVisible();
  await expect(own.getByRole('button', { name: t('decisions.appeal'), exact: true })).toHaveCount(0);

  // The moderator who decided can’t decide about the appeal.
  await queue.goto(to.moderation({ kind: 'appeal' }));
  await expect(queue.getByText(t('blocker.own_decision')).first()).toBeVisible();
  await expect(queue.getByRole('button', { name: t('moderation.lift') })).toHaveCount(0);
  const other = await open({ as: hearer });
  await other.goto(address);
  await expect(other.getByText(why)).toBeVisible();
  await expect(other.getByText(beginning)).toBeVisible();
  await expect(other.getByRole('button', { name: t('moderation.lift'), exact: true })).toBeVisible();
  await expectAccessible(other, 'the moderation queue');
  await reader.goto(address);
  await expect(reader.getByText(t('reader.blocked'), { exact: true })).toBeVisible();
  await expect(reader.locator('html')).toHaveAttribute('data-settled');
  await expect(reader.getByText(beginning)).toHaveCount(0);
  await other.goto(to.moderation({ kind: 'appeal' }));
  await other.getByRole('navigation').getByRole('link', { name: title }).click();
  await expect(other.getByText('The Lemon Ferry is mine')).toBeVisible();
  await expectAccessible(other, 'the moderation queue');
  await other.getByRole('button', { name: t('moderation.lift') }).click();
  await giveReason(other, t, { reason: 'The other name is yours indeed.', act: t('moderation.lift_act') });
  await expect(other.getByText(t('moderation.appeal_decided'))).toBeVisible();
  await expect(
    other
      .getByRole('row')
      .filter({ hasText: t('log.appeal_grant') })
      .first(),
  ).toContainText(hearer.username);

  await own.goto(to.messages());
  await expect(own.getByRole('listitem').filter({ hasText: 'The other name is yours indeed.' }).first()).toBeVisible();
  await reader.goto(to.messages());
  await expect(reader.getByRole('listitem').filter({ hasText: title }).first()).toBeVisible();
  await expect(reader.locator('main')).not.toContainText(hider.username);
  await reader.goto(address);
  await expect(reader.getByRole('heading', { level: 1, name: title })).toBeVisible();
});
