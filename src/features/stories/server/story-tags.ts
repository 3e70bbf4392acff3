/** Cache tag of everything that shows a story or one of its chapters. */
export function storyTag(storyId: string): string {
  return `story:${storyId}`;
}
/** Cache tag of the lists that change with every publication. */
export const HOME_TAG = 'home';
