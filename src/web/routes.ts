import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

/** The routes of spec §2. Pages of reading and pages of working differ in what stands around them. */
export default [
  layout('layout/site.tsx', [
    index('routes/home.tsx'),
    route('story/:storyId', 'routes/story.tsx'),
    route('story/:storyId/statistics', 'routes/statistics.tsx'),
    route('user/:userSlug', 'routes/user.tsx'),
    route('search_result', 'routes/search-result.tsx'),
    route('about', 'routes/about.tsx'),
    route('agreement/:type', 'routes/agreement.tsx'),
    route('profile', 'routes/profile.tsx'),
    route('messages', 'routes/messages.tsx'),
    route('edit_story', 'routes/edit-story.tsx'),
    route('moderation', 'routes/moderation.tsx'),
    route('reset_password', 'routes/reset-password.tsx'),
    route('auth/google/callback', 'routes/google-callback.tsx'),
    route('*', 'routes/not-found.tsx'),
  ]),
  route('offline', 'routes/offline.tsx'),
  layout('layout/reading.tsx', [
    route('story/:storyId/chapter/:chapterId', 'routes/chapter.tsx'),
    route('story/:storyId/path/:chapterId', 'routes/path.tsx'),
    route('story/:storyId/map', 'routes/story-map.tsx'),
    route('voting/:roundId', 'routes/voting.tsx'),
  ]),
  layout('layout/writing.tsx', [
    route('edit_chapter', 'routes/edit-chapter.tsx'),
    route('translate_story/:storyId', 'routes/translate-story.tsx'),
    route('translate_chapter/:storyId/:chapterId', 'routes/translate-chapter.tsx'),
    route('edit_submission/story/:storyId/round/:roundId', 'routes/edit-submission.tsx'),
  ]),
  layout('layout/reviewing.tsx', [
    route('review_chapter_translation', 'routes/review-chapter-translation.tsx'),
    route('review_story_translation', 'routes/review-story-translation.tsx'),
  ]),
] satisfies RouteConfig;
