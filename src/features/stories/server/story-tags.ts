/** Tag of everything that shows a story or one of its chapters. */
export function storyTag(storyId: string): string {
  return `story:${storyId}`;
}
/** Tag of the lists that any newly published text changes. */
export const HOME_TAG = 'home';
