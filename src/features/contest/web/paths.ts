/** The page of a round: its ballot, or its result. */
export const roundPath = (roundId: string) => `/voting/${roundId}`;

/** The same page with one entry to read, at the beginning of its text. */
export const entryPath = (roundId: string, entryId: string) => `${roundPath(roundId)}?entry=${entryId}#entry`;

/** Where an entry is written. */
export const entryEditorPath = (storyId: string, roundId: string) =>
  `/edit_submission/story/${storyId}/round/${roundId}`;
