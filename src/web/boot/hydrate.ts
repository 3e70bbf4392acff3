import { linkStyles } from '../page/link-styles.ts';
import { type PageData, readPageData } from '../page/page-data.ts';
import { preload } from '../page/preload.ts';
import { hasArrived } from './arrival.ts';
import { ASLEEP, AWAKE, hasReact, WAKE } from './awake.ts';
import { afterPaint, whenIdle } from './idle.ts';
import { localPlaces } from './reading.ts';
import { reloadIfReachable } from './reload.ts';

/**
 * React is loaded only when it is needed: right away on pages that ask for it, after the first paint for members, when
 * the browser is idle for visitors on the page of a story that they have started reading, and at the first interaction
 * otherwise. So reading needs no script beyond this one. A press before React is loaded is repeated afterwards
 * (anchors: router §3).
 */
/** Whether the page has loaded to its end, including the data that React starts from. */
let isWhole = false;
let isWanted = false;
/** Whether a script is waiting for React. */
let isAskedFor = false;
let started = false;
let pressed: HTMLElement | null = null;
/** A radio button or checkbox that was clicked before React was loaded, and its state after the click. */
let clicked: { input: HTMLInputElement; checked: boolean } | null = null;

/**
 * Starts React once. If one of its files can’t be loaded, the next press or key tries again. Either there is no
 * network, or the user is leaving the page, which Firefox reports as a failed import, too.
 */
async function start(): Promise<void> {
  if (started) return;
  started = true;
  try {
    await loadReact();
  } catch (error) {
    started = false;
    showWaiting(false);
    wakeOnInput();
    if (!isFailedImport(error)) throw error;
    const isWaitedFor = pressed !== null || isAskedFor;
    if (isWaitedFor && !(await reloadIfReachable(readPageData()?.entry ?? location.href)))
      dispatchEvent(new Event(ASLEEP));
  }
}

/**
 * Returns whether an error is that of Chromium, Firefox or WebKit for a module that couldn’t be loaded, or the event of
 * a style sheet that failed.
 */
function isFailedImport(error: unknown): boolean {
  return (
    error instanceof Event ||
    (error instanceof TypeError && /dynamically imported module|Importing a module script failed/.test(error.message))
  );
}

/** Settled once the style sheets of members’ islands are loaded or have failed. Null before they are requested. */
let stylesOfMembers: Promise<unknown> | null = null;

let isFetchedAhead = false;

/** Preloads React and these files with low priority, for what the user may press next. */
export function fetchReactAhead(files: readonly string[]): void {
  const page = started || isFetchedAhead ? null : readPageData();
  isFetchedAhead = true;
  if (page) for (const href of [...page.scripts, ...page.styles, ...files]) preload(href, 'low');
}

/**
 * Preloads the files of the page in parallel, once. Otherwise the browser would discover each script only after loading
 * its importer. With low priority, what the page itself needs comes first.
 */
function fetchAhead(page: PageData, fetchPriority: 'low' | 'auto'): void {
  if (stylesOfMembers) return;
  for (const href of isMember() ? [...page.scripts, ...page.ofMembers] : page.scripts) preload(href, fetchPriority);
  // If a style sheet fails, its island requests it again.
  stylesOfMembers = linkStyles(isMember() ? page.stylesOfMembers : []).catch(() => {});
}

async function loadReact(): Promise<void> {
  const page = readPageData();
  if (!page) return;
  fetchAhead(page, 'auto');
  await Promise.all([linkStyles(page.styles), stylesOfMembers]);
  await import(/* @vite-ignore */ page.entry);
}

/** Called when React is running. Repeats a press that came too early. */
function hydrated(): void {
  document.removeEventListener('click', rememberPress, true);
  document.documentElement.dataset.settled = '';
  // The slot around it repeats the press once it is filled (`site/slots.tsx`).
  if (!pressed?.closest('[data-before]')) {
    showWaiting(false);
    if (pressed?.isConnected) pressed.click();
  }
  pressed = null;
  // React may first set the input to another state: that of the HTML, or one stored in this window.
  setTimeout(() => {
    if (clicked?.input.isConnected && clicked.input.checked !== clicked.checked) clicked.input.click();
  });
}

