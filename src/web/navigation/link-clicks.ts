import { useEffect } from 'react';
import { useNavigate } from 'react-router';

/** Files and answers that are no pages of ours, and the way to Google. */
const NOT_PAGES = /^\/(api|images|assets)\/|^\/auth\/google$|\.(xml|txt|json)$/;

/** Lets clicks on links inside the site change the page without loading it anew. */
export function useLinkClicks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      if (
        event.defaultPrevented ||
        event.button !== 0 ||
        event.metaKey ||
        event.ctrlKey ||
        event.shiftKey ||
        event.altKey
      )
        return;
      const anchor = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
      if (!anchor || anchor.target || anchor.hasAttribute('download') || anchor.dataset.act) return;
      const url = new URL(anchor.href);
      if (url.origin !== location.origin || NOT_PAGES.test(url.pathname)) return;
      // A place on this page is the browser's own business.
      if (url.hash && url.pathname === location.pathname && url.search === location.search) return;
      event.preventDefault();
      navigate(url.pathname + url.search + url.hash);
    };
    document.addEventListener('click', follow);
    return () => document.removeEventListener('click', follow);
  }, [navigate]);
}
