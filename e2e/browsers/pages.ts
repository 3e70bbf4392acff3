import { to } from '#core/pages.ts';
import type { World } from '../kit/world.ts';

/** A page that every browser must open, and an element that shows that it’s open. */
export interface BrowserPage {
  readonly name: string;
  readonly path: string;
  /** CSS selector of an element that error pages don’t have. */
  readonly shows: string;
}

export function visitorPages({ story, relayId, author, contest }: World): BrowserPage[] {
  const [chapterId] = story.chapterIds as [string];
  return [
    { name: 'home', path: '/', shows: 'main a[href^="/story/"]' },
    { name: 'story', path: to.story({ storyId: story.storyId }), shows: `main a[href*="/chapter/${chapterId}"]` },
    { name: 'relay', path: to.story({ storyId: relayId }), shows: 'main a[href*="/chapter/"]' },
    { name: 'chapter', path: to.chapter({ storyId: story.storyId, chapterId }), shows: 'main article p' },
    {
      name: 'public profile',
      path: to.user({ userSlug: author.slug }),
      shows: `main a[href="${to.story({ storyId: story.storyId })}"]`,
    },
    { name: 'ballot', path: to.voting({ roundId: contest.roundId }), shows: 'main a[href^="/story/"]' },
    { name: 'own profile', path: to.profile(), shows: 'main button' },
    { name: 'messages', path: to.messages(), shows: 'main button' },
  ];
}

export function memberPages(world: World): BrowserPage[] {
  const { storyId, chapterIds } = world.story;
  const own = visitorPages(world).filter(({ path }) => path !== to.profile() && path !== to.messages());
  return [
    ...own,
    { name: 'own profile', path: to.profile(), shows: `main a[href*="storyId=${world.draft.storyId}"]` },
    { name: 'messages', path: to.messages(), shows: 'main li' },
    {
      name: 'chapter editor',
      path: to.editChapter({ storyId, chapterId: chapterIds[0] }),
      shows: '[contenteditable="true"] p',
    },
    { name: 'entry of a round', path: world.contest.editorPath, shows: '[contenteditable="true"]' },
  ];
}

/** The other pages of the site. Each browser opens them once, as a member on a phone. */
export function otherPages({ story, branch, translation, relayId, stopToken }: World): BrowserPage[] {
  const { storyId, chapterIds } = story;
  const [chapterId] = chapterIds as [string];
  const tree = { storyId: branch.storyId };
  return [
    { name: 'branch', path: to.story(tree), shows: 'main a[href*="/map"]' },
    ...(['unread', 'open'] as const).map((show) => ({
      name: `${show} chapters of a branch`,
      path: to.story(tree, { show }),
      shows: `main a[href*="show=${show}"][aria-current]`,
    })),
    { name: 'choices of a branch', path: to.chapter({ ...tree, chapterId: branch.chapterId }), shows: 'main nav a' },
    { name: 'path', path: to.path({ ...tree, chapterId: branch.wayId }), shows: 'main article p' },
    { name: 'story map', path: to.storyMap(tree), shows: 'main a[href*="/chapter/"]' },
    { name: 'search', path: to.search({ sort: 'latest_created' }), shows: 'main form select' },
    { name: 'about', path: to.about(), shows: 'main article h1' },
    { name: 'agreement', path: to.agreement({ type: 'user' }), shows: 'main article h1' },
    { name: 'statistics', path: to.statistics({ storyId }), shows: 'main h1' },
    { name: 'story editor', path: to.editStory({ storyId }), shows: 'main input' },
    { name: 'translating a story', path: to.translateStory({ storyId }, { lang: translation.into }), shows: 'main h1' },
    {
      name: 'translating a chapter',
      path: to.translateChapter({ storyId, chapterId }, { lang: translation.into }),
      shows: 'main h1',
    },
    { name: 'reviews of chapters', path: to.reviewChapterTranslation(), shows: 'main h1' },
    { name: 'reviews of stories', path: to.reviewStoryTranslation(), shows: 'main h1' },
    { name: 'moderation', path: to.moderation(), shows: 'main h1, main p' },
    { name: 'new password', path: to.resetPassword({ token: 'x' }), shows: 'main h1' },
    { name: 'return from Google', path: to.googleCallback({ code: 'x', state: 'y' }), shows: 'main h1' },
    { name: 'return from a provider', path: to.openidCallback({ code: 'x', state: 'y' }), shows: 'main h1' },
    { name: 'email settings', path: to.news(), shows: 'main select' },
    { name: 'unsubscribe', path: to.unsubscribe({ token: stopToken }), shows: 'main button' },
    { name: 'logging in with a link', path: to.loginLink({ token: 'x' }), shows: 'main h1' },
    { name: 'ending a login', path: to.endLogin({ token: 'x' }), shows: 'main h1' },
    { name: 'becoming administrator', path: to.firstAdmin({ token: 'x' }), shows: 'main h1' },
    { name: 'an invitation', path: to.invitation({ token: 'x' }), shows: 'main h1' },
    { name: 'home in other languages', path: to.home({ languages: 'pt.de' }), shows: 'main h2' },
    { name: 'a new chapter', path: to.editChapter({ storyId: relayId }), shows: 'main h1, [contenteditable="true"]' },
    {
      name: 'a new path',
      path: to.editChapter({ storyId: branch.storyId, parentChapterId: branch.chapterId }),
      shows: 'main h1, [contenteditable="true"]',
    },
    { name: 'offline', path: to.offline(), shows: 'main h1' },
    { name: 'not found', path: '/nothing', shows: 'main h1' },
  ];
}
