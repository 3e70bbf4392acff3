/** The ballot of a round, and its result when it is over. */
export function votingPath(roundId: string, entryId?: string): string {
  return `/voting/${roundId}${entryId === undefined ? '' : `?entry=${entryId}`}`;
}

/** Where one writes one's own entry. */
export function submissionPath({ id, storyId }: { id: string; storyId: string }): string {
  return `/edit_submission/story/${storyId}/round/${id}`;
}
