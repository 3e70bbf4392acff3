import type { Locator, Page } from '@playwright/test';
import { to } from '#core/pages.ts';
import { expectAccessible } from '../kit/accessibility.ts';
import { endPhase, enter, vote, writingRound } from '../kit/contests.ts';
import { giveReason } from '../kit/moderation.ts';
import { newMember } from '../kit/people.ts';
import { expect, test } from '../kit/test.ts';
import { wordsOf } from '../kit/words.ts';

const t = wordsOf('en');
const press = (place: Page | Locator, name: string | RegExp) => place.getByRole('button', { name }).first().click();
const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

test('a moderator views the votes of a round and disqualifies an entry with a reason', async ({ open, site }) => {
  test.setTimeout(150_000);
  const reason = 'This is the text of another author, word for word.';
  const [creator, other, voter, judge] = [
    await newMember(site, 'host'),
    await newMember(site, 'copyist'),
    await newMember(site, 'voter'),
    await newMember(site, 'judge', 'en', 'moderator'),
  ];
  const { roundId } = await writingRound(site, 'The Copy of', creator, other);
  const kept = await enter(site, roundId, creator, 'A plank, a table');
  const copied = await enter(site, roundId, other, 'Word for word');
  await endPhase(site, roundId, 'voting');
  await vote(site, roundId, voter, copied.id);

  const stranger = await open({ as: voter });
  await stranger.goto(to.moderation({ round: roundId }));
  await expect(stranger.getByText(t('moderation.login_text')).filter({ visible: true })).toHaveCount(1);

  const page = await open({ as: judge });
  await page.goto(to.moderation({ round: roundId }));
  await expect(title(page, t('moderation.audit_title', { number: 1 }))).toBeVisible();
  // A moderator who looks can no longer vote. The page says so first.
  await expect(page.getByText(t('moderation.audit_gate'))).toBeVisible();
  await press(page, t('moderation.audit_show'));
  await page.getByText(t('moderation.audit_table')).click();
  await expect(page.getByRole('table')).toBeVisible();
  await expectAccessible(page, 'the audit of a round');
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: copied.title }) });
  await expect(row).toContainText(t('moderation.audit_votes', { count: 1 }));
  await press(row, t('moderation.take_out'));
  await giveReason(page, t, { rule: 'plagiarism', reason, act: t('moderation.take_out_act') });
  await expect(row).toContainText(t('moderation.entry_rejected'));
  await expect(page.getByText(t('moderation.audit_no_votes'))).toBeVisible();

  const told = await open({ as: other });
  await told.goto(to.messages());
  await expect(told.getByRole('listitem').filter({ hasText: reason })).toBeVisible();
  const freed = await open({ as: voter });
  await freed.goto(to.voting({ roundId }));
  await expect(freed.getByRole('link', { name: kept.title })).toBeVisible();
  await expect(freed.getByText(copied.title)).toHaveCount(0);
});
