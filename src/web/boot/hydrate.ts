import { linkStyles } from '../page/link-styles.ts';
import { type PageData, readPageData } from '../page/page-data.ts';
import { preload } from '../page/preload.ts';
import { hasArrived } from './arrival.ts';
import { ASLEEP, AWAKE, hasReact, WAKE } from './awake.ts';
import { afterPaint, whenIdle } from './idle.ts';
import { localPlaces } from './reading.ts';
import { reloadIfReachable } from './reload.ts';

/**
 * React is fetched when it is needed: at once on pages that ask for it, after the first paint for members, when the browser
 * is idle for visitors on the page of a story that they have begun, at the first interaction for everybody else. So reading
 * needs no script beyond this one. What was pressed before React was there is pressed again for them (anchors: router §3).
 */
/** Whether the page is there to its end, with what React starts from. */
let isWhole = false;
let isWanted = false;
/** Whether a script is waiting for React. */
let isAskedFor = false;
let started = false;
let pressed: HTMLElement | null = null;
/** A radio button or checkbox that was clicked before React was there, and the state that the click gave it. */
let clicked: { input: HTMLInputElement; checked: boolean } | null = null;

/**
 * Starts React once. When one of its files can't be loaded, the next press or key tries again: there is no network, or the
 * page is being left, which Firefox reports as a failed import too.
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

/** How Chromium, Firefox and WebKit each report a module that they could not load; or the event of a style sheet. */
function isFailedImport(error: unknown): boolean {
  return (
    error instanceof Event ||
    (error instanceof TypeError && /dynamically imported module|Importing a module script failed/.test(error.message))
  );
}

/** Settled once the style sheets of members' islands are there or have failed. Null before they are fetched. */
let stylesOfMembers: Promise<unknown> | null = null;

let isFetchedAhead = false;

/** Fetches React and these files with low priority, for what may be pressed next. */
export function fetchReactAhead(files: readonly string[]): void {
  const page = started || isFetchedAhead ? null : readPageData();
  isFetchedAhead = true;
  if (page) for (const href of [...page.scripts, ...page.styles, ...files]) preload(href, 'low');
}

/**
 * Fetches the files of the page in parallel, once. Otherwise the browser would discover each script only after loading its
 * importer. With low priority, what the page itself needs comes first.
 */
function fetchAhead(page: PageData, fetchPriority: 'low' | 'auto'): void {
  if (stylesOfMembers) return;
  for (const href of isMember() ? [...page.scripts, ...page.ofMembers] : page.scripts) preload(href, fetchPriority);
  // The island of a sheet that has failed asks for it again.
  stylesOfMembers = linkStyles(isMember() ? page.stylesOfMembers : []).catch(() => {});
}

async function loadReact(): Promise<void> {
  const page = readPageData();
  if (!page) return;
  fetchAhead(page, 'auto');
  await Promise.all([linkStyles(page.styles), stylesOfMembers]);
  await import(/* @vite-ignore */ page.entry);
}

/** Called by React once it listens: presses what was pressed too early. */
function hydrated(): void {
  document.removeEventListener('click', rememberPress, true);
  document.documentElement.dataset.settled = '';
  // The slot around it carries out the press once it is filled (`site/slots.tsx`).
  if (!pressed?.closest('[data-before]')) {
    showWaiting(false);
    if (pressed?.isConnected) pressed.click();
  }
  pressed = null;
  // React may first put the input into another state: that of the page as it was written, or of this window.
  setTimeout(() => {
    if (clicked?.input.isConnected && clicked.input.checked !== clicked.checked) clicked.input.click();
  });
}

/**
 * Remembers a press on a button that only React knows. Links, native menus and the controls of this script work by themselves;
 * a radio button or checkbox changes at once, and React learns of it later.
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

/** True on the page of a story that a visitor has begun: React shows how far they are. */
function isBegun(): boolean {
  return localPlaces().some(({ storyId }) => location.pathname === `/story/${storyId}`);
}

const isMember = () => 'member' in document.documentElement.dataset;

function wake(): void {
  isWanted = true;
  if (isWhole) void start();
}

/** From the first byte on: the head of a page can be pressed while its end is still on the way. */
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

/** Starts React where it has something to show: at once for members and where the user waits for it, else when idle. */
function wakeIfAwaited(): void {
  if (isAwaited()) wake();
  // Members wait for what is theirs. Waiting for pictures too would cost them seconds on a slow connection.
  else if (isMember()) wake();
  else if (isBegun()) whenIdle(wake);
}

/** Once the page is whole. */
export function prepareHydration(): void {
  // Offline and busy pages work without React.
  if (!hasReact()) {
    document.removeEventListener('click', rememberPress, true);
    return;
  }
  isWhole = true;
  if (isMember()) fetchAhead(readPageData()!, 'low');
  if (isWanted || document.querySelector('[data-hydrate]')) wake();
  // After the first paint, which comes first for members too. And the first look into the session's storage takes as long
  // as all that this script does before it.
  else afterPaint(wakeIfAwaited);
}