/**
 * Remembers a press on a button that only React handles. Links, native menus and the controls of this script work
 * without it. A radio button or checkbox changes right away, and React is notified later.
 */
function rememberPress(event: MouseEvent): void {
  const element = event.target as Element;
  if (element instanceof HTMLInputElement && /radio|checkbox/.test(element.type) && !element.closest('[data-act]'))
    clicked = { input: element, checked: element.checked };
  // Following a link cancels an earlier press.
  if (element.closest('a[href]')) {
    showWaiting(false);
    pressed = null;
  }
  const target = element.closest<HTMLElement>('button, [role="button"]');
  if (
    !target ||
    target.closest('[data-act], [data-plain], [popovertarget], [command], summary') ||
    target.getAttribute('type') === 'submit'
  )
    return;
  event.preventDefault();
  event.stopPropagation();
  showWaiting(false);
  pressed = target;
  showWaiting(true);
}

/** Marks the pressed button as busy while it waits for React. */
function showWaiting(waits: boolean): void {
  if (waits) pressed?.setAttribute('aria-busy', 'true');
  else pressed?.removeAttribute('aria-busy');
}

/**
 * True if this page has to show a message from the previous page or a dialog: for the link in a registration email,
 * a restricted account, a planned account deletion, or a request to join.
 */
function isAwaited(): boolean {
  try {
    if (location.hash === '#join') return true;
    return (
      new URLSearchParams(location.search).has('verify') ||
      hasArrived() ||
      ['restriction', 'leaving'].some((note) => sessionStorage.getItem(note) !== null)
    );
  } catch {
    return false;
  }
}

/** True on the page of a story that a visitor has started reading: React shows how far they are. */
function isBegun(): boolean {
  return localPlaces().some(({ storyId }) => location.pathname === `/story/${storyId}`);
}

const isMember = () => 'member' in document.documentElement.dataset;

function wake(): void {
  isWanted = true;
  if (isWhole) void start();
}

/** Runs from the first byte on, because the header can be pressed while the page is still loading. */
export function rememberPresses(): void {
  addEventListener(AWAKE, hydrated, { once: true });
  addEventListener(WAKE, () => {
    isAskedFor = true;
    wake();
  });
  document.addEventListener('click', rememberPress, true);
  wakeOnInput();
}

const INPUT = ['pointerdown', 'keydown', 'touchstart', 'focusin'] as const;

/** Starts React, unless the input is for a control that works without it. */
function onInput({ target }: Event): void {
  if (target instanceof Element && target.closest('[data-act], [data-plain]')) return;
  for (const type of INPUT) removeEventListener(type, onInput);
  wake();
}

function wakeOnInput(): void {
  for (const type of INPUT) addEventListener(type, onInput, { passive: true });
}

/**
 * Starts React if it has something to show: right away for members and if the user is waiting for it, otherwise when
 * the browser is idle.
 */
function wakeIfAwaited(): void {
  if (isAwaited()) wake();
  // Members are waiting for their own data. Waiting for images, too, would take seconds on a slow connection.
  else if (isMember()) wake();
  else if (isBegun()) whenIdle(wake);
}

/** Call when the page is fully parsed. */
export function prepareHydration(): void {
  // Offline and busy pages work without React.
  if (!hasReact()) {
    document.removeEventListener('click', rememberPress, true);
    return;
  }
  isWhole = true;
  if (isMember()) fetchAhead(readPageData()!, 'low');
  if (isWanted || document.querySelector('[data-hydrate]')) wake();
  // After the first paint, which comes first for members, too. The first access to session storage takes as long as
  // everything that this script does before it.
  else afterPaint(wakeIfAwaited);
}
