/** Access to the router for code outside of React components. */
export interface PageRouter {
  /** Navigates to another page of the site. Resolves when the page is shown. */
  go: (address: string, options: { replace: boolean }) => Promise<void>;
  /** Reloads the data of this page. Resolves when the new data is loaded. */
  makeAnew: () => Promise<void>;
}

let router: PageRouter | null = null;

/** Returns null if no router is running. The browser then has to load pages. */
export function pageRouter(): PageRouter | null {
  return router;
}

export function setPageRouter(next: PageRouter | null): void {
  router = next;
}
