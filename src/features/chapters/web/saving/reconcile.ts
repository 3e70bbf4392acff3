import type { DeviceDraft } from './device-drafts.ts';
import type { ChapterForms, Written } from './written.ts';

export interface LeftBehind {
  /** Continue with it right away: the server has nothing that could be lost. */
  restore: DeviceDraft | null;
  /** Offer it next to the server’s text. */
  offer: DeviceDraft | null;
  /** The server already has these. */
  forget: DeviceDraft[];
}

/**
 * Decides what to do with texts kept on this device (product §4). Texts of pages that are still open belong to them.
 * The newest text that the server doesn’t have is offered, regardless of times: the device’s clock may be wrong, and no
 * text may be lost because of that.
 */
export function reconcile(
  { isBlank, isSameText }: ChapterForms,
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
