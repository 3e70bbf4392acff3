import { handle } from '#platform/http/pipeline.ts';
import { storyApi } from '../contract.ts';
import { getStory, getStoryDraft, getStoryViewerState, listOwnStories, listStoriesByUser } from './stories.queries.ts';
import {
  createStory,
  deleteStory,
  discardEdit,
  removeCover,
  submitStory,
  undeleteStory,
  updateStory,
  uploadCover,
  withdrawStory,
} from './stories.service.ts';
import type { StoryCtx } from './story-ctx.ts';

export const storyRoutes = [
  handle(storyApi.create, createStory),
  handle<typeof storyApi.update, StoryCtx>(storyApi.update, updateStory),
  handle(storyApi.uploadCover, (ctx, input, { file }) => uploadCover(ctx, input, file)),
  handle(storyApi.removeCover, removeCover),
  handle<typeof storyApi.submit, StoryCtx>(storyApi.submit, submitStory),
  handle<typeof storyApi.withdraw, StoryCtx>(storyApi.withdraw, withdrawStory),
  handle(storyApi.discardEdit, discardEdit),
  handle<typeof storyApi.delete, StoryCtx>(storyApi.delete, deleteStory),
  handle<typeof storyApi.undelete, StoryCtx>(storyApi.undelete, undeleteStory),
  handle(storyApi.detail, getStory),
  handle(storyApi.draft, getStoryDraft),
  handle(storyApi.listOwn, listOwnStories),
  handle(storyApi.listByUser, listStoriesByUser),
  handle<typeof storyApi.viewerState, StoryCtx>(storyApi.viewerState, getStoryViewerState),
];
