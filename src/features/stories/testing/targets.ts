/** Targets of this feature for the permission matrix. */
export type StoryTarget = 'own story' | 'solo' | 'draft story' | 'pending story' | 'deleted story' | 'suggestion';

export const NO_STORY = '404 story_not_found';
export const story = (storyId: string) => ({ storyId });
