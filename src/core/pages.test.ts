import { describe, expect, it } from 'vitest';
import { canonicalPath, keptQuery, PAGES, pageAt, prefetchedPatterns, to, toText, toTranslating } from './pages.ts';

describe('the page at a path', () => {
  it.each([
    ['/', 'home', {}],
    ['/story/7', 'story', { storyId: '7' }],
    ['/story/7/', 'story', { storyId: '7' }],
    ['/About', 'about', {}],
    ['/story/7/chapter/12', 'chapter', { storyId: '7', chapterId: '12' }],
    ['/story/7/map', 'storyMap', { storyId: '7' }],
    ['/user/ada%20l', 'user', { userSlug: 'ada l' }],
    ['/agreement/privacy', 'agreement', { type: 'privacy' }],
    ['/edit_submission/story/1/round/2', 'editSubmission', { storyId: '1', roundId: '2' }],
    ['/auth/google/callback', 'googleCallback', {}],
    ['/auth/openid/callback', 'openidCallback', {}],
    ['/profile', 'profile', {}],
    ['/messages', 'messages', {}],
    ['/reset_password', 'resetPassword', {}],
    ['/edit_story', 'editStory', {}],
    ['/edit_chapter', 'editChapter', {}],
    ['/search_result', 'search', {}],
    ['/voting/3', 'voting', { roundId: '3' }],
    ['/translate_story/7', 'translateStory', { storyId: '7' }],
    ['/translate_chapter/7/12', 'translateChapter', { storyId: '7', chapterId: '12' }],
    ['/review_story_translation', 'reviewStoryTranslation', {}],
    ['/review_chapter_translation', 'reviewChapterTranslation', {}],
    ['/story/x', 'notFound', {}],
    ['/story/7/chapter', 'notFound', {}],
    ['//story/7', 'notFound', {}],
    ['/user/%E0%A4%A', 'notFound', {}],
    ['/what/somebody/typed', 'notFound', {}],
    ['/*', 'notFound', {}],
  ])('%s is %s', (path, name, params) => expect(pageAt(path)).toEqual({ name, params }));

  it('is the page that its URL was built for', () => {
    for (const name of Object.keys(PAGES) as (keyof typeof PAGES)[]) {
      if (name === 'notFound') continue;
      const params = {
        storyId: '1',
        chapterId: '2',
        roundId: '3',
        userSlug: 'ada',
        type: 'user',
        token: 'abc',
        number: '7',
      };
      const at: string = PAGES[name].at;
      const make = to[name] as (params?: object) => string;
      expect(pageAt(at.includes(':') ? make(params) : make()).name).toBe(name);
    }
  });
});

describe('the URL of a page', () => {
  it('contains the parameters, and the query without null and undefined values', () => {
    expect(to.chapter({ storyId: '7', chapterId: '12' }, { lang: 'de', beside: null })).toBe(
      '/story/7/chapter/12?lang=de',
    );
    expect(to.search({ q: 'salt & lemons', cursor: undefined })).toBe('/search_result?q=salt+%26+lemons');
    expect(to.home()).toBe('/');
  });
  it('is that of the story if no chapter is named', () => {
    const chapter = { storyId: '7', chapterId: '12' };
    expect(toText(chapter, { lang: 'de' })).toBe('/story/7/chapter/12?lang=de');
    expect(toText({ ...chapter, chapterId: null })).toBe('/story/7');
    expect(toTranslating(chapter)).toBe('/translate_chapter/7/12');
    expect(toTranslating({ ...chapter, chapterId: null }, { lang: 'de' })).toBe('/translate_story/7?lang=de');
  });
  it('never leads to another site or page', () => {
    expect(to.user({ userSlug: '../profile?x#y' })).toBe('/user/..%2Fprofile%3Fx%23y');
  });
});

describe('the query of a cached page', () => {
  it('contains only what the page depends on, in a fixed order', () => {
    expect(keptQuery('/story/7', { lang: 'zh-TW', order: 'newest', t: 'de', from: 'x y', utm: '1' })).toBe(
      '?order=newest&lang=zh',
    );
    expect(keptQuery('/', { verify: 'token' })).toBe('');
    expect(keptQuery('/', { languages: 'pt.xx.en.pt' })).toBe('?languages=pt.en');
    expect(keptQuery('/', { languages: 'pt.zh.de.en' })).toBe(keptQuery('/', { languages: 'pt.en.de.xx.zh' }));
    expect(keptQuery('/', { languages: 'xx' })).toBe('');
    expect(keptQuery('/story/7/chapter/12', { beside: '2', lang: ['de', 'fr'] })).toBe('');
  });
  it('is null for uncached pages and unusual paths', () => {
    for (const path of [
      '/profile',
      '/search_result',
      '/nothing',
      '/story/7/',
      '/About',
      '/user/ada%20l',
      '/user/%61da',
      '/user/a.b',
    ])
      expect(keptQuery(path, {}), path).toBe(null);
  });
});

it('only reading pages are prefetched, and only at URLs that can exist', () => {
  expect(prefetchedPatterns()).toContain('/story/:storyId(\\d+)/chapter/:chapterId(\\d+)');
  expect(prefetchedPatterns().join()).not.toMatch(/search|edit|auth|voting|offline|\*/);
});

describe('the canonical path', () => {
  it.each([
    ['/STORY/10', '/story/10'],
    ['/story/10/', '/story/10'],
    ['/Story/10/Chapter/12/', '/story/10/chapter/12'],
    ['/user/%61da', '/user/ada'],
    ['/user/@ada', '/user/%40ada'],
    ['/ABOUT/', '/about'],
  ])('of %s is %s', (path, canonical) => {
    expect(canonicalPath(path)).toBe(canonical);
    expect(canonicalPath(canonical)).toBe(null);
  });
  it.each(['/', '/story/10', '/user/Ada', '/nowhere/', '//story/10', '/user/%E4%B8%AD', '/user/%ff'])(
    'of %s is itself, or it is no page',
    (path) => {
      expect(canonicalPath(path)).toBe(null);
    },
  );
});
