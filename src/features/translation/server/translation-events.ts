import type { Language } from '#core/languages.ts';

interface ShownTranslation {
  readonly translationId: string;
  readonly translatorId: string;
  readonly storyId: string;
  /** Null for the title and description of the story. */
  readonly chapterId: string | null;
  readonly language: Language;
}

/** Emitted in the transaction of the change. */
declare module '#platform/features/events.ts' {
  interface Events {
    /**
     * Readers see the translation, instead of another one of the same text if there was one: a reviewer approved it, it
     * replaces one that was taken down, or that decision was reversed. The story is locked.
     */
    'translation.approved': ShownTranslation;
    /** A moderator took the translation down, with the story locked, or it was erased with its translator’s account. */
    'translation.removed': ShownTranslation;
  }
}

/** Returns what these events say about a translation. */
export function shownTranslation(
  of: Omit<ShownTranslation, 'translationId'> & { readonly id: string },
): ShownTranslation {
  const { id: translationId, translatorId, storyId, chapterId, language } = of;
  return { translationId, translatorId, storyId, chapterId, language };
}
