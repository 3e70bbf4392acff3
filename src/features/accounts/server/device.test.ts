import { expect, it } from 'vitest';
import { describeDevice, readDevice } from './device.ts';

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0', 'Firefox', 'Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
    'Safari',
    'iPhone',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
    'Chrome',
    'Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36',
    'Chrome',
    'Android',
  ],
  ['', null, null],
  ['\u0000 <script>', null, null],
])('recognizes %s as %s on %s', (userAgent, browser, system) =>
  expect(readDevice(describeDevice(userAgent))).toEqual({ browser, system }),
);

it('limits the length of what it stores, and ignores invented names', () => {
  const stored = describeDevice(`${'a/'.repeat(200)} `.repeat(100));
  expect(stored.length).toBeLessThanOrEqual(200);
  expect(stored.split('/')).toHaveLength(2);
});
