import { rememberFocus } from '../ui/focus.ts';
import { pageRouter } from './router.ts';

/**
 * Makes what this page shows anew after an act. Where the router does it, what is scrolled, open or has the focus stays so; when
 * what was pressed has gone with the act, the focus goes to what stands in its place. Resolves when it is there.
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
