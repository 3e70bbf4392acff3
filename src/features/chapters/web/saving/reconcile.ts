import type { DeviceDraft } from './device-drafts.ts';
import { isBlank, isSameText, type Written } from './written.ts';

export interface LeftBehind {
  /** Goes on at once: the server has nothing that could be lost by it. */
  restore: DeviceDraft | null;
  /** Is offered beside the server's text. */
  offer: DeviceDraft | null;
  /** What the server has already. */
  forget: DeviceDraft[];
}

/**
 * What to do on return with texts that this device kept (product §4). Those of pages that are still open are left to
 * them. Everything that the server does not have is offered, newest first, whichever clock is right: a device's clock may
 * be wrong, and no word may be lost by that.
 */
export function reconcile(
  kept: readonly DeviceDraft[],
  server: Written | null,
  openPages: ReadonlySet<string>,
): LeftBehind {
  const orphans = kept.filter(({ page }) => !openPages.has(page)).sort((a, b) => b.at.localeCompare(a.at));
  const isKnown = ({ written }: DeviceDraft) => isBlank(written) || (server !== null && isSameText(written, server));
  const forget = orphans.filter(isKnown);
  const [newest = null] = orphans.filter((draft) => !isKnown(draft));
  const isOpenField = server === null || isBlank(server);
  return { restore: isOpenField ? newest : null, offer: isOpenField ? null : newest, forget };
}
