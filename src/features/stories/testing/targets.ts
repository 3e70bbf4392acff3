/** What the acts of the permission matrix can be tried on, of this feature. */
export type StoryTarget = 'own story' | 'solo' | 'draft story' | 'pending story' | 'deleted story' | 'suggestion';

export const NO_STORY = '404 story_not_found';
export const story = (storyId: string) => ({ storyId });
