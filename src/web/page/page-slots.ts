/**
 * The places in documents that other features fill on the server, by name, with the props that the page passes. Names
 * begin with that of the page, or with `site` on every page. The feature of the page adds its own by declaration
 * merging.
 */
export interface PageSlots {
  /** In the header of the site, in the part for members. */
  'site.header': object;
  /** Links in the member’s menu, below that of their profile. */
  'site.menu': object;
  /** Templates for plain scripts, at the end of every page. Not all pages have the header of the site. */
  'site.templates': { hasHeader: boolean };
}
export type PageSlotName = keyof PageSlots;

/** Loads the data for a slot with these props. */
export type LoadSlot = <Name extends PageSlotName>(name: Name, props: PageSlots[Name]) => Promise<void>;
