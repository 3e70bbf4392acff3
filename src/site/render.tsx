import bootScript from 'virtual:boot';
import pageFiles from 'virtual:page-files';
import serviceWorker from 'virtual:service-worker';
import type { ComponentType, ReactNode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { type FoundPage, PAGES, type PageName, pageAt } from '#core/pages.ts';
import { FIRST_PARTS, type Part } from '#web/i18n/catalogs.ts';
import { UsedPartsProvider } from '#web/i18n/i18n.tsx';
import type { PageContext, PageRequest } from '#web/page/context.ts';
import { escapeHtml, headHtml, tag } from '#web/page/head.ts';
import { PageFailure, PageMoved } from '#web/page/load.ts';
import { type PageData, ROOM } from '#web/page/page-data.ts';
import { FillsProvider, loadingFills } from '#web/page/page-slot.tsx';
import { insideSite } from '#web/ui/with-language.ts';
import { Around, type AroundData } from './around.tsx';
import { asksOn, FILLS } from './fills.ts';
import { Failure, NotFound, PlainPage } from './layout/page-failure.tsx';
import { plainTemplates } from './layout/plain-templates.tsx';
import { SiteLayout } from './layout/site.tsx';
import { MODE_PAGES } from './modes/pages.ts';
import type { Layout, LoadedPage, Page } from './page.ts';
import { pages } from './pages.tsx';
import { Root } from './root.tsx';

/**
 * The script in every page, whose hash the server adds to the policy, and the one that keeps pages for offline reading.
 */
export { bootScript, serviceWorker };

/** Inline style sheets of pages, for the policy. */
export const inlineStyles: readonly string[] = Object.values(pageFiles.inlineStyles);

export interface RenderedPage {
  readonly status: number;
  /** New URL of a page that has moved, otherwise null. */
  readonly location: string | null;
  readonly html: string;
}

/** Returns JSON that is safe inside a script element: nothing in it can end the element or start a comment. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

interface Shown {
  readonly page: FoundPage;
  readonly pathname: string;
  readonly title: string;
  /** HTML for the head. */
  readonly head: string;
  readonly script: PageData['script'] | 'none';
  readonly layout: Layout;
  readonly content: ReactNode;
  readonly data: unknown;
  readonly asks?: LoadedPage<object>['asks'];
  /** CSS that the page contains. Without it the page links the shared sheet. */
  readonly inlineCss?: string | undefined;
}

/** Placeholders for the page and its path in the HTML of a layout. No text or URL contains them. */
const CONTENT = '\u{e000}';
const PATH = '/\u{e001}';

