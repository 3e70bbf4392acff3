import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { to } from '#core/pages.ts';
import { lengthOf } from '#core/text.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { moderationApi } from '#features/moderation/contract.ts';
import { caseApi } from '#features/moderation/contract-cases.ts';
import { storyApi } from '#features/stories/contract.ts';
import { FULL } from '#testing/rounds.ts';
import { TRIED_TEXTS } from '#testing/xss-texts.ts';
import { createDemoApi } from '../../scripts/demo/api.ts';
import { newMember, type Person } from '../kit/people.ts';
import type { SiteAddress } from '../kit/site-deps.ts';
import { draftStory, freshProse, freshStory, type MadeStory, moderatorToken, publishedStory } from '../kit/stories.ts';
import { expect, PHONE, test } from '../kit/test.ts';
import { wordsOf } from '../kit/words.ts';

const t = wordsOf('en');
/** One of each kind. With FULL=1, every third is a title; all of them are in chapters. */
const TITLES = TRIED_TEXTS.filter((_, i) => i % (FULL ? 3 : 7) === 1);
/** Usernames only have letters and digits, but of all scripts and with all combining marks. */
const NAMES = ['__proto__', 'W'.repeat(32), `Z${'\u0351\u036b\u0343'.repeat(10)}`, 'كاتب', 'constructor'];
const DESCRIPTION_MAX = 500;

interface Hostile extends MadeStory {
  readonly author: Person;
}

/** Joins as many of the texts as fit into a field, starting with this one. */
function pack(from: number, max: number): string {
  let packed = '';
  for (let i = 0; i < TRIED_TEXTS.length; i += 1) {
    const next = `${packed} ${TRIED_TEXTS[(from + i) % TRIED_TEXTS.length]}`;
    if (lengthOf(next) > max) break;
    packed = next;
  }
  return packed;
}

/** Publishes stories with hostile texts in every field, by authors with hostile names. */
async function hostileStories(site: SiteAddress): Promise<Hostile[]> {
  const api = createDemoApi(site.url);
  const authors: Person[] = [];
  for (const [i, name] of NAMES.entries()) {
    const author = await newMember(site, `hostile-${i}`);
    // Usernames are unique. The worker’s index makes them different in each worker.
    const username = `${name.slice(0, 30)}${process.env.TEST_WORKER_INDEX}`;
    await api.call(accountApi.updateInfo, { username, bio: pack(i * 9, 200) }, author.accessToken);
    authors.push({ ...author, username });
  }
  const made: Hostile[] = [];
  for (const [i, title] of TITLES.entries()) {
    const author = authors[i % authors.length]!;
    const nth = TRIED_TEXTS.indexOf(title);
    const story = freshStory(title);
    const content = [freshProse(120), ...TRIED_TEXTS.slice(nth, nth + 12)].join('\n\n');
    const chapters = [{ title: TRIED_TEXTS.at(nth - 1)!, summary: pack(nth + 3, 500), content }];
    const description = pack(nth, DESCRIPTION_MAX);
    made.push({ author, ...(await publishedStory(site, author, { ...story, description, chapters })) });
  }
  return made;
}

/** Removes soft hyphens, which are only line break opportunities, and collapses whitespace. */
const asRead = (text: string | null) => (text ?? '').replaceAll('\u00ad', '').replace(/\s+/gu, ' ').trim();

/** Checks that the page contains no foreign markup and is no wider than the phone. */
async function expectHarmless(page: Page): Promise<void> {
  const found = await page.evaluate(() => {
    const strange = [
      ...document.querySelectorAll(
        'iframe, object, embed, base, meta[http-equiv], math, body style, [style*="//"], a[href^="javascript:" i]',
      ),
      ...[...document.querySelectorAll('*')].filter((it) =>
        it.getAttributeNames().some((name) => name.startsWith('on')),
      ),
    ].map((it) => it.outerHTML.slice(0, 200));
    if (document.scrollingElement!.scrollWidth <= innerWidth) return strange;
    const wide = [...document.querySelectorAll('body *')].filter(
      (it) => it.getBoundingClientRect().right > innerWidth + 1,
    );
    return [...strange, ...wide.slice(0, 3).map((it) => `too wide: ${it.outerHTML.slice(0, 200)}`)];
  });
  expect.soft(found, page.url()).toEqual([]);
}

