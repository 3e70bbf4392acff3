import { availableParallelism } from 'node:os';
import { afterEach, describe, expect, it, vi } from 'vitest';

/** Wraps argon2 to count concurrent calls, and to hold them. */
const gate = vi.hoisted(() => ({ held: null as (() => void)[] | null, running: 0, most: 0 }));
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>();
  const counted = async <T>(work: () => Promise<T>): Promise<T> => {
    gate.running += 1;
    gate.most = Math.max(gate.most, gate.running);
    try {
      if (gate.held) await new Promise<void>((resolve) => gate.held!.push(resolve));
      return await work();
    } finally {
      gate.running -= 1;
    }
  };
  return {
    ...real,
    hash: (...args: Parameters<typeof real.hash>) => counted(() => real.hash(...args)),
    verify: (...args: Parameters<typeof real.verify>) => counted(() => real.verify(...args)),
  };
});
const { hashPassword, verifyPassword } = await import('./password-hash.ts');
const release = () => {
  for (const go of gate.held?.splice(0) ?? []) go();
};
afterEach(() => {
  vi.useRealTimers();
  release();
  gate.held = null;
  gate.most = 0;
});

describe('stored password', () => {
  it('is argon2id with the OWASP parameters, and has a new salt each time', async () => {
    const [one, other] = await Promise.all([hashPassword('Quiet7Harbour'), hashPassword('Quiet7Harbour')]);
    const [, m, t, p] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$[\w+/]{22,}\$[\w+/]{43}$/.exec(one)!.map(Number);
    expect(m).toBeGreaterThanOrEqual(19_456);
    expect(t).toBeGreaterThanOrEqual(2);
    expect(p).toBeGreaterThanOrEqual(1);
    expect(other).not.toBe(one);
  });
  it.each([
    'Quiet7Harbour',
    `${'👨‍👩‍👧'.repeat(6)}Aa1`,
    'Ruhiger7Häfen',
    'Ruhiger7Ha\u0308fen',
    '雨水Aa1雨水账',
    ' Aa1 lead and trail ',
  ])('is verified: %j', async (password) => {
    const stored = await hashPassword(password);
    expect(await verifyPassword(stored, password)).toBe(true);
    for (const wrong of [`${password} `, password.toLowerCase(), password.slice(1), `${password}\u0000`, ''])
      expect(await verifyPassword(stored, wrong)).toBe(false);
  });
  it('is compared exactly as typed: composed and decomposed letters differ', async () => {
    expect(await verifyPassword(await hashPassword('Ruhiger7Häfen'), 'Ruhiger7Ha\u0308fen')).toBe(false);
  });
  it('never matches if it is malformed', async () => {
    for (const broken of ['', 'x', '$argon2id$v=19$m=19456,t=2,p=1$', 'Quiet7Harbour'])
      expect(await verifyPassword(broken, 'Quiet7Harbour')).toBe(false);
  });
  it('takes as long to verify if there is none, and never matches', async () => {
    const stored = await hashPassword('Quiet7Harbour');
    const times = { stored: [] as number[], none: [] as number[] };
    for (let i = 0; i < 15; i += 1) {
      for (const which of ['stored', 'none'] as const) {
        const start = performance.now();
        expect(await verifyPassword(which === 'stored' ? stored : null, 'Wrong7Password')).toBe(false);
        times[which].push(performance.now() - start);
      }
    }
    const least = (all: number[]) => Math.min(...all);
    expect(least(times.none)).toBeGreaterThan(least(times.stored) * 0.6);
    expect(least(times.none)).toBeLessThan(least(times.stored) * 1.6);
  });
});

describe('concurrent verifications', () => {
  const CORES = availableParallelism();

  it('run at most one per core', async () => {
    const results = await Promise.all(Array.from({ length: 30 }, (_, i) => verifyPassword(null, String(i))));
    expect(results).toEqual(Array(30).fill(false));
    expect(gate.most).toBe(CORES);
  });
  it('wait at most two seconds, then fail as unavailable', async () => {
    vi.useFakeTimers();
    gate.held = [];
    const calls = Array.from({ length: CORES + 3 }, () => verifyPassword(null, 'x').catch((error: unknown) => error));
    await vi.advanceTimersByTimeAsync(2000);
    release();
    gate.held = null;
    vi.useRealTimers();
    const results = await Promise.all(calls);
    expect(results.filter((result) => result === false)).toHaveLength(CORES);
    expect(results.filter((result) => (result as { code?: string }).code === 'unavailable')).toHaveLength(3);
    // Calls that timed out don’t take up a slot.
    expect(await verifyPassword(null, 'x')).toBe(false);
  });
  it('are refused immediately if the queue is full', async () => {
    vi.useFakeTimers();
    gate.held = [];
    const queue = CORES * 64;
    const calls = Array.from({ length: CORES + queue }, () =>
      verifyPassword(null, 'x').catch((error: unknown) => error),
    );
    await expect(verifyPassword(null, 'x')).rejects.toMatchObject({ code: 'unavailable', retryAfter: 2 });
    await vi.advanceTimersByTimeAsync(2000);
    release();
    gate.held = null;
    await Promise.all(calls);
  });
});
