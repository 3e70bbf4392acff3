import { describe, expect, it } from 'vitest';
import { composeFeatures } from './compose.ts';
import { emit } from './events.ts';
import { serverFeature } from './feature.ts';
import { askGuards } from './guards.ts';

declare module './events.ts' {
  interface Events {
    'test.happened': { readonly to: string[] };
  }
}

// A composition of a few features lacks ports, which must not compile. These tests are about what is there.
const compose = composeFeatures as unknown as (
  features: readonly object[],
) => Pick<ReturnType<typeof composeFeatures>, 'wiring' | 'everyHour'>;

const hearing = (name: string) =>
  serverFeature({ name, on: { 'test.happened': async (_ctx, { to }) => void to.push(name) } });

describe('events', () => {
  it('reach every listener in the order of the features', async () => {
    const { wiring } = compose([hearing('first'), { name: 'silent' }, hearing('second')]);
    const to: string[] = [];
    await emit(wiring as never, 'test.happened', { to });
    expect(to).toEqual(['first', 'second']);
  });

  it('stop at the first listener that fails', async () => {
    const failing = serverFeature({
      name: 'failing',
      on: { 'test.happened': () => Promise.reject(new Error('A feature fails')) },
    });
    const { wiring } = compose([failing, hearing('later')]);
    const to: string[] = [];
    await expect(emit(wiring as never, 'test.happened', { to })).rejects.toThrow('A feature fails');
    expect(to).toEqual([]);
  });
});

it('the first guard that refuses decides', async () => {
  const asked: string[] = [];
  const guard = (name: string, ok: boolean) =>
    serverFeature({
      name,
      guards: {
        'story.delete': async () => {
          asked.push(name);
          return ok ? { ok } : { ok, code: 'wrong_state' };
        },
      },
    });
  const { wiring } = compose([guard('a', true), guard('b', false), guard('c', false)]);
  expect(await askGuards(wiring as never, 'story.delete', {} as never)).toEqual({ ok: false, code: 'wrong_state' });
  expect(asked).toEqual(['a', 'b']);
  expect(await askGuards(compose([]).wiring as never, 'story.delete', {} as never)).toEqual({ ok: true });
});

describe('what features add', () => {
  it('is merged, by name', () => {
    const task = async () => {};
    const { wiring, everyHour } = compose([
      { name: 'a', everyHour: { one: task }, contributes: { imageUses: { a: 1 } } },
      { name: 'b', everyHour: { two: task }, contributes: { imageUses: { b: 2 } }, provides: { heirOf: task } },
    ]);
    expect(Object.keys(everyHour)).toEqual(['two', 'one']);
    expect(wiring.imageUses).toEqual({ a: 1, b: 2 });
    expect(wiring.heirOf).toBe(task);
  });

  it('replaces the default of a port', () => {
    const [byDefault, own] = [async () => null, async () => null];
    expect(compose([{ name: 'a', defaults: { heirOf: byDefault } }]).wiring.heirOf).toBe(byDefault);
    const both = compose([
      { name: 'a', defaults: { heirOf: byDefault } },
      { name: 'b', provides: { heirOf: own } },
    ]);
    expect(both.wiring.heirOf).toBe(own);
  });

  it('is refused if two features add the same', () => {
    const double = (part: object) => () =>
      compose([
        { name: 'a', ...part },
        { name: 'b', ...part },
      ]);
    expect(double({ provides: { heirOf: async () => null } })).toThrow('Two features have the port “heirOf”');
    expect(double({ defaults: { heirOf: async () => null } })).toThrow('Two features have the default of the port');
    expect(double({ metrics: { skein_x: {} } })).toThrow('Two features have the metric “skein_x”');
    expect(double({ everyMinute: { move: async () => {} } })).toThrow('Two features have the task “move”');
    expect(double({ contributes: { modes: { solo: {} } } })).toThrow('Two features have the entry of modes “solo”');
  });

  it('does not compile if a port or a kind is missing', () => {
    // @ts-expect-error: no feature provides any port
    expect(() => composeFeatures([serverFeature({ name: 'lonely' })])).not.toThrow();
  });
});
