import type { Language } from '#core/languages.ts';
import type { RestrictionRequest } from '#features/moderation/web/restrict-dialog.tsx';

/** What moderators decide on to hide a chapter. `language` is that of the shown text. */
export function hidingOf(
  chapter: { id: string; language: Language },
  { id, username }: { id: string; username: string },
): RestrictionRequest {
  return { action: 'hide_chapter', targetId: chapter.id, owner: { id, username }, language: chapter.language };
}
