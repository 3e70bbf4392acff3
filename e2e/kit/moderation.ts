import type { Page } from '@playwright/test';
import type { Translate } from '#core/messages.ts';
import type { Rule } from '#features/moderation/model/restriction.ts';

/** Answers the dialog that asks by which rule and why, and presses what it offers. */
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
