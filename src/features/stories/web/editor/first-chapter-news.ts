/** State of the first chapter’s text: `saved` if the server has all of it, `failed` if it is only on this device. */
export type FirstChapterState = 'empty' | 'saving' | 'saved' | 'failed';

export interface FirstChapterNews {
  readonly state: FirstChapterState;
  /** Saves right away. Returns true if the server has all of the text. */
  save: () => Promise<boolean>;
}
