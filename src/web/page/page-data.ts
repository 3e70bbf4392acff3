import type { PageName } from '#core/pages.ts';
import type { Part } from '../i18n/catalogs.ts';
import type { SiteInfo } from './context.ts';

/**
 * - `document`: static HTML. React only fills its slots.
 * - `hydrated`: rendered on the server and taken over by React.
 * - `room`: rendered by React in the browser alone.
 */
export type PageScript = 'document' | 'hydrated' | 'room';

/** Data that a page passes to its scripts, as JSON in `#page-data`. */
export interface PageData {
  readonly name: PageName;
  readonly script: PageScript;
  readonly params: Readonly<Record<string, string>>;
  readonly title: string;
  /** What a hydrated page was rendered with; null for the others. */
  readonly data: unknown;
  /** Language in the page's URL, or null. */
  readonly named: string | null;
  readonly site: SiteInfo;
  readonly year: number;
  /**
   * Parts of the catalog that the page loads at the start, in addition to `FIRST_PARTS`. A hydrated page was rendered
   * with them.
   */
  readonly parts: readonly Part[];
  /** Parts that the islands for members load at the start. */
  readonly partsOfMembers: readonly Part[];
  /** URL of the script that starts React. */
  readonly entry: string;
  /** URLs of style sheets that React needs and the page doesn't link. */
  readonly styles: readonly string[];
  /** URLs of all scripts that React needs to start. */
  readonly scripts: readonly string[];
  /** URLs of the script that measures the server’s clock. Only on pages that count down. */
  readonly clock?: readonly string[];
  /** URLs of scripts that members need after that. */
  readonly ofMembers: readonly string[];
  /** URLs of the style sheets of these scripts. */
  readonly stylesOfMembers: readonly string[];
}

/** Id of the element that React renders the page into. */
export const ROOM = 'room';

/** Returns null on pages without React: offline and failure pages, which are shown at any URL. */
export function readPageData(page: Document = document): PageData | null {
  return JSON.parse(page.getElementById('page-data')?.textContent ?? 'null');
}
