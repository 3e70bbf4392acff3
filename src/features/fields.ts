import { type StoryFields, storyFields } from './stories/model/story-field-list.ts';

/** The fields that all features add to stories (decision 047). The editors load this, because fields have schemas. */
export const STORY_FIELDS: StoryFields = { ...storyFields };
