import { to } from '#core/pages.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { newMember } from '../kit/people.ts';
import { expect, test } from '../kit/test.ts';
import { twoProcesses } from '../kit/two-processes.ts';
import { wordsOf } from '../kit/words.ts';

const t = wordsOf('en');

test('a member reads an own change through another process at once', async ({ open, site }) => {
  const member = await newMember(site, 'two-processes');
  const pair = await twoProcesses(site);
  try {
    const page = await open({ as: member, baseURL: pair.url });
    const visitor = await open({ baseURL: pair.url });
    const path = to.user({ userSlug: member.slug });
    const call = `/api/${accountApi.bySlug.path}?slug=${member.slug}&t=en`;
    for (const bio of ['One ferry, late.', 'Two ferries, at night.']) {
      // Now the second process keeps the old page and the old response.
      for (const kept of [path, call]) await visitor.goto(kept);
      await page.goto(to.profile());
      await page.getByRole('button', { name: t('account.edit_profile') }).click();
      const form = page.getByRole('dialog', { name: t('account.edit_profile') });
      await form.getByLabel(t('account.bio')).fill(bio);
      pair.hold();
      await form.getByRole('button', { name: t('common.save') }).click();
      await expect(form).toBeHidden();

      // It has not heard of the change, so others still get the old page.
      expect((await (await visitor.goto(path))!.text()).includes(bio)).toBe(false);
      if (bio.startsWith('Two')) {
        // It does not hear of it in time.
        expect((await page.evaluate(async (url) => (await fetch(url)).text(), call)).includes(bio)).toBe(true);
        expect((await (await page.goto(path))!.text()).includes(bio)).toBe(true);
        pair.release();
      } else {
        // It hears of it while the member waits.
        const asked = pair.asked(path);
        const reading = page.goto(path);
        await asked;
        pair.release();
        expect((await (await reading)!.text()).includes(bio)).toBe(true);
      }
    }
    // They would notice that the balancer is gone.
    for (const window of [page, visitor]) await window.context().close();
  } finally {
    await pair.close();
  }
});
