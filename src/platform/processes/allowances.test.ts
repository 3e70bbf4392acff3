import { describe, expect, it } from 'vitest';
import { seededRandom } from '#testing/race.ts';
import { Allowances } from './allowances.ts';

const LIMIT = { name: 'calls', points: 100, seconds: 60 };
const KEY = '192.0.2.1';

/** Processes that hand out what they get, as `share-with-parent.ts` does. */
function setUp(count: number) {
  let now = 0;
  const held = Array.from({ length: count }, () => 0);
  const allowances = new Allowances(
    async (process) => {
      const points = held[process]!;
      held[process] = 0;
      return points;
    },
    () => now,
  );
  let asked = 0;
  /** A request that reaches this process. Returns whether it is allowed. */
  async function request(process: number): Promise<boolean> {
    if (held[process] === 0) {
      asked += 1;
      held[process] += (await allowances.take(process, LIMIT, KEY, count)).points;
    }
    if (held[process] === 0) return false;
    held[process]! -= 1;
    return true;
  }
  return { request, allowances, asked: () => asked, advance: (ms: number) => (now += ms) };
}

describe('a limit of several processes', () => {
  it.each([1, 2, 3, 8])('of %i hands out exactly its points, whichever processes the requests reach', async (count) => {
    for (const seed of [1, 2, 3]) {
      const { request, asked } = setUp(count);
      const random = seededRandom(seed);
      let allowed = 0;
      for (let i = 0; i < 300; i += 1) if (await request(random(count))) allowed += 1;
      expect(allowed).toBe(LIMIT.points);
      // 200 were refused. Not each of the others needed a question.
      expect(asked() - 200).toBeLessThan(85);
    }
  });

  it('gives back what a process holds that gets no more requests', async () => {
    const { request } = setUp(2);
    expect(await request(0)).toBe(true);
    let allowed = 1;
    for (let i = 0; i < 200; i += 1) if (await request(1)) allowed += 1;
    expect(allowed).toBe(LIMIT.points);
  });

  it('refuses no process while it recalls the points of another', async () => {
    const recalled: { process: number; answer: (points: number) => void }[] = [];
    const allowances = new Allowances(
      (process) => new Promise((answer) => recalled.push({ process, answer })),
      () => 0,
    );
    const limit = { ...LIMIT, points: 4 };
    for (const process of [0, 1, 1, 1]) expect((await allowances.take(process, limit, KEY, 1)).points).toBe(1);
    const takes = [allowances.take(1, limit, KEY, 1), allowances.take(2, limit, KEY, 1)];
    expect(recalled.map(({ process }) => process)).toEqual([0, 1]);
    recalled[0]!.answer(2);
    recalled[1]!.answer(0);
    expect((await Promise.all(takes)).map(({ points }) => points)).toEqual([1, 1]);
  });

  it('begins again when its window has ended', async () => {
    const { request, allowances, advance } = setUp(2);
    for (let i = 0; i < 100; i += 1) await request(1);
    expect(await request(1)).toBe(false);
    expect((await allowances.take(0, LIMIT, KEY, 2)).left).toBe(60_000);
    advance(60_000);
    allowances.sweep();
    expect(await request(1)).toBe(true);
  });
});
