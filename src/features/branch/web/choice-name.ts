import type { Translate } from '#core/messages.ts';
import type { HiddenBy } from '#features/chapters/model/chapter-status.ts';
import { hiddenName } from '#features/chapters/web/hidden-name.ts';

interface Chosen {
  readonly choice: string | null;
  readonly hiddenBy?: HiddenBy | null | undefined;
  /** Omitted if it can’t be chapter 1. */
  readonly number?: number;
}

/** Returns what readers click to reach a chapter, or what stands there for chapter 1 and for a hidden one. */
export function choiceName(t: Translate, chapter: Chosen): string {
  if (chapter.choice !== null) return chapter.choice;
  return chapter.number === 1 ? t('outline.beginning') : hiddenName(t, chapter);
}