/** The HTML before and after the page, split where the path of the page is inserted. */
interface Frame {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const frames = new Map<Layout, Map<string, Frame>>();

/**
 * Returns the HTML of a layout. It depends only on the language and the year, so it is rendered once: with the site’s
 * header, rendering takes as long as for a short page.
 */
function frameOf(LayoutAround: Layout, around: AroundData): Frame {
  const rendered = frames.get(LayoutAround) ?? new Map<string, Frame>();
  frames.set(LayoutAround, rendered);
  const key = [around.translator.language, around.named, around.year].join();
  const known = rendered.get(key);
  if (known) return known;
  const html = renderToStaticMarkup(
    <FillsProvider value={{ fills: FILLS, data: new Map() }}>
      <Around {...around} pathname={PATH}>
        <LayoutAround>{CONTENT}</LayoutAround>
      </Around>
    </FillsProvider>,
    { identifierPrefix: 'frame' },
  );
  const [before, after] = html.split(CONTENT).map((part) => part.split(PATH));
  const frame = { before: before!, after: after! };
  rendered.set(key, frame);
  return frame;
}

/** Returns the HTML of the page without its layout, and the parts of the catalog that React needs. */
function contentOf({ content, script }: Shown, around: AroundData): { html: string; parts: Part[] } {
  if (script !== 'hydrated') {
    const html = renderToStaticMarkup(<Around {...around}>{content}</Around>);
    return { html: script === 'room' ? `<div id="${ROOM}" data-hydrate="">${html}</div>` : html, parts: [] };
  }
  const parts = new Set<Part>();
  const html = renderToString(
    <UsedPartsProvider value={parts}>
      <Around {...around}>
        <Root>{content}</Root>
      </Around>
    </UsedPartsProvider>,
    { identifierPrefix: ROOM },
  );
  return { html: `<div id="${ROOM}">${html}</div>`, parts: [...parts].filter((part) => part !== 'common') };
}

/** Returns the HTML of the body, and the parts of the catalog that React needs. */
function bodyOf(shown: Shown, around: AroundData): { body: string; parts: Part[] } {
  const { html, parts } = contentOf(shown, around);
  const path = escapeHtml(insideSite(around.pathname));
  const { before, after } = frameOf(shown.layout, around);
  const body = before.join(path) + html + after.join(path);
  return { body, parts };
}

/** In development the browser finds all files on its own. */
const NO_FILES = { scripts: [], styles: [], ofMembers: [], stylesOfMembers: [], texts: [], textsOfMembers: [] };

/** Returns a page as HTML. */
function htmlOf(shown: Shown, context: PageContext): string {
  const { language, site, translator } = context;
  const { page, script, inlineCss } = shown;
  const named = context.namesLanguage ? language : null;
  const around: AroundData = { translator, named, site, year: new Date().getUTCFullYear(), pathname: shown.pathname };
  const files = pageFiles.pages[page.name] ?? NO_FILES;
  const { body, parts: used } = bodyOf(shown, around);
  const parts = script === 'room' ? files.texts : used;
  const texts = pageFiles.texts[language] ?? {};
  const textsOf = (names: readonly string[]) => [...new Set(names.flatMap((name) => texts[name] ?? []))];
  const styles = [...pageFiles.styles, ...files.styles];
  const scripts = [
    ...pageFiles.start,
    ...(script === 'document' ? [] : files.scripts),
    ...textsOf([...FIRST_PARTS, ...parts]),
  ];
  const pageData: PageData | null =
    script === 'none'
      ? null
      : {
          name: page.name,
          script,
          params: page.params,
          title: shown.title,
          data: script === 'hydrated' ? shown.data : null,
          named,
          site,
          year: around.year,
          parts,
          partsOfMembers: files.textsOfMembers,
          entry: pageFiles.start[0]!,
          styles: inlineCss === undefined ? [] : styles,
          scripts,
          ...(body.includes('data-kind="left"') ? { clock: pageFiles.clock } : {}),
          ofMembers: [...files.ofMembers, ...textsOf(files.textsOfMembers)],
          stylesOfMembers: files.stylesOfMembers,
        };
  const asks = pageData === null ? '' : ` data-asks="${(shown.asks ?? []).join(' ')}"`;
  const isWokenAtOnce = body.includes('data-hydrate="');
  const head = [
    `<script>${bootScript}</script>`,
    '<meta charset="utf-8"/>',
    '<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content"/>',
    '<meta name="color-scheme" content="light dark"/>',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml"/>',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png"/>',
    tag('link', { rel: 'manifest', href: `/manifest.webmanifest?t=${language}` }),
    site.analytics ? tag('meta', { name: 'analytics', content: site.analytics }) : '',
    shown.head,
    ...(inlineCss === undefined
      ? styles.map((href) => tag('link', { rel: 'stylesheet', href }))
      : [`<style>${inlineCss}</style>`]),
    ...(isWokenAtOnce ? scripts.map((href) => tag('link', { rel: 'modulepreload', href })) : []),
  ];
  return [
    `<!doctype html><html lang="${LANGUAGE_TAGS[language]}" data-page="${PAGES[page.name].kind}"${asks}><head>${head.join('')}</head><body>${body}`,
    plainTemplates(around, body.includes('data-head="')),
    pageData ? `<script type="application/json" id="page-data">${scriptJson(pageData)}</script>` : '',
    '</body></html>',
  ].join('');
}

/**
 * Renders the page at a URL, or the page that explains why it can’t be shown. Rethrows errors that aren’t `PageMoved`
 * or `PageFailure`.
 */
export async function render(url: URL, context: PageContext): Promise<RenderedPage> {
  const page = pageAt(url.pathname);
  const row: Page = pages[page.name];
  const { data: filledIn, loadSlot } = loadingFills(FILLS, context);
  const request: PageRequest<typeof page.name> = {
    ...context,
    params: page.params as never,
    query: url.searchParams,
    loadSlot,
    modePages: MODE_PAGES,
  };
  try {
    const { head, data, asks = [] } = await row.load(request);
    const Content = row.Content as ComponentType<object>;
    const shown: Shown = {
      page,
      pathname: url.pathname,
      title: head.title,
      head: headHtml(head, context),
      script: row.script,
      layout: row.layout(request),
      content: (
        <FillsProvider value={{ fills: FILLS, data: filledIn }}>
          <Content {...data} />
        </FillsProvider>
      ),
      data,
      asks: [...asks, ...asksOn(page.name)],
      inlineCss: pageFiles.inlineStyles[page.name],
    };
    return { status: 200, location: null, html: htmlOf(shown, context) };
  } catch (error) {
    if (error instanceof PageMoved) return { status: 301, location: error.address, html: '' };
    if (!(error instanceof PageFailure)) throw error;
    return renderFailure(error.status, context, { page, pathname: url.pathname, layout: row.layout(request), row });
  }
}

/** Where a failure happened. */
interface FailedAt {
  readonly page: FoundPage;
  readonly pathname: string;
  readonly layout: Layout;
  readonly row: Page | null;
}

const ANYWHERE: FailedAt = { page: { name: 'notFound', params: {} }, pathname: '/', layout: SiteLayout, row: null };

/** Renders the page that explains why a page of this name can’t be shown. It fits all of its URLs. */
export function renderFailureOf(name: PageName, status: number, context: PageContext): RenderedPage {
  return renderFailure(status, context, { ...ANYWHERE, row: pages[name] });
}

/** Renders the page that explains why a page can’t be shown. */
function renderFailure(status: number, context: PageContext, { page, pathname, layout, row }: FailedAt): RenderedPage {
  const { t } = context.translator;
  const isBusy = status === 503 || status === 429;
  const isMissing = status === 404;
  // A busy page loads no scripts, so nothing around it can depend on them.
  const layoutAround = isBusy ? PlainPage : layout;
  const Missing = row?.Missing;
  const failureTitle = t(row?.failureTitle ?? (isBusy ? 'common.busy_title' : 'common.failure_title'));
  const failure =
    isMissing && Missing ? (
      <Missing {...page.params} />
    ) : isMissing ? (
      <NotFound />
    ) : (
      <Failure busy={isBusy} title={failureTitle} />
    );
  const title = isMissing ? t(row?.missingTitle ?? 'common.not_found_title') : failureTitle;
  const shown: Shown = {
    page,
    pathname,
    title,
    head: `<title>${escapeHtml(title)}</title>`,
    // A busy site shouldn’t get requests for scripts, too.
    script: isBusy ? 'none' : 'document',
    layout: layoutAround,
    content: isBusy || layout === SiteLayout ? failure : <PlainPage>{failure}</PlainPage>,
    data: null,
  };
  return { status, location: null, html: htmlOf(shown, context) };
}
