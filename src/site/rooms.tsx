import type { PlainKey } from '#core/messages.ts';
import { PAGES, type PageName, to } from '#core/pages.ts';
import { MembersOnly } from '#features/accounts/web/members-only.tsx';
import type { LoginReason } from '#web/boot/login.ts';
import type { PageRequest } from '#web/page/context.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { NotFound } from './layout/page-failure.tsx';
import { ReviewingLayout } from './layout/reviewing.tsx';
import { SiteLayout } from './layout/site.tsx';
import { WritingLayout } from './layout/writing.tsx';
import { definePage, type Layout, type LoadedPage, type Page } from './page.ts';

function headOf<Name extends PageName>(
  name: Name,
  { params }: PageRequest<Name>,
  title: string,
): Omit<LoadedPage<object>, 'data'> {
  // Each page has its own parameters, which a function for all pages can’t declare.
  const address = to[name] as (params: object) => string;
  const path = PAGES[name].at.includes(':') ? address(params) : PAGES[name].at;
  return { head: { title, path, noindex: true } };
}

interface MembersRoom {
  title: PlainKey | ((query: URLSearchParams) => PlainKey);
  /** Tells visitors what the page is for. */
  text?: PlainKey;
  reason?: LoginReason;
  /** What the page is for, as `kind:id`. */
  wish?: (query: URLSearchParams) => string | undefined;
  layout?: (request: PageRequest<PageName>) => Layout;
  /** Returns whether the query names something that the page can show. */
  names?: (query: URLSearchParams) => boolean;
}

interface Waiting {
  title: string;
  text: string | undefined;
  reason: LoginReason | undefined;
  wish: string | undefined;
  inMain: boolean;
  isMissing: boolean;
}

/** What visitors see, and what members see until the room’s script runs. */
function MembersWaiting({ title, text, reason, wish, inMain, isMissing }: Waiting) {
  if (isMissing) return <NotFound />;
  const waiting = <MembersOnly {...{ title, text, reason, wish }}>{null}</MembersOnly>;
  if (!inMain) return waiting;
  return (
    <main id="main" className="wrap">
      {waiting}
    </main>
  );
}

/** Defines a page for members only. */
export function membersRoom<Name extends PageName>(
  name: Name,
  { title, text, reason, wish, layout, names = () => true }: MembersRoom,
): Page {
  const layoutOf = layout ?? (() => SiteLayout);
  return definePage<Name, Waiting>(name, {
    load(request) {
      const { t } = request.translator;
      const shown = t(typeof title === 'string' ? title : title(request.query));
      const data = {
        title: shown,
        text: text && t(text),
        reason,
        wish: wish?.(request.query),
        inMain: layoutOf(request) !== SiteLayout,
        isMissing: !names(request.query),
      };
      return { ...headOf(name, request, shown), data };
    },
    layout: layoutOf,
    script: 'room',
    Content: MembersWaiting,
  });
}

/**
 * Defines a page for translation reviews. With an id in the query it shows one review, which has its own bar. Without
 * one it lists them.
 */
export const reviewRoom = <Name extends PageName>(name: Name): Page =>
  membersRoom(name, {
    title: 'review.title',
    layout: ({ query }) => (query.get('id') ? ReviewingLayout : SiteLayout),
  });

interface OtherRoom {
  title: PlainKey;
  layout: Layout;
  names?: (query: URLSearchParams) => boolean;
  asks?: LoadedPage<object>['asks'];
}

function OtherWaiting({ isMissing }: { isMissing: boolean }) {
  if (!isMissing) return <Spinner />;
  return (
    <main id="main" className="wrap">
      <NotFound />
    </main>
  );
}

const room = <Name extends PageName>(name: Name, { title, layout, names = () => true, asks }: OtherRoom): Page =>
  definePage(name, {
    load(request) {
      const { head } = headOf(name, request, request.translator.t(title));
      const isMissing = !names(request.query);
      const shown = { head, data: { isMissing } };
      return asks && !isMissing ? { ...shown, asks } : shown;
    },
    layout: () => layout,
    script: 'room',
    Content: OtherWaiting,
  });

/** Defines the page of an editor. */
export const writingRoom = <Name extends PageName>(
  name: Name,
  title: PlainKey,
  more: Pick<OtherRoom, 'names' | 'asks'> = {},
): Page => room(name, { title, layout: WritingLayout, ...more });

/**
 * Defines a page that is opened by a link with a secret (`secret` in `core/pages.ts`). It is rendered only in the
 * browser: a form that is submitted before its script runs would put a password into the URL.
 */
export const secretRoom = <Name extends PageName>(name: Name, title: PlainKey): Page =>
  room(name, { title, layout: SiteLayout });
