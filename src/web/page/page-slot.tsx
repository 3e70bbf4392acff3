import { type ComponentType, createContext, type ReactNode, use } from 'react';
import type { PageContext } from './context.ts';
import type { LoadSlot, PageSlotName, PageSlots } from './page-slots.ts';

/** What a feature shows in a page slot. Without the type of its data (`fill`). */
export interface Fill {
  readonly slot: PageSlotName;
  readonly order: number;
  readonly load: ((request: PageContext, props: never) => Promise<unknown>) | null;
  readonly Static: (props: never) => ReactNode;
  readonly asks: readonly string[];
}

interface FillOptions<Props, Data> {
  /** The lowest order comes first. Steps of ten leave room for others. */
  readonly order: number;
  /** Loads public data with `load` of `page/load.ts`, so that the page is cached with its tags. */
  readonly load?: (request: PageContext, props: Props) => Promise<Data>;
  /** Static HTML, as in every document. For interactive parts it has the `Slot` of an island. */
  readonly Static: (props: Props & { data: Data }) => ReactNode;
  /** Paths of the calls that the page sends first for members (`LoadedPage`). */
  readonly asks?: readonly string[];
}

/** Defines what a feature shows in a page slot. */
export function fill<Name extends PageSlotName, Data = null>(
  slot: Name,
  { order, load, Static, asks = [] }: FillOptions<PageSlots[Name], Data>,
): Fill {
  return { slot, order, load: load ?? null, Static, asks };
}

/** Everything that features show in page slots, by slot and in order. */
export type Fills = ReadonlyMap<PageSlotName, readonly Fill[]>;

/** What has been loaded for one page. */
type FillData = ReadonlyMap<Fill, unknown>;

/** Groups the fills of all features by slot. Those with the same order stay in the order of the features. */
export function groupFills(all: readonly Fill[]): Fills {
  return Map.groupBy(
    all.toSorted((a, b) => a.order - b.order),
    ({ slot }) => slot,
  );
}

/** Returns the data that is loaded for one page, and the function that loads it. */
export function loadingFills(fills: Fills, request: PageContext): { data: FillData; loadSlot: LoadSlot } {
  const data = new Map<Fill, unknown>();
  const loadSlot: LoadSlot = async (name, props) => {
    const loading = (fills.get(name) ?? []).map(async (one) => {
      // The name of the slot says which props its fills get.
      if (one.load) data.set(one, await one.load(request, props as never));
    });
    await Promise.all(loading);
  };
  return { data, loadSlot };
}

const FilledIn = createContext<{ fills: Fills; data: FillData }>({ fills: new Map(), data: new Map() });

/** Around everything that is rendered with page slots. */
export const FillsProvider = FilledIn.Provider;

/**
 * Shows what features have to show at this place of a document. If one of them loads data, the page has to load it
 * first, with `loadSlot` of its request.
 */
export function PageSlot<Name extends PageSlotName>({ name, ...props }: { name: Name } & PageSlots[Name]) {
  const { fills, data } = use(FilledIn);
  return (fills.get(name) ?? []).map((one, i) => {
    if (one.load && !data.has(one)) throw new Error(`The page has not loaded the data of its slot ${name}`);
    // The name of the slot says which props its fills get, and their `load` which data.
    const Static = one.Static as ComponentType<object>;
    // biome-ignore lint/suspicious/noArrayIndexKey: the fills of a slot never change
    return <Static key={i} {...props} data={data.get(one)} />;
  });
}
