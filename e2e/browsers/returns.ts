import type { Language } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { notify } from '#features/messages/server/index.ts';
import { KEYS } from '#web/boot/storage.ts';
import type { BrowserWindow, TestBrowser } from '../../tools/browsers/browser.ts';
import { newMember, type Person } from '../kit/people.ts';
import { type SiteAddress, siteDeps } from '../kit/site-deps.ts';
import { draftStory } from '../kit/stories.ts';
import { storyIn } from '../kit/texts.ts';
import { wordsOf } from '../kit/words.ts';
import type { World } from '../kit/world.ts';
import { checksIn, settle, signIn, type VisitResult } from './visit.ts';

const t = wordsOf('en');

/** Globals that the checks set in a page, to recognize it when it is restored. */
type MarkedPage = typeof globalThis & { mark?: true; spy?: BroadcastChannel; told?: string[] };

/**
 * Checks that pages restored from the back/forward cache are unchanged, except for updates since the user left them.
 * Starts and ends logged out.
 */
export async function goBack(browser: TestBrowser, site: SiteAddress, world: World): Promise<VisitResult> {
  const { window } = browser;
  const { result, check } = checksIn(browser);
  const { storyId, chapterIds } = world.story;
  const at = (path: string) => site.url + path;
  const chapter = at(to.chapter({ storyId, chapterId: chapterIds[0]! }));
  await window.open(at(to.about()));
  // When the first service worker takes control, pages left earlier are evicted. This happens once per browser.
  await window.waitFor(() => navigator.serviceWorker.controller !== null);
  await check('visitor, restored chapter has the theme of the next page', async () => {
    await window.open(chapter);
    await settle(window);
    await leaveFor(window, to.about());
    await window.evaluate(() => document.querySelector<HTMLElement>('[data-act="theme"]')!.click());
    const theme = await window.evaluate(() => document.documentElement.dataset.theme);
    await comeBack(window);
    const shown = await window.evaluate(() => document.documentElement.dataset.theme);
    if (!theme || shown !== theme) throw new Error(`the theme is ${shown} instead of ${theme}`);
  });
  await check('visitor, restored home page shows the story started since', async () => {
    await window.evaluate((key) => localStorage.removeItem(key), KEYS.reading);
    await window.open(at('/'));
    await settle(window);
    await leaveFor(window, new URL(chapter).pathname);
    await comeBack(window);
    await window.waitFor(
      (id) => document.querySelector(`.when-reading a[href*="/chapter/${id}"]`) !== null,
      chapterIds[0],
    );
  });
  await check('visitor, restored page has the language chosen since', async () => {
    await window.open(at(to.about()));
    await leaveFor(window, to.agreement({ type: 'privacy' }));
    await chooseLanguage(window, 'de');
    await window.evaluate(() => history.back());
    await window.waitFor((path) => location.pathname === path && document.documentElement.lang === 'de', to.about());
    await chooseLanguage(window, 'en');
  });

  const member = await newMember(site, `returns-${browser.name.toLowerCase()}`);
  const page = await newMemberPage(window, site, member);
  await check('member, restored page gets each message once', async () => {
    await page.open(to.messages());
    await leaveFor(window, to.about());
    await page.tell('Said meanwhile.');
    await window.waitFor(bellSays, t('inbox.bell', { count: 1 }));
    await comeBack(window);
    await window.waitFor(bellSays, t('inbox.bell', { count: 1 }));
    await page.hears(1);
    await page.tell('Said afterwards.');
    await window.waitFor(bellSays, t('inbox.bell', { count: 2 }));
    await page.hears(2);
  });
  if (browser.openTab) {
    const other = await browser.openTab();
    await check('member, page is restored if another tab has received messages', async () => {
      await page.open(to.profile());
      await other.open(at(to.messages()));
      await other.waitFor(bellSays, t('inbox.bell', { count: 2 }));
      await leaveFor(window, to.about());
      await page.tell('Told by the other tab.');
      await other.waitFor(bellSays, t('inbox.bell', { count: 3 }));
      await window.show();
      await comeBack(window);
      await window.waitFor(bellSays, t('inbox.bell', { count: 3 }));
    });
    await other.open('about:blank');
  }
  await check('member, own page does not reappear after logging out', async () => {
    await page.open(to.profile());
    await window.evaluate((name) => {
      // Fires when the page is left, and again when it is reloaded.
      addEventListener('pagehide', () => {
        sessionStorage.setItem('shownLast', String(document.documentElement.textContent.includes(name)));
      });
    }, member.username);
    await leaveFor(window, to.about());
    await window.waitFor(() => document.querySelector('[data-exits]') !== null);
    await window.evaluate(() => document.querySelector<HTMLElement>('[data-exits]')!.click());
    await window.waitFor((key) => localStorage.getItem(key) === null, KEYS.refreshToken);
    await window.evaluate(() => history.back());
    await window.waitFor(
      ({ path, name }) =>
        location.pathname === path &&
        document.querySelector('main') !== null &&
        !document.body.textContent.includes(name),
      { path: to.profile(), name: member.username },
    );
    const isShown = await window.evaluate(() => sessionStorage.getItem('shownLast'));
    if (isShown !== 'false') throw new Error(`it showed the member before it was reloaded: ${isShown}`);
    // WebKit reports the requests that are aborted when a page is left or restored.
    const complaints = window.complaints().filter((complaint) => !complaint.endsWith(' Network Error'));
    if (complaints.length > 0) throw new Error(complaints.join('\n    '));
  });
  await check('member, writing room left earlier does not reappear after logging out', async () => {
    const { writer, room, words } = await newWriter(site, browser);
    await window.open(at(to.about()));
    await signIn(window, writer);
    await openRoom(window, at(room), words);
    await recordWhatIsShown(window, words);
    await leaveFor(window, to.profile());
    await exit(window);
    await window.evaluate(() => history.back());
    await window.waitFor(isOpen, to.profile());
    await window.evaluate(() => history.back());
    await window.waitFor(isOpen, room);
    await settle(window);
    await expectGone(window, words);
  });
  if (browser.openTab) {
    const other = await browser.openTab();
    await check('member, writing room of another tab does not stay open after logging out', async () => {
      const { writer, room, words } = await newWriter(site, browser);
      await window.open(at(to.about()));
      await signIn(window, writer);
      await openRoom(other, at(room), words);
      await recordWhatIsShown(other, words);
      await window.show();
      await window.open(at(to.about()));
      await exit(window);
      await other.waitFor((text) => !document.documentElement.textContent.includes(text), words);
      await other.waitFor(isOpen, room);
      await expectGone(other, words);
    });
    await other.open('about:blank');
  }
  return result;
}

