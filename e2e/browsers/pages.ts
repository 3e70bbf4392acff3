import { to } from '#core/pages.ts';
import type { World } from '../kit/world.ts';

/** A page that every browser must open, and the element that shows that it did. */
export interface BrowserPage {
  readonly name: string;
  readonly path: string;
  /** CSS selector of something that an error page does not have. */
  readonly shows: string;
}

export function visitorPages({ story, relayId, author, contest }: World): BrowserPage[] {
  const [chapterId] = story.chapterIds;
  return [
    { name: 'home', path: '/', shows: 'main a[href^="/story/"]' },
    { name: 'story', path: `/story/${story.storyId}`, shows: `main a[href*="/chapter/${chapterId}"]` },
    { name: 'relay', path: `/story/${relayId}`, shows: 'main a[href*="/chapter/"]' },
    { name: 'chapter', path: `/story/${story.storyId}/chapter/${chapterId}`, shows: 'main article p' },
    { name: 'public profile', path: `/user/${author.slug}`, shows: `main a[href="/story/${story.storyId}"]` },
    { name: 'ballot', path: `/voting/${contest.roundId}`, shows: 'main a[href^="/story/"]' },
    { name: 'own profile', path: '/profile', shows: 'main button' },
    { name: 'messages', path: '/messages', shows: 'main button' },
  ];
}

export function memberPages(world: World): BrowserPage[] {
  const { storyId, chapterIds } = world.story;
  const own = visitorPages(world).filter(({ path }) => path !== '/profile' && path !== '/messages');
  return [
    ...own,
    { name: 'own profile', path: '/profile', shows: `main a[href*="storyId=${world.draft.storyId}"]` },
    { name: 'messages', path: '/messages', shows: 'main li' },
    {
      name: 'chapter editor',
      path: `/edit_chapter?storyId=${storyId}&chapterId=${chapterIds[0]}`,
      shows: '[contenteditable="true"] p',
    },
    { name: 'entry of a round', path: world.contest.editorPath, shows: '[contenteditable="true"]' },
  ];
}

/** The other pages of the site, which each browser opens once, as a member on a phone. */
export function otherPages({ story, branch, translation }: World): BrowserPage[] {
  const { storyId, chapterIds } = story;
  const [chapterId] = chapterIds as [string];
  const tree = { storyId: branch.storyId };
  return [
    { name: 'branch', path: to.story(tree), shows: 'main a[href*="/map"]' },
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
    { name: 'offline', path: to.offline(), shows: 'main h1' },
    { name: 'not found', path: '/nothing', shows: 'main h1' },
  ];
}
