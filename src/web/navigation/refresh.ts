import { rememberFocus } from '../ui/focus.ts';
import { pageRouter } from './router.ts';

/**
 * Refreshes this page after an action. The router preserves scroll position, open elements and focus; without a router,
 * the browser reloads the page. If the focused element is gone, focus moves to the first control near its old position.
 * Resolves once the new data is shown.
 */
export async function refresh(): Promise<void> {
  const restoreFocus = rememberFocus();
  const router = pageRouter();
  if (!router) return location.reload();
  await router.makeAnew();
  setTimeout(() => {
    if (document.activeElement === document.body) restoreFocus();
  });
}
