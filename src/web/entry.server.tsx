import bootScript from 'virtual:boot';
import pageFiles from 'virtual:page-files';
import serviceWorker from 'virtual:service-worker';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import type { Language } from '#core/languages.ts';
import type { Translator } from '#core/messages.ts';
import { LoginTemplate } from '#features/accounts/web/login/login-template.tsx';
import type { Part } from './i18n/catalogs.ts';
import { TranslatorProvider, UsedPartsProvider } from './i18n/i18n.tsx';
import { serverApi } from './server-api.ts';
import { NamedLanguage } from './ui/link.tsx';

/** The script that stands in every page, whose hash the server names in the policy; and the one that keeps pages. */
export { bootScript, serviceWorker };

/** JSON that may stand inside a script element: nothing in it can end the element or begin a comment. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

async function textOf(stream: ReadableStream<Uint8Array> | undefined): Promise<string> {
  return stream ? new Response(stream).text() : '';
}

const loginTemplates = new Map<string, string>();

/** Renders the log-in form, or returns it from a cache. `named` is the language in the page's URL, or null. */
function loginTemplate(translator: Translator, named: Language | null, google: boolean, script: string): string {
  const key = [translator.language, named, google].join();
  let html = loginTemplates.get(key);
  if (html === undefined) {
    html = renderToStaticMarkup(
      <TranslatorProvider value={translator}>
        <NamedLanguage value={named}>
          <template data-script={script}>
            <LoginTemplate google={google} />
          </template>
        </NamedLanguage>
      </TranslatorProvider>,
    );
    loginTemplates.set(key, html);
  }
  return html;
}

/** Returns the scripts that React needs to hydrate a page with these routes and texts. */
function scriptsOf(
  { url, entry, routes: known }: EntryContext['manifest'],
  routes: readonly { id: string }[],
  language: string,
  parts: readonly string[],
): string[] {
  const loaded = [entry, ...routes.map(({ id }) => known[id])];
  const texts = pageFiles.texts[language] ?? {};
  return [
    ...new Set([
      url,
      ...loaded.flatMap((part) => (part ? [part.module, ...(part.imports ?? [])] : [])),
      ...['common', ...parts].flatMap((part) => (texts[part] ? [`/assets/${texts[part]}`] : [])),
    ]),
  ];
}

/** Returns the names of the files with the member-only parts of a page. */
function filesOfMembers(routes: readonly { id: string }[], language: string): string[] {
  const { texts, parts } = pageFiles;
  const own = routes.flatMap(({ id }) => parts[`member-${id.split('/').at(-1)}`] ?? []);
  const inbox = texts[language]?.inbox;
  return [...new Set([...(parts.member ?? []), ...own, ...(inbox ? [inbox] : [])])];
}

/**
 * Renders a page whole. The router's data stands in one block of JSON instead of inline scripts, so that the one policy
 * without a nonce holds for cached pages (anchors: router §2–3).
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  loadContext: Readonly<RouterContextProvider>,
): Promise<Response> {
  const { translator, page, language, namesLanguage, site, loginScript } = loadContext.get(serverApi);
  const { manifest, staticHandlerContext } = entry;
  const parts = new Set<Part>();
  const [stream, html] = await Promise.all([
    textOf(entry.serverHandoffStream as ReadableStream<Uint8Array> | undefined),
    // The router's own component would write the stream as inline scripts.
    renderToString(
      <TranslatorProvider value={translator}>
        <UsedPartsProvider value={parts}>
          <ServerRouter context={{ ...entry, serverHandoffStream: undefined } as EntryContext} url={request.url} />
        </UsedPartsProvider>
      </TranslatorProvider>,
    ),
  ]);
  const login = loginTemplate(translator, namesLanguage ? language : null, site.google, loginScript);
  const routes = staticHandlerContext.matches.map(({ route }) => ({
    id: route.id,
    module: manifest.routes[route.id]?.module,
  }));
  const used = [...parts].filter((part) => part !== 'common');
  const scripts = scriptsOf(manifest, routes, translator.language, used);
  const data = scriptJson({
    context: JSON.parse(entry.serverHandoffString ?? '{}'),
    stream,
    manifest: manifest.url,
    runtime: manifest.hmr?.runtime,
    entry: manifest.entry.module,
    routes,
    parts: used,
    scripts,
    ofMembers: filesOfMembers(routes, translator.language),
  });
  // With its quotation mark, which no text of the page has: it is escaped there.
  const early = html.includes('data-hydrate="')
    ? scripts.map((file) => `<link rel="modulepreload" href="${file}"/>`).join('')
    : '';
  // Functions, since in a string for replacing a dollar sign of somebody's text would mean something.
  const whole = html
    .replace('<head>', () => `<head><script>${bootScript}</script>`)
    .replace('</head>', () => `${early}</head>`)
    .replace('</body>', () => `${login}<script type="application/json" id="page-data">${data}</script></body>`);
  headers.set('content-type', 'text/html; charset=utf-8');
  page.html = `<!doctype html>${whole}`;
  return new Response(null, { status, headers });
}

/** Failures of loaders are answered by the page itself; the ones worth a log entry are those of rendering. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted) return;
  process.emitWarning(error instanceof Error ? error : new Error(String(error)), 'RenderError');
}
