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
