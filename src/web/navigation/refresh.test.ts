import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onRefresh, refresh } from './refresh.ts';

const page = { body: {}, activeElement: {} as unknown, querySelectorAll: () => [] };
class Pressed {
  parentElement = null;
  isConnected = true;
  focus() {
    page.activeElement = this;
  }
}
const answer = { status: 200, document: {} as object | null };
const asked: string[] = [];
/** A request that completes right away. */
class Request {
  status = answer.status;
  responseXML = answer.document;
  onloadend = () => {};
  open(method: string, address: string) {
    asked.push(`${method} ${address}`);
  }
  setRequestHeader() {}
  abort() {}
  send() {
    this.onloadend();
  }
}
const show = vi.fn();
const reload = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(answer, { status: 200, document: {} });
  asked.length = 0;
  reload.mockReset();
  vi.stubGlobal('document', page);
  vi.stubGlobal('HTMLElement', Pressed);
  vi.stubGlobal('XMLHttpRequest', Request);
  vi.stubGlobal('location', { pathname: '/story/1', search: '?order=newest', reload });
  onRefresh(show.mockReset());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('shows the current version of this page', async () => {
  await refresh();
  expect(asked).toEqual(['GET /story/1?order=newest']);
  expect(show).toHaveBeenCalledExactlyOnceWith(answer.document);
  expect(reload).not.toHaveBeenCalled();
});

it('restores a focus that was lost', async () => {
  const pressed = new Pressed();
  pressed.focus();
  show.mockImplementationOnce(() => {
    page.activeElement = page.body;
  });
  await refresh();
  await vi.runAllTimersAsync();
  expect(page.activeElement).toBe(pressed);
});

it('leaves the focus alone if it has moved', async () => {
  const elsewhere = new Pressed();
  new Pressed().focus();
  show.mockImplementationOnce(() => elsewhere.focus());
  await refresh();
  await vi.runAllTimersAsync();
  expect(page.activeElement).toBe(elsewhere);
});

it('reloads a page that is gone', async () => {
  Object.assign(answer, { status: 404 });
  await refresh();
  expect(reload).toHaveBeenCalledOnce();
  expect(show).not.toHaveBeenCalled();
});

it.each([0, 429, 503])('keeps the page if the request for the new version fails with %i', async (status) => {
  Object.assign(answer, { status, document: null });
  await refresh();
  expect(reload).not.toHaveBeenCalled();
  expect(show).not.toHaveBeenCalled();
});
