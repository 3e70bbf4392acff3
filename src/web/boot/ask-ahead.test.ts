import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { accountApi } from '#features/accounts/contract.ts';
import { askAhead, forgetAhead, ME, takeAhead } from './ask-ahead.ts';

const TOKEN = 'token of ann';
const EDITOR = '/api/chapter/editor?t=zh-Hans&storyId=11';
let asked: { address: string; headers: Record<string, string>; credentials: string }[];
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
  vi.stubGlobal('fetch', (address: string, { headers, credentials = 'same-origin' }: (typeof asked)[number]) => {
    asked.push({ address, headers, credentials });
    return answer();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  globalThis.askedAhead = undefined;
});

it('sends the first call of a page early, with the query of the page, and returns its response once', async () => {
  open('chapter/editor?', '?storyId=11&t=de');
  const headers = { authorization: `Bearer ${TOKEN}` };
  expect(asked[0]).toEqual({ address: EDITOR, headers, credentials: 'same-origin' });
  expect(await takeAhead(EDITOR, TOKEN)).toMatchObject({ body: { data: { username: 'ann' } } });
  expect(await takeAhead(EDITOR, TOKEN)).toBeNull();
});

it('sends nothing on a page that loads no scripts', () => {
  open(undefined);
  expect(asked).toEqual([]);
});

it('adds the query of the page only to calls with a question mark', () => {
  open('reader/positions', '?verify=secret');
  expect(asked[0]!.address).toBe('/api/reader/positions?t=zh-Hans');
});

it('shows the member in the header on the first page of a window, and sends no call on the next page', async () => {
  open('');
  expect(asked.map(({ address }) => address)).toEqual(['/api/user/info?t=zh-Hans']);
  await vi.waitFor(() => expect(shown.get('--member-picture')).toBe('url("/images/ann.webp")'));
  // The script of the header still gets the response.
  expect(await takeAhead('/api/user/info?t=zh-Hans', TOKEN)).not.toBeNull();
  open('');
  expect(asked).toHaveLength(1);
});

it('returns a response only for its own token, and for 10 seconds', async () => {
  open('chapter/editor?', '?storyId=11');
  expect(await takeAhead(EDITOR, 'token of bo')).toBeNull();
  open('chapter/editor?', '?storyId=11');
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 10_001);
  expect(await takeAhead(EDITOR, TOKEN)).toBeNull();
});

it.each([
  [404, true],
  [403, true],
  [401, false],
  [429, false],
  [503, false],
])('hands a response of %i on: %s', async (status, isHandedOn) => {
  answer = async () => Response.json({ code: 'refused' }, { status });
  open('chapter/editor?', '?storyId=11');
  expect(await takeAhead(EDITOR, TOKEN)).toEqual(
    isHandedOn ? expect.objectContaining({ body: { code: 'refused' } }) : null,
  );
});

it('forgets the responses when the page is left, and when told to', async () => {
  open('chapter/editor?', '?storyId=11');
  leave();
  expect(await takeAhead(EDITOR, TOKEN)).toBeNull();
  open('chapter/editor?', '?storyId=11');
  forgetAhead();
  expect(await takeAhead(EDITOR, TOKEN)).toBeNull();
});

it('does not show the picture of the previous member', async () => {
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

it('sends nothing for visitors', () => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  open('chapter/editor?');
  expect(asked).toEqual([]);
});

it('loads the header’s data from the path of its call', () => expect(ME).toBe(accountApi.info.path));