/** Fails if a script in a text runs and opens a dialog. */
function noDialogs(page: Page): void {
  page.on('dialog', (dialog) => {
    throw new Error(`A text opened a dialog: ${dialog.message()}`);
  });
}

test('hostile input stays plain text for readers, its author and moderators', async ({ open, site }) => {
  test.setTimeout(FULL ? 900_000 : 240_000);
  const api = createDemoApi(site.url);
  const stories = await hostileStories(site);
  const reader = await open({ viewport: PHONE });
  noDialogs(reader);
  const visit = async (path: string) => {
    await reader.goto(path);
    await expectHarmless(reader);
  };
  for (const { storyId, chapterIds } of stories) {
    const story = await api.call(storyApi.detail, { storyId });
    await visit(to.story({ storyId }));
    expect(asRead(await reader.getByRole('heading', { level: 1 }).textContent())).toBe(asRead(story.title));
    expect(asRead(await reader.locator('main').textContent())).toContain(asRead(story.description));
    const chapter = await api.call(chapterApi.detail, { chapterId: chapterIds[0]! });
    await visit(to.chapter({ storyId, chapterId: chapterIds[0]! }));
    expect(asRead(await reader.getByRole('heading', { level: 1 }).textContent())).toBe(asRead(chapter.title));
    const paragraphs = await reader.locator('main article > *').allInnerTexts();
    expect(asRead(paragraphs.join(' '))).toBe(asRead(chapter.text));
    await visit(to.search({ q: story.title }));
    expect(asRead(await reader.getByRole('heading', { level: 1 }).textContent())).toContain(asRead(story.title));
  }

  // All lists, after React has started: the server’s HTML and React’s are the same.
  for (const path of ['/', to.search({ sort: 'latest_created' }), to.user({ userSlug: stories[0]!.author.slug })]) {
    await visit(path);
    await reader.keyboard.press('Tab');
    await expect(reader.locator('html')).toHaveAttribute('data-settled');
    await expectHarmless(reader);
    expect(await reader.locator('a[href^="/story/"]').count()).toBeGreaterThan(0);
    for (const { storyId } of stories) {
      const shown = reader.locator(`a[href="${to.story({ storyId })}"]`).first();
      if ((await shown.count()) === 0) continue;
      expect(asRead(await shown.textContent())).toBe(asRead((await api.call(storyApi.detail, { storyId })).title));
    }
  }
  for (const author of new Map(stories.map((story) => [story.author.id, story.author])).values()) {
    await visit(to.user({ userSlug: author.slug }));
    const user = await api.call(accountApi.bySlug, { slug: author.slug });
    expect(await reader.getByRole('heading', { level: 1 }).textContent()).toBe(user.username);
    expect(asRead(await reader.locator('main header').textContent())).toContain(asRead(user.bio));
  }

  // Its author sees it in fields, lists and messages.
  const { author, storyId, chapterIds } = stories.at(-1)!;
  const own = await open({ as: author, viewport: PHONE });
  noDialogs(own);
  const draft = await api.call(storyApi.draft, { storyId }, author.accessToken);
  await own.goto(to.profile());
  await expect(own.getByRole('heading', { level: 1, name: author.username.normalize('NFKC') })).toBeVisible();
  await expect(own.locator(`main a[href="${to.story({ storyId })}"]`).first()).toBeVisible();
  await expectHarmless(own);
  await own.goto(to.messages());
  await expect(own.getByRole('link', { name: t('inbox.view_details') }).first()).toBeVisible();
  expect(asRead(await own.locator('main').textContent())).toContain(asRead(draft.title));
  await expectHarmless(own);
  await own.goto(to.editStory({ storyId }));
  await expect(own.getByLabel(t('story_editor.title'), { exact: true })).toHaveValue(draft.title);
  await expect(own.getByLabel(t('story_editor.description'), { exact: true })).toHaveValue(draft.description);
  await expectHarmless(own);
  await own.goto(to.editChapter({ storyId, chapterId: chapterIds[0] }));
  await expect(own.getByRole('textbox', { name: t('chapters.text') })).toContainText(TRIED_TEXTS.at(-1)!);
  await expectHarmless(own);

  // A moderator sees the same text.
  const doubtful = freshStory(TRIED_TEXTS[0]!);
  const waiting = await draftStory(site, author, { ...doubtful, description: 'All of it is at www.lemon-shop.com' });
  await api.call(storyApi.submit, { storyId: waiting.storyId }, author.accessToken);
  await expect(async () => {
    const { items } = await api.call(moderationApi.queue, { limit: 50 }, await moderatorToken(site));
    expect(items.find(({ subjectId }) => subjectId === waiting.storyId)?.title).toBe(TRIED_TEXTS[0]);
  }).toPass();
});

