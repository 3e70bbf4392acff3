import { to } from '#core/pages.ts';
import { SECOND } from '#core/time.ts';
import { caseApi } from '#features/moderation/contract-cases.ts';
import { createDemoApi } from '../../scripts/demo/api.ts';
import { lookAt } from '../kit/accessibility.ts';
import { endPhase, enter, vote, writingRound } from '../kit/contests.ts';
import { newMember } from '../kit/people.ts';
import { expect, test } from '../kit/test.ts';
import { wordsOf } from '../kit/words.ts';

test('pages that few users need are accessible: reports, decisions, votes, account deletion', async ({
  open,
  site,
}) => {
  test.setTimeout(300_000);
  const language = 'de';
  const t = wordsOf(language);
  const [author, rival, member, shut] = [
    await newMember(site, 'few-author', language),
    await newMember(site, 'few-rival', language),
    await newMember(site, 'few-member', language),
    await newMember(site, 'few-shut', language),
  ];
  const api = createDemoApi(site.url);
  const moderator = await newMember(site, 'few-judge', language, 'moderator');
  const { story, roundId } = await writingRound(site, 'The Few of', author, rival);
  const chapter = to.chapter({ storyId: story.id, chapterId: story.chapters[0]!.id });
  const entries = [await enter(site, roundId, author, 'Low water'), await enter(site, roundId, rival, 'Eleven steps')];
  await endPhase(site, roundId, 'voting');
  const input = { kind: 'chapter', targetId: story.chapters[0]!.id, reason: 'spam', detail: 'See the end.' } as const;
  await api.call(caseApi.report, input, rival.accessToken);
  const decision = { action: 'suspend', targetId: shut.id, days: 7, rule: 'spam', excerpt: 'A shop.' } as const;
  await api.call(caseApi.restrict, { ...decision, reason: 'Nine links to a shop.' }, moderator.accessToken);

  const page = await open({ language, as: member });
  await lookAt(page, 'voting', async () => {
    await page.goto(to.voting({ roundId }));
    await page.getByRole('region', { name: /^\d/ }).getByRole('link', { name: entries[0]!.title }).click();
    await expect(page.getByRole('heading', { level: 2, name: entries[0]!.title, exact: true })).toBeVisible();
  });
  await vote(site, roundId, member, entries[1]!.id);
  // Votes are counted once a minute. Checks other pages until then.
  const counted = endPhase(site, roundId, 'completed');
  await lookAt(page, 'report', async () => {
    await page.goto(chapter);
    await page.getByRole('button', { name: t('common.report'), exact: true }).click();
    await expect(page.getByRole('dialog').getByRole('radio').first()).toBeFocused();
  });
  await lookAt(page, 'leaving', async () => {
    await page.goto(to.profile());
    await page.locator('summary', { hasText: t('leaving.delete_account') }).click();
    await expect(page.getByLabel(t('proof.password'))).toBeVisible();
  });
  const here = await open({ language, as: shut });
  await lookAt(here, 'suspended', async () => {
    await here.goto(to.messages());
    await expect(here.getByText('Nine links to a shop.')).toBeVisible();
  });
  const queue = await open({ language, as: moderator });
  await lookAt(queue, 'a report in the moderation queue', async () => {
    await queue.goto(to.moderation({ kind: 'report' }));
    await queue
      .getByRole('navigation', { name: t('moderation.queue') })
      .getByRole('link', { name: story.chapters[0]!.title })
      .click();
    await expect(queue.getByText('See the end.')).toBeVisible();
  });
  await counted;
  await lookAt(page, 'finished round', async () => {
    await expect(async () => {
      await page.goto(to.voting({ roundId }));
      await expect(page.getByRole('heading', { level: 1, name: entries[1]!.title })).toBeVisible({ timeout: SECOND });
    }).toPass({ timeout: 90 * SECOND });
  });
});
