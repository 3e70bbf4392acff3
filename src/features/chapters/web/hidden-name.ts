import type { Translate } from '#core/messages.ts';
import type { HiddenBy } from '../model/chapter-status.ts';

/** A chapter whose title readers may not see. */
interface Hideable {
  readonly title: string | null;
  /** Who hid it. Null or omitted unless it is hidden. */
  readonly hiddenBy?: HiddenBy | null | undefined;
}

/** Names a chapter that readers can’t see by who hid it: its author by taking it down, or a moderator. */
export function hiddenName(t: Translate, { hiddenBy }: Pick<Hideable, 'hiddenBy'>): string {
  return hiddenBy === 'author' ? t('common.taken_down_chapter') : t('common.hidden_chapter');
}

/** Returns the number of a chapter with its title, or with what it is called if it is hidden. */
export function numberedName(t: Translate, chapter: Hideable & { readonly number: number }): string {
  return t('common.numbered_title', { number: chapter.number, title: chapter.title ?? hiddenName(t, chapter) });
}
