import { to } from '#core/pages.ts';
import { insertPasskey } from '#features/accounts/server/factors/factors.repo.ts';
import { expectAccessible } from '../kit/accessibility.ts';
import { newMember, PASSWORD } from '../kit/people.ts';
import { siteDeps } from '../kit/site-deps.ts';
import { expect, test } from '../kit/test.ts';
import { wordsOf } from '../kit/words.ts';

const t = wordsOf('en');

test('an administrator examines the site, and helps a member who has lost their passkey, who stops it', async ({
  open,
  site,
}) => {
  test.setTimeout(120_000);
  const administrator = await newMember(site, 'operator', 'en', 'administrator');
  const member = await newMember(site, 'keyless');
  const { deps } = await siteDeps(site);
  const passkey = { publicKey: Buffer.of(0), counter: 0, transports: [], name: 'Old phone' };
  await insertPasskey(deps.db, member.id, { ...passkey, credentialId: Buffer.from(member.id) });

  const page = await open({ as: administrator });
  await page.goto(to.moderation());
  await page.getByRole('link', { name: t('moderation.administration'), exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: t('administration.title') })).toBeVisible();
  await expect(page.getByText(t('administration.removals_none'))).toBeVisible();
  await page.getByRole('button', { name: t('administration.examine') }).click();
  await expect(page.getByText(t('doctor.keys_well'))).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('main').locator('code').first()).toHaveText(/^npm run /);
  await expectAccessible(page, 'administration');
  // Beside its long note, the heading keeps its line.
  await page.setViewportSize({ width: 768, height: 900 });
  const heading = await page.getByRole('heading', { name: t('administration.help') }).boundingBox();
  expect(heading!.height).toBeLessThan(50);

  await page.getByLabel(t('administration.username')).fill('nobody_at_all');
  await page.getByRole('button', { name: t('administration.find'), exact: true }).click();
  await expect(page.getByText(t('error.user_not_found'))).toBeVisible();
  await page.getByLabel(t('administration.username')).fill(member.username);
  await page.getByRole('button', { name: t('administration.find'), exact: true }).click();
  await page.getByRole('button', { name: t('administration.remove'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').first().fill('They showed me their passport in a call.');
  await dialog.getByLabel(t('proof.password')).fill(PASSWORD);
  await expectAccessible(page, 'planning the removal of second factors');
  await dialog.getByRole('button', { name: t('administration.remove_act') }).click();
  const stop = page.getByRole('button', { name: t('administration.stop_named', { name: member.username }) });
  await expect(stop).toBeVisible();
  // The buttons that disappear hand the focus on.
  await expect(page.locator('main :focus')).toHaveCount(1);

  const owner = await open({ as: member });
  await owner.goto(to.security());
  await owner.getByRole('button', { name: t('security.keep_factors') }).click();
  await expect(owner.getByText(t('security.factors_kept'))).toBeVisible();
  await expect(owner.getByText('Old phone')).toBeVisible();
  await expect(owner.getByRole('heading', { level: 1 })).toBeFocused();
  await page.reload();
  await expect(page.getByText(t('administration.removals_none'))).toBeVisible();
});
