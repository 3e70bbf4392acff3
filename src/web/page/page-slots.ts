/**
 * The places in documents that other features fill on the server, by name, with the props that the page passes. Names
 * begin with that of the page, or with `site` on every page. The feature of the page adds its own by declaration
 * merging.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the features
export interface PageSlots {}
export type PageSlotName = keyof PageSlots;

/** Loads the data for a slot with these props. */
export type LoadSlot = <Name extends PageSlotName>(name: Name, props: PageSlots[Name]) => Promise<void>;
