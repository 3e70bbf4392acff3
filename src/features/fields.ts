import { type ChapterFields, chapterFields } from './chapters/model/chapter-field-list.ts';
import { type StoryFields, storyFields } from './stories/model/story-field-list.ts';

/**
 * The fields that all features add to stories and chapters (decision 047). For the editors, the only pages that load
 * schemas. The server gets them from the features.
 */
export const STORY_FIELDS: StoryFields = { ...storyFields };
export const CHAPTER_FIELDS: ChapterFields = { ...chapterFields };
