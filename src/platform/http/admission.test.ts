import { expect, it } from 'vitest';
import { Admission } from './admission.ts';

function setUp() {
  let now = 0;
  const admission = new Admission(() => now);
  return {
    admission,
    advance: (ms: number) => {
      now += ms;
    },
    /** Sends requests at the same time. Returns those that are admitted. */
    send: (count: number) => Array.from({ length: count }, () => ({})).filter((each) => admission.admit(each)),
  };
}

it('admits 128 requests at the same time, and another one for each that is answered', () => {
  const { admission, send } = setUp();
  const [first, second] = send(300);
  expect(send(1)).toHaveLength(0);
  admission.release(first!);
  admission.release(first!);
  admission.release({});
  expect(send(10)).toHaveLength(1);
  admission.release(second!);
  expect(send(10)).toHaveLength(1);
});

it('admits half as many as were answered in the last second', () => {
  const { admission, advance, send } = setUp();
  for (let i = 0; i < 900; i += 1) for (const each of send(1)) admission.release(each);
  advance(1000);
  expect(send(2000)).toHaveLength(450);
});

it('admits 128 again after a second in which nothing was answered', () => {
  const { admission, advance, send } = setUp();
  for (let i = 0; i < 900; i += 1) for (const each of send(1)) admission.release(each);
  advance(2000);
  expect(send(2000)).toHaveLength(128);
});
