import { expect, it } from 'vitest';
import { Room } from './room.ts';

const failure = (code: string) => Object.assign(new Error('could not extend file'), { code });

function setUp() {
  const state = { isFull: true, now: 0, probes: 0 };
  const told: string[] = [];
  const room = new Room(
    async () => {
      state.probes += 1;
      if (state.isFull) throw failure('53100');
    },
    () => state.now,
  );
  room.report({ out: () => told.push('out'), changed: (isOut) => told.push(isOut ? 'full' : 'free') });
  return { room, state, told };
}

it('asks nothing as long as no statement has failed for lack of room', async () => {
  const { room, state, told } = setUp();
  for (const code of ['53200', '53400', '25006', '23505', '57014', 'ECONNREFUSED']) room.failed(failure(code));
  room.failed('thrown');
  expect([await room.isOut(), state.probes, told]).toEqual([false, 0, []]);
});

it.each(['53100', '58030', 'ENOSPC', 'EDQUOT'])(
  'is out of room after %s until the database can extend a file',
  async (code) => {
    const { room, state, told } = setUp();
    room.failed(failure(code));
    expect(told).toEqual(['full', 'out']);
    expect(await room.isOut()).toBe(true);
    state.isFull = false;
    state.now = 999;
    expect([await room.isOut(), state.probes]).toEqual([true, 1]);
    state.now = 1000;
    expect([await room.isOut(), state.probes]).toEqual([false, 2]);
    expect(told).toEqual(['full', 'out', 'out', 'free']);
    // Nothing is asked any more.
    state.now = 9999;
    expect([await room.isOut(), state.probes]).toEqual([false, 2]);
  },
);

it('asks once for all who want to know, and believes other processes', async () => {
  const { room, state, told } = setUp();
  room.heard();
  expect(await Promise.all([room.isOut(), room.isOut(), room.isOut()])).toEqual([true, true, true]);
  expect([state.probes, told]).toEqual([1, ['full', 'out']]);
});