/** Parses the policy of a response, by directive. */
function directives(policy: string): Map<string, string[]> {
  return new Map(
    policy.split(';').map((part) => {
      const [name = '', ...sources] = part.trim().split(/\s+/);
      return [name, sources] as const;
    }),
  );
}

/** Returns the hash with which the policy allows an inline script or style sheet. */
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test('pages contain only scripts and styles that their policy allows', async ({ open, site }) => {
  const author = await newMember(site, 'policy');
  const story = {
    ...freshStory(`</script><script>alert(1)</script> ${author.username}`),
    description: pack(0, DESCRIPTION_MAX),
  };
  const { storyId, chapterIds } = await publishedStory(site, author, story);
  const paths = [
    '/',
    to.story({ storyId }),
    to.chapter({ storyId, chapterId: chapterIds[0]! }),
    to.user({ userSlug: author.slug }),
  ];
  const more = [
    `${to.search()}?q=%3Cscript%3Ealert(1)%3C/script%3E`,
    to.about(),
    to.agreement({ type: 'user' }),
    to.agreement({ type: 'privacy' }),
  ];
  const own = [
    to.profile(),
    to.messages(),
    to.editStory({ new: 1 }),
    to.editChapter({ storyId: 1 }),
    to.resetPassword({ token: '">' }),
  ];
  const lost = [
    '/nowhere',
    to.story({ storyId: '999999999' }),
    to.user({ userSlug: 'nobody-has-this' }),
    '/?t=zh',
    to.moderation(),
  ];
  const page = await open({ javaScriptEnabled: false });
  for (const path of [...paths, ...more, ...own, ...lost]) {
    const answer = await page.goto(path);
    const policy = directives((await answer?.headerValue('content-security-policy')) ?? '');
    const found = await page.evaluate(() => ({
      styled: [...document.querySelectorAll('[style], body style')].map((it) => it.outerHTML.slice(0, 100)),
      styles: [...document.querySelectorAll('style')].map(({ textContent }) => textContent),
      handlers: [...document.querySelectorAll('*')].flatMap((it) =>
        it.getAttributeNames().filter((name) => /^on/.test(name)),
      ),
      scripts: [...document.querySelectorAll('script')].map(({ type, src, textContent }) => ({
        type,
        src,
        textContent,
      })),
    }));
    expect(found.styled, path).toEqual([]);
    expect(found.handlers, path).toEqual([]);
    expect(found.scripts.length, path).toBeGreaterThan(0);
    for (const { type, src, textContent } of found.scripts.filter(({ type }) => type !== 'application/json')) {
      if (src) expect(new URL(src).origin, path).toBe(site.url);
      else expect(policy.get('script-src'), `${path} ${type}`).toContain(hashOf(textContent ?? ''));
    }
    for (const style of found.styles) expect(policy.get('style-src'), path).toContain(hashOf(style ?? ''));
  }
});

