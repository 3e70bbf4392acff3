import type { Registries } from '#platform/features/feature.ts';
import { handle, type Route } from '#platform/http/pipeline.ts';
import { storyCalls } from '../contract.ts';
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

/** The calls, with the fields of all features. */
export function storyRoutes({ storyFields }: Pick<Registries, 'storyFields'>): Route[] {
  const storyApi = storyCalls(storyFields);
  return [
    handle(storyApi.create, createStory),
    handle(storyApi.update, updateStory),
    handle(storyApi.uploadCover, (ctx, input, { file }) => uploadCover(ctx, input, file)),
    handle(storyApi.removeCover, removeCover),
    handle(storyApi.submit, submitStory),
    handle(storyApi.withdraw, withdrawStory),
    handle(storyApi.discardEdit, discardEdit),
    handle(storyApi.delete, deleteStory),
    handle(storyApi.undelete, undeleteStory),
    handle(storyApi.detail, getStory),
    handle(storyApi.draft, getStoryDraft),
    handle(storyApi.listOwn, listOwnStories),
    handle(storyApi.listByUser, listStoriesByUser),
    handle(storyApi.viewerState, getStoryViewerState),
  ];
}
