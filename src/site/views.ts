import type { ComponentType } from 'react';
import type { PageName } from '#core/pages.ts';

type View = () => Promise<{ default: ComponentType<never> }>;

/** The components that React renders in the browser, by page. The other pages are documents. */
export const VIEWS: Readonly<Partial<Record<PageName, View>>> = {
  storyMap: () => import('./pages/story-map.view.tsx'),
  voting: () => import('./pages/voting.view.tsx'),
  statistics: () => import('./pages/statistics.room.tsx'),
  profile: () => import('./pages/profile.room.tsx'),
  security: () => import('./pages/security.room.tsx'),
  messages: () => import('./pages/messages.room.tsx'),
  news: () => import('./pages/news.room.tsx'),
  moderation: () => import('./pages/moderation.room.tsx'),
  report: () => import('./pages/report.room.tsx'),
  reasons: () => import('./pages/reasons.room.tsx'),
  loginLink: () => import('./pages/login-link.room.tsx'),
  endLogin: () => import('./pages/end-login.room.tsx'),
  firstAdmin: () => import('./pages/first-admin.room.tsx'),
  editStory: () => import('./pages/edit-story.room.tsx'),
  reviewChapterTranslation: () => import('./pages/review-chapter-translation.room.tsx'),
  reviewStoryTranslation: () => import('./pages/review-story-translation.room.tsx'),
  editChapter: () => import('./pages/edit-chapter.room.tsx'),
  editSubmission: () => import('./pages/edit-submission.room.tsx'),
  translateStory: () => import('./pages/translate-story.room.tsx'),
  translateChapter: () => import('./pages/translate-chapter.room.tsx'),
  resetPassword: () => import('./pages/reset-password.room.tsx'),
  invitation: () => import('./pages/invitation.room.tsx'),
  googleCallback: () => import('./pages/google-callback.room.tsx'),
  openidCallback: () => import('./pages/openid-callback.room.tsx'),
};
