import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { liftToasts, toast } from './toast.ts';

/** The part of an element that a toast needs. */
class FakeElement {
  parent: FakeElement | null = null;
  children: FakeElement[] = [];
  textContent = '';
  className = '';
  onclick: (() => void) | null = null;
  shown = 0;
  isOpen = false;

  get firstChild(): FakeElement | null {
    return this.children[0] ?? null;
  }
  get firstElementChild(): FakeElement | null {
    return this.firstChild;
  }
  get childElementCount() {
    return this.children.length;
  }
  hasChildNodes() {
    return this.children.length > 0;
  }
  append(child: FakeElement) {
    child.parent = this;
    this.children.push(child);
  }
  remove() {
    if (this.parent) this.parent.children = this.parent.children.filter((child) => child !== this);
  }
  matches() {
    return this.isOpen;
  }
  showPopover() {
    this.isOpen = true;
    this.shown += 1;
  }
  hidePopover() {
    this.isOpen = false;
  }
}

let body: FakeElement;
const rack = () => body.children[0]!;
const texts = () => rack().children.map((element) => element.firstChild!.textContent);

beforeEach(() => {
  vi.useFakeTimers();
  body = new FakeElement();
  vi.stubGlobal('document', {
    body,
    createElement: () => new FakeElement(),
    querySelector: () => body.children.find(({ className }) => className === 'toasts') ?? null,
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('shows at most three at a time, each for three seconds', () => {
  for (const text of ['one', 'two', 'three', 'four']) {
    toast(text);
    vi.advanceTimersByTime(500);
  }
  expect(texts()).toEqual(['two', 'three', 'four']);
  vi.advanceTimersByTime(1500);
  expect(texts()).toEqual(['three', 'four']);
  vi.advanceTimersByTime(1000);
  expect([texts(), rack().isOpen]).toEqual([[], false]);
});

it('shows the same text once, and restarts its time', () => {
  toast('one');
  toast('two');
  vi.advanceTimersByTime(2000);
  toast('one');
  expect(texts()).toEqual(['two', 'one']);
  vi.advanceTimersByTime(1000);
  expect(texts()).toEqual(['one']);
  vi.advanceTimersByTime(2000);
  expect(texts()).toEqual([]);
});

it('shows a toast with a button for longer', () => {
  const run = vi.fn();
  toast('one', { label: 'Undo', run });
  vi.advanceTimersByTime(7999);
  const [, button] = rack().children[0]!.children;
  button!.onclick?.();
  expect([button!.textContent, run.mock.calls.length]).toEqual(['Undo', 1]);
  vi.advanceTimersByTime(1);
  expect(texts()).toEqual([]);
});

it('uses one container, which is shown again above a dialog while it has toasts', () => {
  liftToasts();
  expect(body.children).toEqual([]);
  toast('one');
  toast('two');
  expect([body.children.length, rack().shown]).toEqual([1, 2]);
  liftToasts();
  expect(rack().shown).toBe(3);
  vi.runAllTimers();
  liftToasts();
  expect(rack().shown).toBe(3);
});
