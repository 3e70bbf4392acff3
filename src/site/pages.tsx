import type { PageName } from '#core/pages.ts';
import type { Page } from './page.ts';
import { about } from './pages/about.tsx';
import { accessibility } from './pages/accessibility.tsx';
import { agreement } from './pages/agreement.tsx';
import { beginsStory } from './pages/begins-story.ts';
import { chapter } from './pages/chapter.tsx';
import { editChapter } from './pages/edit-chapter.tsx';
import { home } from './pages/home.tsx';
import { notFound } from './pages/not-found.tsx';
import { offline } from './pages/offline.tsx';
import { path } from './pages/path.tsx';
import { report } from './pages/report.tsx';
import { search } from './pages/search.tsx';
import { story } from './pages/story.tsx';
import { storyMap } from './pages/story-map.tsx';
import { transparency } from './pages/transparency.tsx';
import { unsubscribe } from './pages/unsubscribe.tsx';
import { user } from './pages/user.tsx';
import { voting } from './pages/voting.tsx';
import { membersRoom, reviewRoom, secretRoom, writingRoom } from './rooms.tsx';

/** How the server renders each page of the site. Their URLs are in `core/pages.ts`. */
export const pages: Readonly<Record<PageName, Page>> = {
  home,
  story,
  chapter,
  path,
  storyMap,
  voting,
  user,
  search,
  report,
  reasons: membersRoom('reasons', { title: 'reasons.title', text: 'reasons.visitor' }),
  transparency,
  accessibility,
  about,
  agreement,
  statistics: membersRoom('statistics', { title: 'statistics.title' }),
  profile: membersRoom('profile', { title: 'account.title' }),
  security: membersRoom('security', { title: 'security.title' }),
  messages: membersRoom('messages', { title: 'common.messages', text: 'inbox.visitor', reason: 'messages' }),
  news: membersRoom('news', { title: 'news.title', text: 'news.visitor' }),
  unsubscribe,
  moderation: membersRoom('moderation', { title: 'moderation.title', text: 'moderation.login_text' }),
  editStory: membersRoom('editStory', {
    title: (query) => (query.has('new') ? 'story_editor.new_title' : 'story_editor.edit_title'),
    reason: 'write',
    wish: beginsStory,
    names: (query) => query.has('new') || query.has('storyId'),
  }),
  reviewChapterTranslation: reviewRoom('reviewChapterTranslation'),
  reviewStoryTranslation: reviewRoom('reviewStoryTranslation'),
  editChapter,
  editSubmission: writingRoom('editSubmission', 'submission.page_title'),
  translateStory: writingRoom('translateStory', 'translate.page_title'),
  translateChapter: writingRoom('translateChapter', 'translate.page_title'),
  resetPassword: secretRoom('resetPassword', 'accounts.choose_password'),
  loginLink: secretRoom('loginLink', 'logins.link_title'),
  endLogin: secretRoom('endLogin', 'logins.end_title'),
  firstAdmin: secretRoom('firstAdmin', 'first_admin.page_title'),
  invitation: secretRoom('invitation', 'participation.invitation'),
  googleCallback: secretRoom('googleCallback', 'accounts.google_title'),
  openidCallback: secretRoom('openidCallback', 'accounts.provider_title'),
  offline,
  notFound,
};
