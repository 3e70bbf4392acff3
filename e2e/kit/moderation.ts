import type { Page } from '@playwright/test';
import type { Translate } from '#core/messages.ts';
import type { Rule } from '#features/moderation/model/restriction.ts';

/** Fills in the dialog that asks for the rule and the reason, and presses its button `act`. */
export async function giveReason(
  page: Page,
  t: Translate,
  { rule, reason, act }: { rule?: Rule; reason: string; act: string },
): Promise<void> {
  const dialog = page.getByRole('dialog');
  if (rule) await dialog.getByRole('radio', { name: t(`rule.${rule}`), exact: true }).check();
  await dialog.locator('textarea[required]').fill(reason);
  await dialog.getByRole('button', { name: act, exact: true }).click();
}