/** Creates a member with a chapter that isn’t published. */
async function newWriter(site: SiteAddress, { name }: TestBrowser) {
  const writer = await newMember(site, `returns-room-${name.toLowerCase()}`);
  const whole = storyIn('en', 2);
  const { storyId, chapterIds } = await draftStory(site, writer, { ...whole, chapters: whole.chapters.slice(-1) });
  const room = to.editChapter({ storyId, chapterId: chapterIds[0]! });
  return { writer, room, words: whole.chapters.at(-1)!.content.split('\n')[0]!.slice(0, 40) };
}

async function openRoom(window: BrowserWindow, url: string, words: string): Promise<void> {
  await window.open(url);
  await window.waitFor((text) => document.querySelector('[contenteditable="true"]')?.textContent.includes(text), words);
  await settle(window);
}

/** Records whether the page shows these words when it is left, and when it is reloaded. */
async function recordWhatIsShown(window: BrowserWindow, words: string): Promise<void> {
  await window.evaluate((text) => {
    sessionStorage.setItem('shownLast', 'never left');
    addEventListener('pagehide', () => {
      const { textContent, style } = document.documentElement;
      sessionStorage.setItem('shownLast', String(textContent.includes(text) && style.visibility !== 'hidden'));
    });
  }, words);
}

