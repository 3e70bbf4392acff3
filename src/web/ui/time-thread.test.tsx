import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { createTranslator } from '#core/messages.ts';
import { showTimes } from '../boot/times.ts';
import { TranslatorProvider } from '../i18n/i18n.tsx';
import { TimeThread } from './time-thread.tsx';

const FROM = '2026-11-20T10:00:00Z';
const TO = '2026-11-24T10:00:00Z';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const render = (now: number | null) =>
  renderToStaticMarkup(
    <TranslatorProvider value={createTranslator('en')}>
      <TimeThread from={FROM} to={TO} label="Time left" now={now} />
    </TranslatorProvider>,
  );

it('shows on the server how much has elapsed, with days that the script of the page can correct', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-22T10:00:00Z') });
  const html = render(null);
  expect(html).toContain(`data-from="${FROM}" data-to="${TO}"`);
  expect(html).toMatch(/<line [^>]*x1="0" y1="10" x2="50%"/);
  expect(html).toMatch(/<line [^>]*x1="54%"/);
  expect(html).toContain(`data-at="${TO}" data-kind="short"`);
  expect(render(Date.parse(TO))).not.toContain('data-');
});

it('is corrected by the server’s clock', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-19T10:00:00Z') });
  vi.stubGlobal('sessionStorage', { getItem: () => `${4 * 86_400_000} 0` });
  const set = vi.fn();
  const line = (name: string) => ({ setAttribute: (key: string, value: string) => set(name, key, value) });
  const thread = { dataset: { from: FROM, to: TO }, children: [line('run'), line('rest')] };
  const part = { querySelectorAll: (selector: string) => (selector === 'svg[data-from]' ? [thread] : []) };
  showTimes(part as unknown as ParentNode);
  expect(set.mock.calls).toEqual([
    ['run', 'x2', '75%'],
    ['rest', 'x1', '79%'],
  ]);
});
