import { LIVE_PATH, type LiveEvent, type LiveTopic } from '#core/live.ts';
import { MINUTE, SECOND } from '#core/time.ts';
import { onReturn } from '../boot/returning.ts';
import { openStream } from './client.ts';
import { LivePlace } from './live-place.ts';
import { type HeardEvent, listenToStream, type StreamEnvironment } from './live-stream.ts';
import { LiveTab, sharedByTabs } from './live-tabs.ts';
import { onSession, refreshToken } from './session.ts';

/** A page that has been hidden for this long stops listening until it is visible again. */
const UNSEEN = 5 * MINUTE;
/**
 * Time that a page is shown before it listens, so that pages the user only passes through open no stream. The first
 * page of a tab listens right away: it has no last event id, so the server couldn’t replay what it missed before that.
 */
const SETTLED = SECOND;

/** A page that has been hidden for this long unsubscribes from its topics until it is visible again. */
const HIDDEN = 10 * SECOND;
/** Maximum topics of a page. */
const TOPICS_OF_PAGE = 5;

type Listener = (event: LiveEvent) => void;
/** Each listener, with a function that returns the newest message it shows. */
const listeners = new Map<Listener, () => string | null>();
const place = new LivePlace();
let hasListened = false;
let stop: (() => void) | null = null;
/** The topics that this page shows, with the number of its parts that do. */
const watched = new Map<LiveTopic, number>();
/** The listening tab. */
let tabHere: LiveTab | null = null;
let isUnsubscribed = false;
/** When this page was shown, as `performance.now()`. */
let shownAt = performance.now();

const around: StreamEnvironment = {
  open: ({ topics, ...start }, signal) =>
    openStream(LIVE_PATH, { ...start, topics: topics.join() || undefined }, signal),
  pause: (milliseconds, signal) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    }),
  now: () => performance.now(),
  random: Math.random,
};

function newestMessage(): string | null {
  for (const newest of listeners.values()) {
    const id = newest();
    if (id !== null) return id;
  }
  return null;
}

function hear({ id, event }: HeardEvent): void {
  if (id !== null && !place.reach(id, event.type)) return;
  for (const listener of listeners.keys()) listener(event);
}

/**
 * Starts listening, which continues while a member is logged in, the page is visible and the browser is online. Returns
 * a function that stops it.
 */
function start(): () => void {
  let isUnseen = false;
  let isSettled = false;
  const tab = new LiveTab(
    sharedByTabs(),
    (tell, signal, topics) =>
      listenToStream(
        around,
        {
          start: () => ({ last: place.last, after: newestMessage(), topics }),
          reach: (id) => place.reach(id, 'here'),
          tell,
        },
        signal,
      ),
    hear,
    hasListened,
  );
  hasListened = true;
  tabHere = tab;
  tellTopics();
  const wants = () => isSettled && refreshToken() !== null && navigator.onLine && !isUnseen;
  const look = () => tab.want(wants());
  let settling: ReturnType<typeof setTimeout> | undefined;
  const settle = () => {
    const listen = () => {
      isSettled = true;
      look();
    };
    if (place.last === null) listen();
    else settling = setTimeout(listen, shownAt + SETTLED - performance.now());
  };
  let unseen: ReturnType<typeof setTimeout>;
  let unsubscribing: ReturnType<typeof setTimeout>;
  const onVisibility = () => {
    clearTimeout(unseen);
    clearTimeout(unsubscribing);
    isUnseen = false;
    if (document.hidden) {
      unsubscribing = setTimeout(() => {
        isUnsubscribed = true;
        tellTopics();
      }, HIDDEN);
      unseen = setTimeout(() => {
        isUnseen = true;
        look();
      }, UNSEEN);
    } else if (isUnsubscribed) {
      isUnsubscribed = false;
      tellTopics();
      // What changed in between was not received.
      for (const topic of watched.keys()) hear({ id: null, event: { type: 'changed', topic } });
    }
    look();
  };
  const onLeave = () => {
    clearTimeout(settling);
    isSettled = false;
    tab.leave();
  };
  const ofWindow = { online: look, offline: look, pagehide: onLeave };
  for (const [name, listener] of Object.entries(ofWindow)) addEventListener(name, listener);
  document.addEventListener('visibilitychange', onVisibility);
  const offReturn = onReturn(() => {
    shownAt = performance.now();
    tab.comeBack();
    settle();
  });
  const offSession = onSession(() => {
    place.forget();
    tab.restart(wants());
  });
  onVisibility();
  settle();
  return () => {
    tab.leave();
    tabHere = null;
    offReturn();
    offSession();
    clearTimeout(settling);
    clearTimeout(unseen);
    clearTimeout(unsubscribing);
    document.removeEventListener('visibilitychange', onVisibility);
    for (const [name, listener] of Object.entries(ofWindow)) removeEventListener(name, listener);
  };
}

/**
 * Calls back with live events for the logged-in member, through this tab or another one of the browser, for as long as
 * the listener is registered. `newest` returns the id of the newest message that the page shows, so that the server
 * reports newer ones.
 */
export function onLive(listener: Listener, newest: () => string | null = () => null): () => void {
  listeners.set(listener, newest);
  stop ??= start();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    stop?.();
    stop = null;
  };
}

function tellTopics(): void {
  tabHere?.watch(isUnsubscribed ? [] : [...watched.keys()].slice(0, TOPICS_OF_PAGE));
}

/**
 * Calls back when something in a topic has changed or may have changed, such as `story:12`, for as long as the page
 * shows it. At most five topics of a page are subscribed to.
 */
export function watchTopic(topic: LiveTopic, listener: () => void): () => void {
  const count = (change: 1 | -1) => {
    const parts = (watched.get(topic) ?? 0) + change;
    if (parts > 0) watched.set(topic, parts);
    else watched.delete(topic);
    if (parts === Math.max(0, change)) tellTopics();
  };
  count(1);
  const end = onLive((event) => {
    if (event.type === 'missed' || (event.type === 'changed' && event.topic === topic)) listener();
  });
  return () => {
    count(-1);
    end();
  };
}