/** Logs out as a member does. */
async function exit(window: BrowserWindow): Promise<void> {
  await window.waitFor(() => document.querySelector('[data-exits]') !== null);
  await settle(window);
  await window.evaluate(() => document.querySelector<HTMLElement>('[data-exits]')!.click());
  await window.waitFor((key) => localStorage.getItem(key) === null, KEYS.refreshToken);
  await window.waitFor(() => document.readyState === 'complete');
  await settle(window);
}

/** Throws if the page shows these words, or showed them when it was reloaded. */
async function expectGone(window: BrowserWindow, words: string): Promise<void> {
  if (await window.evaluate((text) => document.documentElement.textContent.includes(text), words))
    throw new Error('the words are shown after logging out');
  const wasShown = await window.evaluate(() => sessionStorage.getItem('shownLast'));
  if (wasShown !== 'false') throw new Error(`they were shown when the page was reloaded: ${wasShown}`);
}

function isOpen(path: string): boolean {
  return location.pathname + location.search === path && document.querySelector('main') !== null;
}

function bellSays(label: string): boolean {
  return [...document.querySelectorAll('header button')].some((one) => one.getAttribute('aria-label') === label);
}

/** Logs in as the member. The pages it opens record their live events. */
async function newMemberPage(window: BrowserWindow, site: SiteAddress, member: Person) {
  const { deps } = await siteDeps(site);
  await signIn(window, member);
  return {
    async open(path: string) {
      await window.open(site.url + path);
      await window.waitFor(
        (name) => document.querySelector(`header [title="${name}"], header`) !== null,
        member.username,
      );
      await window.waitFor(() => document.documentElement.dataset.settled !== undefined);
      await window.waitFor(() =>
        performance.getEntriesByType('resource').some(({ name }) => name.includes('/message/')),
      );
      await window.evaluate(() => {
        const page = globalThis as MarkedPage;
        page.told = [];
        const listen = () => {
          page.spy = new BroadcastChannel('skein-live');
          page.spy.onmessage = ({ data }) => 'event' in data && page.told!.push(data.event.type);
        };
        addEventListener('pagehide', () => page.spy?.close());
        addEventListener('pageshow', ({ persisted }) => persisted && listen());
        listen();
      });
      await settle(window);
    },
    tell: (text: string) => notify(deps, 'system_notice', { to: member.id, params: { text } }),
    hears: (count: number) =>
      window.waitFor(
        (wanted) => JSON.stringify((globalThis as MarkedPage).told) === JSON.stringify(Array(wanted).fill('message')),
        count,
      ),
  };
}

async function chooseLanguage(window: BrowserWindow, language: Language): Promise<void> {
  await window.evaluate((code) => {
    document.querySelector<HTMLElement>(`[data-act="language"][data-value="${code}"]`)!.click();
  }, language);
  await window.waitFor(
    (code) => document.documentElement.lang === code && document.readyState === 'complete',
    language,
  );
}

async function leaveFor(window: BrowserWindow, path: string): Promise<void> {
  await window.evaluate((to) => {
    (globalThis as MarkedPage).mark = true;
    location.href = to;
  }, path);
  await window.waitFor((to) => location.pathname === to && document.readyState === 'complete', path);
  await settle(window);
}

/** Goes back to the previous page. Throws if it was reloaded, not restored, with the browser's reasons if available. */
async function comeBack(window: BrowserWindow): Promise<void> {
  const left = await window.evaluate(() => location.pathname);
  await window.evaluate(() => history.back());
  await window.waitFor((path) => location.pathname !== path && document.readyState === 'complete', left);
  const reasons = await window.evaluate(() => {
    if ((globalThis as MarkedPage).mark) return null;
    const [entry] = performance.getEntriesByType('navigation');
    return JSON.stringify(entry?.toJSON().notRestoredReasons ?? 'no reasons');
  });
  if (reasons !== null) throw new Error(`the page was reloaded: ${reasons}`);
}
