import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { accountApi } from '#features/accounts/contract.ts';
import { askAhead, forgetAhead, ME, takeAhead } from './ask-ahead.ts';

const TOKEN = 'token of ann';
const EDITOR = '/api/chapter/editor?t=zh-Hans&storyId=11';
let asked: { address: string; headers: Record<string, string> }[];
let dataset: Record<string, string>;
let shown: Map<string, string>;
let answer: () => Promise<Response>;
let mark: string;
const leave = vi.fn();

function open(asks: string | undefined, search = ''): void {
  dataset = { member: '7', ...(asks === undefined ? {} : { asks }) };
  const style = { setProperty: (name: string, value: string) => shown.set(name, value) };
  vi.stubGlobal('document', { documentElement: { dataset, lang: 'zh-Hans', style } });
  vi.stubGlobal('location', { search });
  vi.stubGlobal(
    'addEventListener',
    (type: string, listener: () => void) => type === 'pagehide' && leave.mockImplementation(listener),
  );
  askAhead();
}

beforeEach(() => {
  asked = [];
  shown = new Map();
  answer = async () => Response.json({ data: { username: 'ann', avatar: '/images/ann.webp' } });
  const stored = new Map<string, string>();
  mark = 'first session';
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (key === 'accessToken' ? TOKEN : key === 'sessionMark' ? mark : null),
  });
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
  vi.restoreAllMocks();
  globalThis.askedAhead = undefined;
});

it('the call that a page begins with is made at once, with the query of the page, and answers once', async () => {
  open('chapter/editor?', '?storyId=11&t=de');
  expect(asked[0]).toEqual({ address: EDITOR, headers: { authorization: `Bearer ${TOKEN}` } });
  expect(await takeAhead(EDITOR, TOKEN)).toMatchObject({ body: { data: { username: 'ann' } } });
  expect(await takeAhead(EDITOR, TOKEN)).toBeNull();
});

it('nothing is asked on a page that loads no scripts', () => {
  open(undefined);
  expect(asked).toEqual([]);
});

it('a call without a question mark gets none of the page’s query', () => {
  open('reader/positions', '?verify=secret');
  expect(asked[0]!.address).toBe('/api/reader/positions?t=zh-Hans');
});

it('the header shows the member on the first page of a window, and asks no more on the next', async () => {
  open('');
  expect(asked.map(({ address }) => address)).toEqual(['/api/user/info?t=zh-Hans']);
  await vi.waitFor(() => expect(shown.get('--member-picture')).toBe('url("/images/ann.webp")'));
  // The script of the header still gets the answer.
  expect(await takeAhead('/api/user/info?t=zh-Hans', TOKEN)).not.toBeNull();
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

it('leaving the page makes it outdated, and so does what forgets it', async () => {
  open('chapter/editor?', '?storyId=11');
  leave();
  expect(await takeAhead(EDITOR, TOKEN)).toBeNull();
  open('chapter/editor?', '?storyId=11');
  forgetAhead();
  expect(await takeAhead(EDITOR, TOKEN)).toBeNull();
});

it('the next member doesn’t see the face of the one before', async () => {
  let arrive = (_: Response) => {};
  answer = () => new Promise((resolve) => (arrive = resolve));
  open('');
  mark = 'second session';
  arrive(Response.json({ data: { username: 'ann', avatar: null } }));
  await takeAhead('/api/user/info?t=zh-Hans', TOKEN);
  expect(shown.size).toBe(0);
});

it.each([
  ['gets no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['is refused', async () => Response.json({ code: 'login_required' }, { status: 401 })],
  ['breaks off', async () => new Response('{"data":')],
])('a call that %s is repeated by the script that needs it', async (_, failing) => {
  answer = failing;
  open('chapter/editor?', '?storyId=11');
  expect(await takeAhead(EDITOR, TOKEN)).toBeNull();
});

it('visitors ask for nothing', () => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  open('chapter/editor?');
  expect(asked).toEqual([]);
});

it('what the header shows is asked for by the path of its call', () => expect(ME).toBe(accountApi.info.path));
