import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { askAhead, forgetAhead, takeAhead } from './ask-ahead.ts';

const TOKEN = 'token of ann';
const EDITOR = '/api/chapter/editor?t=zh-Hans&storyId=11';
let asked: { address: string; headers: Record<string, string> }[];
let dataset: Record<string, string>;
let shown: Map<string, string>;
let answer: () => Promise<Response>;

function open(asks: string, search = ''): void {
  dataset = { member: '7', ...(asks ? { asks } : {}) };
  const style = { setProperty: (name: string, value: string) => shown.set(name, value) };
  vi.stubGlobal('document', { documentElement: { dataset, lang: 'zh-Hans', style } });
  vi.stubGlobal('location', { search });
  askAhead();
}

beforeEach(() => {
  asked = [];
  shown = new Map();
  answer = async () => Response.json({ data: { username: 'ann', avatar: '/images/ann.webp' } });
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key === 'accessToken' ? TOKEN : null) });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  vi.stubGlobal('fetch', (address: string, { headers }: { headers: Record<string, string> }) => {
    asked.push({ address, headers });
    return answer();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  globalThis.askedAhead = undefined;
});

it('the call that a page begins with is made at once, with the query of the page, and answers once', async () => {
  open('chapter/editor?', '?storyId=11&t=de');
  expect(asked[0]).toEqual({ address: EDITOR, headers: { authorization: `Bearer ${TOKEN}` } });
  expect(await takeAhead(EDITOR, TOKEN)).toBeInstanceOf(Response);
  expect(await takeAhead(EDITOR, TOKEN)).toBeNull();
});

it('a call without a question mark gets none of the page’s query', () => {
  open('reader/positions', '?verify=secret');
  expect(asked[0]!.address).toBe('/api/reader/positions?t=zh-Hans');
});

it('the header shows the member on the first page of a window, and asks no more on the next', async () => {
  open('');
  expect(asked.map(({ address }) => address)).toEqual(['/api/user/info?t=zh-Hans']);
  await vi.waitFor(() => expect(shown.get('--member-picture')).toBe('url("/images/ann.webp")'));
  // Whoever needs the rest of it still gets the answer.
  const response = await takeAhead('/api/user/info?t=zh-Hans', TOKEN);
  expect((await response!.json()).data.username).toBe('ann');
  open('');
  expect(asked).toHaveLength(1);
});

it('an answer is nobody else’s, and is not kept for long', async () => {
  open('chapter/editor?', '?storyId=11');
  expect(await takeAhead(EDITOR, 'token of bo')).toBeNull();
  open('chapter/editor?', '?storyId=11');
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 10_001);
  expect(await takeAhead(EDITOR, TOKEN)).toBeNull();
});

it('a write makes it outdated', async () => {
  open('chapter/editor?', '?storyId=11');
  forgetAhead();
  expect(await takeAhead(EDITOR, TOKEN)).toBeNull();
});

it('visitors ask for nothing, and a call that fails is made again by whoever needs it', async () => {
  answer = () => Promise.reject(new TypeError('Failed to fetch'));
  open('chapter/editor?', '?storyId=11');
  expect(await takeAhead(EDITOR, TOKEN)).toBeNull();
  vi.stubGlobal('localStorage', { getItem: () => null });
  asked = [];
  open('chapter/editor?');
  expect(asked).toEqual([]);
});
