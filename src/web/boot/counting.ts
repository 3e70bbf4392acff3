import { analyticsAddress, policy } from '../trusted-types.ts';
import { whenReadToEnd } from './reading.ts';

/** The data attributes of this page. */
const marks = () => document.documentElement.dataset;

const isAgreed = () => marks().consent === 'true';

/** Sends a count. Ignores failures. Sends no cookies, so that visitors stay anonymous. */
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
 * Counts a visit of a user who has agreed to it: the kind of page, and each chapter that a visitor opens, and whether
 * they reached its end. Without consent, nothing is counted or loaded (product §9).
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

/** Members are counted on the server, when their reading position is saved. */
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

/** Stops counting right away. A third-party script only stops with the page, so the page reloads. */
export function stopCounting(): void {
  if (marks().analytics) location.reload();
}
