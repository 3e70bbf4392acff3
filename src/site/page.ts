import type { ComponentType, ReactNode } from 'react';
import type { PlainKey } from '#core/messages.ts';
import type { PageName, PageParams } from '#core/pages.ts';
import type { PageRequest } from '#web/page/context.ts';
import type { PageHead } from '#web/page/head.ts';
import type { PageScript } from '#web/page/page-data.ts';

/** What `load` returns: the head of the page, and the props of its content. */
export interface LoadedPage<Data> {
  readonly head: PageHead;
  readonly data: Data;
  /** Paths of the calls that the page sends first for members. A path that ends with `?` gets the query of the page. */
  readonly asks?: readonly string[];
}

export type Layout = ComponentType<{ children: ReactNode }>;

interface Row<Name extends PageName, Data> {
  /** Loads the data of the page. Throws `PageFailure` and `PageMoved`. */
  readonly load: (request: PageRequest<Name>) => LoadedPage<Data> | Promise<LoadedPage<Data>>;
  /** Static HTML around the page. */
  readonly layout: (request: PageRequest<Name>) => Layout;
  readonly script: PageScript | 'none';
  /** The page itself. For a room, what is shown until its script runs. */
  readonly Content: ComponentType<Data>;
  /** Shown at URLs of this page where nothing exists. By default a not-found page. */
  readonly Missing?: ComponentType<PageParams<Name>>;
  readonly missingTitle?: PlainKey;
  /** What is said if the page can’t be loaded, or the site is too busy for it. By default what is said on every page. */
  readonly failureTitle?: PlainKey;
}

/** A page of the table in `pages.ts`, without the type of its data. */
export type Page = Omit<Row<PageName, object>, 'Missing'> & {
  readonly Missing?: ComponentType<Readonly<Record<string, string>>>;
};

/** Defines a page. */
export function definePage<Name extends PageName, Data extends object>(_name: Name, row: Row<Name, Data>): Page {
  // A table of rows can't name the type of each row's data. `render.tsx` passes each `Content` what its own `load` returned.
  return row as unknown as Page;
}

/** Props of the component that fills a room. */
export interface RoomProps<Name extends PageName> {
  readonly params: PageParams<Name>;
  readonly title: string;
}
