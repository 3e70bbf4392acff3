import { LIVE_PATH, type LiveEvent } from '#core/live.ts';
import { MINUTE } from '#core/time.ts';
import { openStream } from './client.ts';
import { listenToStream, type StreamEnvironment } from './live-stream.ts';
import { LiveTab, sharedByTabs } from './live-tabs.ts';
import { onSession, refreshToken } from './session.ts';

/** A page that nobody looked at for so long hears nothing more until somebody does. */
const UNSEEN = 5 * MINUTE;

type Listener = (event: LiveEvent) => void;
const listeners = new Set<Listener>();
let known: string | null = null;
let isUnseen = false;
let isLeft = false;
let stop: (() => void) | null = null;

const around: StreamEnvironment = {
  open: (after, signal) => openStream(LIVE_PATH, { after }, signal),
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

function hear(event: LiveEvent): void {
  if (event.type === 'message') known = event.id;
  for (const listener of listeners) listener(event);
}

/** Listens as long as somebody is signed in and looks, and the browser has a network. */
function start(): () => void {
  const tab = new LiveTab(
    sharedByTabs(),
    ({ resumed, tell }, signal) => listenToStream(around, { after: known, resumed, tell }, signal),
    hear,
  );
  const wants = () => listeners.size > 0 && refreshToken() !== null && navigator.onLine && !isUnseen && !isLeft;
  const look = () => tab.want(wants());
  let unseen: ReturnType<typeof setTimeout>;
  const onVisibility = () => {
    clearTimeout(unseen);
    isUnseen = false;
    if (document.hidden) {
      unseen = setTimeout(() => {
        isUnseen = true;
        look();
      }, UNSEEN);
    }
    look();
  };
  // A page that is kept for the way back may hold no connection.
  const onLeave = () => {
    isLeft = true;
    look();
  };
  const onReturn = () => {
    isLeft = false;
    look();
  };
  const ofWindow = { online: look, offline: look, pagehide: onLeave, pageshow: onReturn };
  for (const [name, listener] of Object.entries(ofWindow)) addEventListener(name, listener);
  document.addEventListener('visibilitychange', onVisibility);
  const offSession = onSession(() => {
    known = null;
    tab.restart(wants());
  });
  onVisibility();
  return () => {
    tab.close();
    offSession();
    clearTimeout(unseen);
    document.removeEventListener('visibilitychange', onVisibility);
    for (const [name, listener] of Object.entries(ofWindow)) removeEventListener(name, listener);
  };
}

/**
 * Calls back with what the server tells the member who is signed in, through this tab or another one of the browser, for
 * as long as somebody listens. `newest` is the newest message that the page shows, so that it is told of newer ones.
 */
export function onLive(listener: Listener, newest: string | null): () => void {
  known ??= newest;
  listeners.add(listener);
  stop ??= start();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    stop?.();
    stop = null;
  };
}
