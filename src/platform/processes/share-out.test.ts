import { describe, expect, it } from 'vitest';
import type { OthersResponse } from '../cache/fills.ts';
import type { Channel } from './channel.ts';
import type { ChildCalls } from './protocol.ts';
import { ShareOut } from './share-out.ts';

const KEY = 'page en /';
const RESPONSE = { tags: new Set(), begun: 1 } as unknown as OthersResponse;

/** Three processes. `asked` are the running requests for their responses, in order. */
function setUp() {
  const shares = new ShareOut(3);
  const asked: { of: number; answer: (response: OthersResponse | null) => void }[] = [];
  for (const of of [1, 2, 3])
    shares.add(of, {
      ask: () => new Promise((answer) => asked.push({ of, answer: answer as (given: unknown) => void })),
      tell: () => {},
    } as Channel<ChildCalls>);
  return { shares, asked, process: (id: number) => shares.callsOf(id) };
}

describe('a response that is no longer cached by the process that made it', () => {
  /** The first process has made it, and two others ask for it. */
  async function lost() {
    const site = setUp();
    expect(await site.process(1).awaitFill(KEY)).toBeNull();
    site.process(1).filled(KEY);
    const [second, third] = [2, 3].map((id) => site.process(id).awaitFill(KEY));
    expect(site.asked.map(({ of }) => of)).toEqual([1, 1]);
    return { ...site, second, third };
  }

  it('is made again by the next process, which shares it with those that wait', async () => {
    const { process, asked, second, third } = await lost();
    asked[0]!.answer(null);
    expect(await second).toBeNull();
    const first = process(1).awaitFill(KEY);
    asked[1]!.answer(null);
    expect(await third).toBeNull();
    process(2).filled(KEY);
    expect(asked.map(({ of }) => of)).toEqual([1, 1, 2]);
    asked[2]!.answer(RESPONSE);
    expect(await first).toBe(RESPONSE);
  });

  it('is made again by another process if the next one ends', async () => {
    const { shares, process, asked, second } = await lost();
    shares.remove(2);
    asked[0]!.answer(null);
    expect(await second).toBeNull();
    expect(await process(1).awaitFill(KEY)).toBeNull();
  });
});

it('tells the others, but not the one that has found it, that the database has no room', () => {
  const shares = new ShareOut(3);
  const told: [number, string][] = [];
  for (const id of [1, 2, 3])
    shares.add(id, { tell: (name: string) => told.push([id, name]) } as unknown as Channel<ChildCalls>);
  shares.callsOf(2).outOfRoom();
  expect(told).toEqual([
    [1, 'outOfRoom'],
    [3, 'outOfRoom'],
  ]);
  // The parent has found it itself.
  shares.remove(1);
  shares.tellOutOfRoom(null);
  expect(told.slice(2)).toEqual([
    [2, 'outOfRoom'],
    [3, 'outOfRoom'],
  ]);
});
