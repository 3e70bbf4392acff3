export const NO_STORY = '404 story_not_found';
export const story = (storyId: string) => ({ storyId });