test('every kind of response has the security headers', async ({ site }) => {
  const author = await newMember(site, 'headers');
  const { storyId } = await publishedStory(site, author, freshStory(`Behind headers, ${author.username}`));
  const api = createDemoApi(site.url);
  const { coverUrl } = await api.call(storyApi.detail, { storyId });
  const home = await (await fetch(site.url)).text();
  const asset = /\/assets\/[\w.-]+\.css/.exec(home)![0];
  const script = /\/assets\/[\w.-]+\.js/.exec(home)![0];
  const answers: [status: number, path: string, options?: RequestInit][] = [
    [200, '/'],
    [200, '/', { method: 'HEAD' }],
    [200, to.story({ storyId })],
    [200, `${to.story({ storyId })}/feed.xml`],
    [404, '/nowhere'],
    [404, to.story({ storyId: '999999999' })],
    [404, '/assets/nothing.js'],
    [404, '/images/nothing.webp'],
    [200, asset],
    [200, script],
    [200, coverUrl],
    [200, '/favicon.svg'],
    [200, '/robots.txt'],
    [200, '/sitemap.xml'],
    [200, '/api/openapi.json'],
    [200, '/api/health'],
    [200, `/api/story/detail?storyId=${storyId}`],
    [400, '/api/story/detail?storyId=x'],
    [404, '/api/no/such/call'],
    [401, '/api/user/info'],
    [400, '/api/user/login', { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } }],
    [415, '/api/user/login', { method: 'POST', body: 'x', headers: { 'content-type': 'text/x' } }],
    [404, '/%E0%A4%A'],
  ];
  for (const [status, path, options] of answers) {
    const answer = await fetch(site.url + path, { redirect: 'manual', ...options });
    const { headers } = answer;
    const shown = `${options?.method ?? 'GET'} ${path}`;
    expect(answer.status, shown).toBe(status);
    const policy = directives(headers.get('content-security-policy') ?? '');
    expect(policy.get('default-src'), shown).toEqual(["'none'"]);
    if (path === coverUrl) expect(policy.has('sandbox'), shown).toBe(true);
    else {
      expect(policy.get('require-trusted-types-for'), shown).toEqual(["'script'"]);
      expect(policy.get('frame-ancestors'), shown).toEqual(["'none'"]);
    }
    expect(
      [...policy.values()].flat().filter((source) => /unsafe|\*|https?:|data:/.test(source)),
      shown,
    ).toEqual([]);
    expect(headers.get('x-content-type-options'), shown).toBe('nosniff');
    expect(headers.get('referrer-policy'), shown).toBeTruthy();
    expect(headers.get('cross-origin-opener-policy'), shown).toBe('same-origin');
    expect(headers.get('cross-origin-resource-policy'), shown).toBe('same-origin');
    expect(headers.get('permissions-policy'), shown).toContain('camera=()');
    expect(headers.get('server') ?? headers.get('x-powered-by'), shown).toBeNull();
  }
});

test('a member who is suspended while reading sees why and for how long, and appeals from there', async ({
  open,
  site,
}) => {
  const api = createDemoApi(site.url);
  const [author, member] = [await newMember(site, 'read'), await newMember(site, 'advertises')];
  const { storyId, chapterIds } = await publishedStory(site, author, freshStory(`Quiet evening of ${author.username}`));
  const page = await open({ as: member, viewport: PHONE });
  await page.goto(to.chapter({ storyId, chapterId: chapterIds[0]! }));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const token = await moderatorToken(site);
  const [reason, excerpt] = ['Nine links to a shop for watches.', 'Full timetable at www.watches.example'];
  await api.call(
    caseApi.restrict,
    { action: 'suspend', targetId: member.id, days: 7, rule: 'spam', reason, excerpt },
    token,
  );

  // The next page that requests the member’s own data leads to the notice.
  await page.goto(to.messages());
  await expect(page).toHaveURL(/\/$/);
  const screen = page.getByRole('main');
  await expect(screen.getByText(excerpt)).toBeVisible();
  for (const text of [t('rule.spam'), reason]) await expect(screen.getByText(text)).toBeVisible();
  await screen.getByRole('button', { name: t('decisions.appeal') }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('Somebody else had my password that day.');
  await page.getByRole('button', { name: t('decisions.appeal_send') }).click();
  await expect(page.getByText(t('decisions.appeal_sent'))).toBeVisible();

  // After a reload the notice is shown again, with the status of the appeal.
  await page.reload();
  await expect(screen.getByText(excerpt)).toBeVisible();
  await expect(screen.getByRole('button', { name: t('decisions.appeal') })).toHaveCount(0);
  await screen.getByRole('button', { name: t('accounts.go_on_reading') }).click();
  await expect(screen.getByText(reason)).toBeHidden();
  await page.goto(to.chapter({ storyId, chapterId: chapterIds[0]! }));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const { items } = await api.call(moderationApi.queue, { kind: 'appeal', limit: 50 }, token);
  expect(items.find(({ title }) => title === member.username)).toMatchObject({
    action: 'suspend',
    blocker: 'own_decision',
  });
});
