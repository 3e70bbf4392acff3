import type { Browser } from '@playwright/test';
import { to } from '#core/pages.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { readerApi } from '#features/reader/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { prose } from '#testing/factories.ts';
import { createDemoApi } from '../scripts/demo/api.ts';
import { mailedToken } from '../scripts/demo/outbox.ts';
import { FIRST_VISIT, type Figure, figure, median } from './bars.ts';
import type { Filled } from './library.ts';
import { begun, firstPaint, type Storage, slowPage } from './slow-page.ts';
import type { Subject } from './subjects.ts';
import { quiet, weigher } from './weigh.ts';

const RUNS = 3;
const KB = 1024;
/** The member's menu button, once it shows their picture or initial. */
const HEAD = 'html[style*="--member-letter"] [data-head]';
const OWN_LISTS = '.when-reading article a';
const WRITING_ROOM = '[contenteditable="true"]';

interface MemberOfSite {
  readonly storage: Storage;
  /** URL of the editor with a chapter of theirs. */
  readonly room: string;
}

/** Creates a member with a reading position in one story and a chapter of their own in another. */
async function makeMember(site: Subject, { long }: Filled): Promise<MemberOfSite> {
  const api = createDemoApi(site.url);
  const email = 'pages@bench.invalid';
  const password = 'Bench4Marks';
  await api.call(accountApi.register, { email, password, terms: true });
  const token = await mailedToken(site.dataDir, email);
  const tokens = await api.call(accountApi.verifyEmail, { token });
  const { chapterId } = long[0]!;
  await api.call(readerApi.savePosition, { chapterId, toEnd: true }, tokens.accessToken);
  const story = { title: 'Rooms', description: 'Written to see how soon one can write.', language: 'en' } as const;
  const told = { ...story, mode: 'solo', categories: ['adventure'] } as const;
  const { id: storyId } = await api.call(storyApi.create, { ...told, categories: ['adventure'] }, tokens.accessToken);
  const content = prose(2000, 3);
  const chapter = { storyId, title: 'First', summary: 'It begins.', content };
  const { id: own } = await api.call(chapterApi.create, chapter, tokens.accessToken);
  return {
    storage: {
      accessToken: tokens.accessToken,
      refreshToken: tokens.refreshToken,
      memberReading: '1',
    },
    room: to.editChapter({ storyId, chapterId: own }),
  };
}

/** S7: measures what a member's story page fetches on load, and after scrolling to the end. */
async function weighStory(browser: Browser, origin: string, path: string, storage: Storage): Promise<Figure[]> {
  const localStorage = Object.entries(storage).map(([name, value]) => ({ name, value }));
  const context = await browser.newContext({
    ...FIRST_VISIT,
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  });
  try {
    const page = await context.newPage();
    const weigh = weigher(page);
    await page.goto(`${origin}${path}`);
    await quiet(page);
    const atOnce = await weigh();
    await page.keyboard.press('End');
    await quiet(page);
    const then = await weigh();
    return [
      figure('memberScript', atOnce.scripts / KB, `${atOnce.files} files`),
      figure('memberRequests', atOnce.requests),
      figure('slotScript', (then.scripts - atOnce.scripts) / KB),
      figure('slotFiles', then.files - atOnce.files),
    ];
  } finally {
    await context.close();
  }
}

/** S9: measures how long a member waits for their own content, on slow 4G. */
async function visitOnce(browser: Browser, origin: string, story: string, { storage, room }: MemberOfSite) {
  const watch = [HEAD, OWN_LISTS, WRITING_ROOM];
  const { page, context, seen } = await slowPage(browser, origin, { watch, storage });
  try {
    await page.goto(origin, { waitUntil: 'commit' });
    const head = (await seen(HEAD)) - (await begun(page));
    const lists = (await seen(OWN_LISTS)) - (await begun(page));
    await page.goto(`${origin}${story}`, { waitUntil: 'commit' });
    const later = Math.max(0, (await seen(HEAD)) - (await firstPaint(page)));
    await page.goto(`${origin}${room}`, { waitUntil: 'commit' });
    const typing = (await seen(WRITING_ROOM)) - (await begun(page));
    return { head, lists, later, typing };
  } finally {
    await context.close();
  }
}

/** S7, S9: measures pages for logged-in members. */
export async function measureMemberPages(browser: Browser, site: Subject, filled: Filled): Promise<Figure[]> {
  const member = await makeMember(site, filled);
  const story = to.story({ storyId: filled.stories[1]! });
  const visits: Awaited<ReturnType<typeof visitOnce>>[] = [];
  for (let run = 0; run < RUNS; run += 1) visits.push(await visitOnce(browser, site.url, story, member));
  const of = (name: keyof (typeof visits)[number]) => median(visits.map((visit) => visit[name]));
  return [
    ...(await weighStory(browser, site.url, story, member.storage)),
    figure('headFirst', of('head'), `home page, median of ${RUNS}`),
    figure('headLater', of('later'), 'story page'),
    figure('ownLists', of('lists')),
    figure('typing', of('typing'), '2,000 words, files in no cache but those of a story page'),
  ];
}
