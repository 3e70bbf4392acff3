import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refresh } from './refresh.ts';
import { setPageRouter } from './router.ts';

const page = { body: {}, activeElement: {} as unknown };
class Pressed {
  parentElement = null;
  isConnected = true;
  focus() {
    page.activeElement = this;
  }
}
const makeAnew = vi.fn(async () => {});
const reload = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', page);
  vi.stubGlobal('HTMLElement', Pressed);
  vi.stubGlobal('location', { reload });
  setPageRouter({ go: async () => {}, makeAnew: makeAnew.mockReset() });
});
afterEach(() => {
  setPageRouter(null);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('gives the focus back that was lost meanwhile', async () => {
  const pressed = new Pressed();
  pressed.focus();
  makeAnew.mockImplementationOnce(async () => {
    page.activeElement = page.body;
  });
  await refresh();
  await vi.runAllTimersAsync();
  expect(makeAnew).toHaveBeenCalledOnce();
  expect(page.activeElement).toBe(pressed);
});

it('leaves the focus where it went meanwhile', async () => {
  const elsewhere = new Pressed();
  new Pressed().focus();
  makeAnew.mockImplementationOnce(async () => elsewhere.focus());
  await refresh();
  await vi.runAllTimersAsync();
  expect(page.activeElement).toBe(elsewhere);
});

it('has the browser load the page where there is no router', async () => {
  setPageRouter(null);
  await refresh();
  expect(reload).toHaveBeenCalledOnce();
});
