import { to } from '#core/pages.ts';
import { moderationApi } from '#features/moderation/contract.ts';
import { caseApi } from '#features/moderation/contract-cases.ts';
import { createDemoApi } from '../../scripts/demo/api.ts';
import { expectAccessible } from '../kit/accessibility.ts';
import { mailTo } from '../kit/mails.ts';
import { newAddress, newMember } from '../kit/people.ts';
import { freshStory, publishedStory } from '../kit/stories.ts';
import { expect, PHONE, test } from '../kit/test.ts';
import { wordsOf } from '../kit/words.ts';

const WHY = 'It names a person and where they live, and nothing in the story needs that.';

test('a visitor without an account reports a chapter, hears from us twice, and the author reads all reasons', async ({
  open,
  site,
}) => {
  test.setTimeout(120_000);
  const t = wordsOf('en');
  const [author, moderator] = [
    await newMember(site, 'reported', 'en'),
    await newMember(site, 'desk', 'en', 'moderator'),
  ];
  const story = freshStory(`Riverside of ${author.username}`);
  const { storyId, chapterIds } = await publishedStory(site, author, story);
  const chapter = to.chapter({ storyId, chapterId: chapterIds[0]! });
  const email = newAddress('ana');

  const visitor = await open({ viewport: PHONE });
  await visitor.goto(chapter);
  await visitor.getByRole('button', { name: t('common.report') }).click();
  await expect(visitor.getByText(t('common.login_first'))).toBeVisible();
  await visitor
    .getByRole('dialog')
    .getByRole('link', { name: t('accounts.give_notice') })
    .click();
  await expect(visitor.getByLabel(t('report_page.address', { site: 'Skein' }))).toHaveValue(chapter);
  await expect(visitor.getByRole('status').getByText(story.chapters[0]!.title)).toBeVisible();

  const send = visitor.getByRole('button', { name: t('report_page.send') });
  await send.click();
  await expect(visitor.getByRole('alert').getByRole('link')).toHaveCount(5);
  await expectAccessible(visitor, 'what is missing in a report');
  await visitor.getByRole('alert').getByRole('link').first().click();
  await expect(visitor.getByRole('radio').first()).toBeFocused();
  await visitor.getByRole('radio', { name: t('report_page.by_law') }).check();
  await visitor.getByLabel(t('report_page.which_law'), { exact: true }).selectOption('personal_data');
  await visitor.getByLabel(t('report_page.which_country'), { exact: true }).selectOption('HR');
  await visitor.getByLabel(t('report_page.detail'), { exact: true }).fill('I am the person in this sentence.');
  await visitor.getByLabel(t('report_page.name'), { exact: true }).fill('Ana Kovač');
  await visitor.getByLabel(t('report_page.email'), { exact: true }).fill(email);
  await visitor.getByRole('checkbox').check();
  await visitor.getByRole('button', { name: t('accounts.check') }).click();
  await expect(visitor.getByRole('button', { name: t('accounts.check_done') })).toBeVisible();
  await send.click();
  await expect(visitor.getByRole('heading', { name: t('report_page.sent_title') })).toBeFocused();
  await mailTo(site.dataDir, email, 'a chapter');

  const api = createDemoApi(site.url);
  const { items } = await api.call(moderationApi.queue, { kind: 'report', limit: 50 }, moderator.accessToken);
  const entry = items.find(({ title }) => title === story.chapters[0]!.title)!;
  const desk = await open({ as: moderator });
  await desk.goto(to.moderation({ kind: 'report', item: `report-${entry.id}` }));
  await expect(desk.getByText('Ana Kovač')).toBeVisible();
  await expect(desk.getByText(`${t('law.personal_data')} (Croatia)`)).toBeVisible();
  await expectAccessible(desk, 'a public report in the queue');
  const decision = { action: 'hide_chapter', targetId: chapterIds[0]!, rule: 'other', reason: WHY } as const;
  const ground = { law: 'personal_data', country: 'HR', caseId: entry.id } as const;
  await api.call(caseApi.restrict, { ...decision, ...ground }, moderator.accessToken);
  await mailTo(site.dataDir, email, 'The chapter has been hidden.');

  const writer = await open({ as: author });
  await writer.goto(to.messages());
  await writer.getByRole('link', { name: t('reasons.title') }).click();
  await expect(writer.getByRole('heading', { level: 1 })).toContainText(story.chapters[0]!.title);
  for (const said of [WHY, `${t('law.personal_data')} (Croatia)`, t('reasons.who_text')])
    await expect(writer.getByRole('main').getByText(said)).toBeVisible();
  await expect(writer.getByRole('button', { name: t('decisions.appeal') })).toBeVisible();
  await expectAccessible(writer, 'a statement of reasons');
});
