import { setTimeout } from 'node:timers/promises';
import { to } from '#core/pages.ts';
import { type Figure, figure } from './bars.ts';
import { compare } from './compare.ts';
import type { Filled } from './library.ts';
import { BR, get } from './load.ts';
import { type Answer, fetchAnswer, type Subject, startBare } from './subjects.ts';
import { measureUncached } from './uncached.ts';

const RECOMPRESSING_MS = 300;

/**
 * Fetches a cached response. After the second request, the site compresses it again, more strongly. The bare
 * server gets these bytes.
 */
export async function fetchKept(site: Subject, path: string): Promise<Answer> {
  for (let i = 0; i < 2; i += 1) await fetchAnswer(site.url, path);
  await setTimeout(RECOMPRESSING_MS);
  return fetchAnswer(site.url, path);
}

/**
 * Compares cached responses with a bare server that sends the same bytes (S1, S2, S6). Also measures uncached ones
 * (S3 to S5, S10).
 */
export async function measureKept(site: Subject, filled: Filled, add: (...figures: Figure[]) => void): Promise<void> {
  const { storyId, chapterId } = filled.long[50]!;
  const paths = {
    chapter: to.chapter({ storyId, chapterId }),
    story: to.story({ storyId }),
    home: '/',
    'chapter/detail': `/api/chapter/detail?chapterId=${chapterId}`,
    'story/detail': `/api/story/detail?storyId=${storyId}`,
    'story/home': '/api/story/home',
  };
  const answers: Record<string, Answer> = {};
  for (const [name, path] of Object.entries(paths)) answers[name] = await fetchKept(site, path);
  const html = await (await fetch(`${site.url}${paths.chapter}`)).text();
  const bare = await startBare(Object.values(answers), html);
  const mine = { origin: site.url, pid: site.pid };
  try {
    const both = (bytes: Buffer, right: readonly number[] = [200]) => {
      const asked = { request: () => bytes, right };
      return compare({ ...asked, server: mine }, { ...asked, server: bare });
    };
    const kept = { chapter: 'keptChapter', story: 'keptStory', home: 'keptHome' } as const;
    for (const name of ['chapter', 'story', 'home'] as const) {
      const { byCpu, note } = await both(get(paths[name], BR));
      add(figure(kept[name], byCpu, note));
    }
    const known = { ...BR, 'if-none-match': answers.chapter!.headers.etag! };
    const notModified = await both(get(paths.chapter, known), [304]);
    add(figure('notModified', notModified.byCpu, notModified.note));
    const calls = {
      'chapter/detail': 'chapterCall',
      'story/detail': 'storyCall',
      'story/home': 'homeCall',
    } as const;
    for (const name of ['chapter/detail', 'story/detail', 'story/home'] as const) {
      const { byCpu, note } = await both(get(paths[name], BR));
      add(figure(calls[name], byCpu, note));
    }
    add(...(await measureUncached(site, filled, bare)));
  } finally {
    bare.stop();
  }
}
