import { analyticsAddress, policy } from '../trusted-types.ts';
import { whenReadToEnd } from './reading.ts';

/** What is known about this page. */
const marks = () => document.documentElement.dataset;

const isAgreed = () => marks().consent === 'true';

/** Sends a count. Failures are ignored. Sends no cookies, so that visitors stay anonymous. */
function send(path: string, body: object): void {
  fetch(`/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    credentials: 'omit',
    keepalive: true,
  }).catch(() => {});
}

/**
 * Who agreed to it is counted: each kind of page, each chapter that a visitor opens and whether they came to its end.
 * Nobody else is (product §9), and nothing else is fetched for them.
 */
export function countVisit(): void {
  if (!isAgreed()) return;
  loadAnalytics();
  const dataset = marks();
  if (dataset.viewed !== location.pathname) {
    dataset.viewed = location.pathname;
    send('page/count_view', { page: dataset.page, language: document.documentElement.lang.slice(0, 2) });
  }
  countShownRead();
}

/** Members are counted with their place, on the server. */
function countShownRead(): void {
  const described = shownPlace();
  const dataset = marks();
  if ('member' in dataset || !described) return;
  const { chapterId, chapterLanguage: language } = JSON.parse(described);
  if (chapterId === dataset.counted) return;
  dataset.counted = chapterId;
  send('reader/count_read', { chapterId, language });
  whenReadToEnd(() => {
    if (isAgreed() && shownPlace() === described) send('reader/count_read', { chapterId, language, toEnd: true });
  });
}

const shownPlace = () => document.querySelector<HTMLElement>('[data-place]')?.dataset.place;

/** Loads the third-party analytics script, if the site has one. */
function loadAnalytics(): void {
  const address = analyticsAddress();
  const dataset = marks();
  if (!address || dataset.analytics) return;
  dataset.analytics = 'on';
  const script = document.createElement('script');
  script.src = policy.createScriptURL(address);
  document.head.append(script);
}

/** Stops at once: what a foreign script has begun ends with the page alone. */
export function stopCounting(): void {
  if (marks().analytics) location.reload();
}
