/** What the router of the pages does for whoever is no component. */
export interface PageRouter {
  /** Shows another page of the site; resolves when it is there. */
  go: (address: string, options: { replace: boolean }) => Promise<void>;
  /** Makes what this page shows anew; resolves when it is there. */
  makeAnew: () => Promise<void>;
}

let router: PageRouter | null = null;

/** Null where no router is at work: then the browser loads pages. */
export function pageRouter(): PageRouter | null {
  return router;
}

export function setPageRouter(next: PageRouter | null): void {
  router = next;
}
