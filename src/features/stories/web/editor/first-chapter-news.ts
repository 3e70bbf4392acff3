import type { Language } from '#core/languages.ts';

/** State of the first chapter’s text: `saved` if the server has all of it, `failed` if it is only on this device. */
export type FirstChapterState = 'empty' | 'saving' | 'saved' | 'failed';

export interface FirstChapterNews {
  readonly state: FirstChapterState;
  /** Saves right away. Returns true if the server has all of the text. */
  save: () => Promise<boolean>;
}

/** What the first chapter of a story that is being created knows of the story. */
export interface FirstChapterProps {
  readonly storyId: string;
  /** The language that the author has chosen for the story. */
  readonly language: Language;
  /** Called when the author says that the story is in another language. */
  readonly setLanguage: (language: Language) => void;
  /** Called with the state of the text whenever it changes. */
  readonly tell: (news: FirstChapterNews) => void;
}
