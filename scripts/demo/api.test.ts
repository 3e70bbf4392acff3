import { afterEach, expect, it, vi } from 'vitest';
import { accountApi } from '#features/accounts/contract.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { createDemoApi } from './api.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const busy = (retryAfter?: string) =>
  Response.json(
    { code: 'unavailable', error: 'Busy' },
    { status: 503, headers: retryAfter ? { 'retry-after': retryAfter } : {} },
  );

/** A site that gives these answers, the last one again and again, and a client that notes how long it waits. */
function siteThatAnswers(...answers: (() => Response)[]) {
  const keys: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get('idempotency-key'));
    return (answers[keys.length - 1] ?? answers.at(-1)!)();
  });
  const waits: number[] = [];
  const api = createDemoApi('http://site', async (seconds) => void waits.push(seconds));
  return { api, waits, keys };
}

it('waits for a busy site as long as it asks for, and repeats the call under the same key', async () => {
  const { api, waits, keys } = siteThatAnswers(
    () => busy('7'),
    () => busy(),
    () => Response.json({ data: { id: '1' } }),
    () => Response.json({ data: { id: '2' } }),
  );
  const submit = () => api.call(chapterApi.submit, { chapterId: '1' }, 'token');
  expect(await submit()).toEqual({ id: '1' });
  expect(waits).toEqual([7, 5]);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[\w-]{8,100}$/);
  await submit();
  expect(keys.at(-1)).not.toBe(keys[0]);
});

it('gives up after a minute', async () => {
  const { api, waits } = siteThatAnswers(() => busy('5'));
  await expect(api.call(accountApi.info, {}, 'token')).rejects.toMatchObject({ code: 'unavailable' });
  expect(waits).toEqual(Array(12).fill(5));
});

it('repeats nothing that was refused for another reason', async () => {
  const { api, waits, keys } = siteThatAnswers(() => Response.json({ code: 'conflict', error: 'x' }, { status: 409 }));
  await expect(api.call(accountApi.info, {}, 'token')).rejects.toMatchObject({ code: 'conflict' });
  expect([waits, keys.length]).toEqual([[], 1]);
});

it('repeats nothing if it isn’t asked to wait', async () => {
  const { keys } = siteThatAnswers(() => busy('5'));
  const api = createDemoApi('http://site');
  await expect(api.call(chapterApi.submit, { chapterId: '1' }, 'token')).rejects.toMatchObject({ code: 'unavailable' });
  expect(keys).toEqual([null]);
});
