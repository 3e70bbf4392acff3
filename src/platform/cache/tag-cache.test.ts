import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { cacheUntil, emptyCachePolicy, type FreshResponse, gzipOf, TagCache, uncompressed } from './tag-cache.ts';

function fresh(body: string, tags: string[] = [], until: Date | null = null): FreshResponse {
  const cachePolicy = { ...emptyCachePolicy(), tags: new Set(tags), until };
  return { status: 200, contentType: 'text/plain', body, cachePolicy, keep: true };
}

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

function build(options: { maxBytes?: number; now?: () => number } = {}) {
  return new TagCache({ maxBytes: options.maxBytes ?? 1_000_000, maxAge: 60_000, now: options.now ?? (() => 0) });
}

describe('TagCache', () => {
  it('stores a response and returns it in full', async () => {
    const cache = build();
    const made = await cache.fill('a', async () => fresh('Gänse 🦢'));
    expect(cache.get('a')).toBe(made);
    expect((await uncompressed(made)).toString()).toBe('Gänse 🦢');
    expect(made.etag).toMatch(/^W\/"[\w-]{22}"$/);
  });

  it('stores only the bytes that it counts', async () => {
    const made = await build().fill('a', async () => fresh('Gänse 🦢'));
    for (const bytes of [made.br, await gzipOf(made)]) expect(bytes.buffer.byteLength).toBe(bytes.length);
  });

  it('compresses better after the first hit, and as gzip on demand', async () => {
    const text = Array.from({ length: 2000 }, (_, i) => `${i * 7919} geese over the ${i % 13} islands`).join(' ');
    const cache = build();
    const made = await cache.fill('a', async () => fresh(text));
    const quick = made.br.length;
    expect(cache.get('a')).toBe(made);
    await vi.waitFor(() => expect(made.br.length).toBeLessThan(quick));
    expect((await uncompressed(made)).toString()).toBe(text);
    expect(made.gzip).toBeNull();
    expect(gunzipSync(await gzipOf(made)).toString()).toBe(text);
    expect(await gzipOf(made)).toBe(made.gzip);
  });

  it('compresses very long responses too', async () => {
    const text = 'Gänse '.repeat(100_000);
    expect((await uncompressed(await build().fill('a', async () => fresh(text)))).toString()).toBe(text);
  });

  it('drops only the responses with an invalidated tag', async () => {
    const cache = build();
    await cache.fill('a', async () => fresh('a', ['story:1', 'home']));
    await cache.fill('b', async () => fresh('b', ['story:2']));
    cache.drop(['story:1']);
    expect(cache.get('a')).toBeNull();
    expect(cache.get('b')).not.toBeNull();
    expect(cache.size.entries).toBe(1);
  });

  it('makes a response once for concurrent requests', async () => {
    const cache = build();
    const { open, opened } = gate();
    let made = 0;
    const asked = Array.from({ length: 64 }, () =>
      cache.fill('a', async () => {
        made += 1;
        await opened;
        return fresh('a');
      }),
    );
    open();
    await Promise.all(asked);
    expect(made).toBe(1);
  });

  it('neither stores a response that was invalidated while it was made, nor returns it to later requests', async () => {
    const cache = build();
    const old = gate();
    const first = cache.fill('a', async () => {
      await old.opened;
      return fresh('old', ['story:1']);
    });
    cache.drop(['story:1']);
    const later = ['new', 'newer'].map((body) => cache.fill('a', async () => fresh(body, ['story:1'])));
    old.open();
    expect((await uncompressed(await first)).toString()).toBe('old');
    for (const second of later) expect((await uncompressed(await second)).toString()).toBe('new');
    expect((await uncompressed(cache.get('a')!)).toString()).toBe('new');
  });

  it('makes a response once even if other tags are invalidated', async () => {
    const cache = build();
    const { open, opened } = gate();
    let made = 0;
    const ask = () =>
      cache.fill('a', async () => {
        made += 1;
        await opened;
        return fresh('a', ['story:1']);
      });
    const asked = [ask()];
    for (let i = 2; i < 20; i += 1) {
      cache.drop([`story:${i}`]);
      asked.push(ask());
    }
    open();
    await Promise.all(asked);
    expect(made).toBe(1);
  });

  it.each([
    ['must not be stored', async () => ({ ...fresh('old', []), keep: false })],
    ['failed', () => Promise.reject(new Error('old'))],
  ])('does not return a response that %s to requests after a change: its tags are unknown', async (_what, end) => {
    const cache = build();
    const { open, opened } = gate();
    const first = cache.fill('a', () => opened.then(end)).catch(() => null);
    cache.drop(['story:1']);
    const second = cache.fill('a', async () => fresh('new', ['story:1']));
    open();
    await first;
    expect((await uncompressed(await second)).toString()).toBe('new');
  });

  it('does not wait for a fill that started before the cache was cleared', async () => {
    const cache = build();
    const never = new Promise<FreshResponse>(() => {});
    void cache.fill('a', () => never);
    cache.clear();
    expect((await uncompressed(await cache.fill('a', async () => fresh('new')))).toString()).toBe('new');
  });

  it('stores a response if only other tags were invalidated while it was made', async () => {
    const cache = build();
    const { open, opened } = gate();
    const filling = cache.fill('a', async () => {
      await opened;
      return fresh('a', ['story:1']);
    });
    cache.drop(['story:2']);
    open();
    await filling;
    expect(cache.get('a')).not.toBeNull();
  });

  it('stores nothing that was started while invalidations could not be received', async () => {
    const cache = build();
    const { open, opened } = gate();
    cache.setListening(false);
    await cache.fill('a', async () => fresh('a'));
    expect(cache.get('a')).toBeNull();
    const filling = cache.fill('b', async () => {
      await opened;
      return fresh('b');
    });
    cache.setListening(true);
    open();
    await filling;
    expect(cache.get('b')).toBeNull();
    await cache.fill('c', async () => fresh('c'));
    expect(cache.get('c')).not.toBeNull();
  });

  it('drops a response when it expires', async () => {
    let now = 0;
    const cache = build({ now: () => now });
    await cache.fill('a', async () => fresh('a', [], new Date(1000)));
    now = 999;
    expect(cache.get('a')).not.toBeNull();
    now = 1000;
    expect(cache.get('a')).toBeNull();
  });

  it('removes the least recently used response when it is full', async () => {
    const cache = build({ maxBytes: 2200 });
    for (const key of ['a', 'b', 'c']) await cache.fill(key, async () => fresh(key, [key]));
    expect(cache.get('a')).not.toBeNull();
    await cache.fill('d', async () => fresh('d', ['d']));
    expect(cache.get('b')).toBeNull();
    expect(cache.get('a')).not.toBeNull();
    expect(cache.size.bytes).toBeLessThanOrEqual(2200);
  });

  it('makes room for a new response even if all others are in use', async () => {
    const cache = build({ maxBytes: 2200 });
    for (const key of ['a', 'b', 'c']) {
      await cache.fill(key, async () => fresh(key, [key]));
      expect(cache.get(key)).not.toBeNull();
    }
    await cache.fill('d', async () => fresh('d', ['d']));
    expect(cache.get('d')).not.toBeNull();
    expect(cache.get('a')).toBeNull();
    await cache.fill('large', async () => fresh(randomBytes(3000).toString('hex'), []));
    expect(cache.get('large')).toBeNull();
    expect(cache.get('d')).not.toBeNull();
  });

  it('does not store a response with keep: false, and passes errors on to all waiting requests', async () => {
    const cache = build();
    await cache.fill('a', async () => ({ ...fresh('a'), keep: false }));
    expect(cache.get('a')).toBeNull();
    const failing = () => cache.fill('x', () => Promise.reject(new Error('no')));
    const results = await Promise.allSettled([failing(), failing()]);
    expect(results.map((r) => r.status)).toEqual(['rejected', 'rejected']);
    await cache.fill('x', async () => fresh('x'));
    expect(cache.get('x')).not.toBeNull();
  });
});

it('a response expires at the earliest time of its parts', () => {
  const ctx = { cachePolicy: emptyCachePolicy() };
  for (const at of [3000, 1000, 2000]) cacheUntil(ctx, new Date(at));
  expect(ctx.cachePolicy.until).toEqual(new Date(1000));
});
