import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { PAGES, type PageName } from '../../src/core/pages.ts';
import { byName, keysOf } from '../../src/core/records.ts';
import type { Part } from '../../src/web/i18n/catalogs.ts';
import { BUNDLES } from './bundles.ts';
import { INLINED, readDocumentStyles, takeInlined } from './document-styles.ts';
import { placesOfModules } from './later-modules.ts';

const ROOT = join(import.meta.dirname, '../..');
const ID = 'virtual:page-files';
export const START = 'src/site/start.tsx';
/** Scripts that work without React. */
export const PLAIN_SCRIPTS = {
  login: 'src/features/accounts/web/login/login-form.ts',
  head: 'src/features/messages/web/member-head/member-head.ts',
  resume: 'src/features/reader/web/resume/resume.ts',
  needs: 'src/features/profile/web/needs/needs.ts',
  aids: 'src/features/reader/web/aids/aids.ts',
  clock: 'src/web/api/server-clock.ts',
};

/** Files of one page, besides those of every page. */
interface FilesOfPage {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  /** Scripts of the islands that members see. */
  readonly ofMembers: readonly string[];
  readonly stylesOfMembers: readonly string[];
  /** Parts of the catalog that the page needs at the start if it is a room. */
  readonly texts: readonly Part[];
  /** Parts of the catalog that members’ islands need at the start. */
  readonly textsOfMembers: readonly Part[];
}

type PlainScripts = Readonly<Record<keyof typeof PLAIN_SCRIPTS, readonly string[]>>;

/** URLs of the built files. Each list of scripts starts with its entry, followed by everything that it imports. */
export interface PageFiles extends PlainScripts {
  readonly start: readonly string[];
  readonly styles: readonly string[];
  /** CSS of pages that contain it. They link no shared sheet until React runs. */
  readonly inlineStyles: Readonly<Partial<Record<PageName, string>>>;
  readonly pages: Readonly<Partial<Record<PageName, FilesOfPage>>>;
  /** Scripts and style sheets of the dialog for signing up, besides those that start React. */
  readonly signup: readonly string[];
  /** Translations by language and part. */
  readonly texts: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const urlOf = (fileName: string) => `/${fileName}`;

const plainScripts = (urlsOf: (source: string) => readonly string[]) =>
  byName<PlainScripts>(keysOf(PLAIN_SCRIPTS), (name) => urlsOf(PLAIN_SCRIPTS[name]));

function textsOf(chunks: readonly Rolldown.OutputChunk[]): PageFiles['texts'] {
  const texts: Record<string, Record<string, string>> = {};
  for (const { fileName, moduleIds } of chunks)
    for (const id of moduleIds) {
      const [, language, part] = /\/locales\/([a-z]{2})\/([\w-]+)\.json$/.exec(id) ?? [];
      if (language !== undefined && part !== undefined)
        texts[language] = { ...texts[language], [part]: urlOf(fileName) };
    }
  return texts;
}

/** Returns the file name of a page in `src/site/pages`, such as `story-map`. */
const fileNameOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function filesOf(bundle: Rolldown.OutputBundle, emit: (name: string, code: string) => string): PageFiles {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const chunksByFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  /** Returns the chunks with these modules, and everything that they import statically. An entry comes first. */
  const coming = (files: readonly string[]) => {
    const ids = files.map((file) => join(ROOT, file));
    const entries = chunks.filter(({ isEntry, facadeModuleId }) => isEntry && ids.includes(facadeModuleId ?? ''));
    const found = new Set([...entries, ...chunks.filter(({ moduleIds }) => ids.some((id) => moduleIds.includes(id)))]);
    for (const { imports } of found)
      for (const file of imports) {
        const next = chunksByFile.get(file);
        if (next) found.add(next);
      }
    return found;
  };
  const scriptsOf = (found: Iterable<Rolldown.OutputChunk>) => [...found].map(({ fileName }) => urlOf(fileName));
  /** The hash in the name of the script that starts React includes the places of all modules, which it contains. */
  const startOf = ([entry, ...imported]: readonly Rolldown.OutputChunk[], sheets: readonly string[]) => {
    const loaded = [entry!, ...imported].map(({ fileName }) => fileName);
    const code = `${placesOfModules(bundle, [...loaded, ...sheets.map((href) => href.slice(1))])}${entry!.code}`;
    delete bundle[entry!.fileName];
    return [urlOf(emit('start.js', code)), ...scriptsOf(imported)];
  };
  const stylesOf = (found: Iterable<Rolldown.OutputChunk>) => [
    ...new Set([...found].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])].map(urlOf))),
  ];
  const everywhere = coming([START]);
  // Only the script that starts React knows where modules are.
  for (const { name, code } of coming(Object.values(PLAIN_SCRIPTS)))
    if (code.includes('laterModules')) throw new Error(`The plain script ${name} imports a module later`);
  const beyond = (files: readonly string[]) => [...coming(files)].filter((chunk) => !everywhere.has(chunk));
  const partsIn = (...names: string[]) => BUNDLES.filter(({ name, kind }) => kind === 'part' && names.includes(name));
  const bundled = (bundles: typeof BUNDLES) =>
    beyond(bundles.flatMap(({ files }) => files.map((file) => `src/${file}`)));
  const styles = stylesOf(everywhere);
  const signup = bundled(partsIn('signup'));
  const pages = Object.keys(PAGES).map((name) => {
    const views = ['view', 'room'].map((kind) => `src/site/pages/${fileNameOf(name)}.${kind}.tsx`);
    const found = beyond(views);
    const islands = partsIn(name, `member-${name}`);
    const ofMembers = bundled(islands);
    const own = stylesOf(found).filter((file) => !styles.includes(file));
    return [
      name,
      {
        scripts: scriptsOf(found),
        styles: own,
        ofMembers: scriptsOf(ofMembers),
        stylesOfMembers: stylesOf(ofMembers).filter((file) => !styles.includes(file) && !own.includes(file)),
        texts: BUNDLES.filter(({ files }) => files.some((file) => views.includes(`src/${file}`))).flatMap(
          ({ texts = [] }) => texts,
        ),
        textsOfMembers: islands.flatMap(({ texts = [] }) => texts),
      },
    ] as const;
  });
  return {
    start: startOf([...everywhere], styles),
    ...plainScripts((source) => scriptsOf(coming([source]))),
    styles,
    inlineStyles: { [INLINED]: takeInlined(bundle) },
    pages: Object.fromEntries(pages),
    signup: [...scriptsOf(signup), ...stylesOf(signup).filter((file) => !styles.includes(file))],
    texts: textsOf(chunks),
  };
}

/** Files for development: the sources, whose imports are resolved without lists. */
function sourceFiles(): PageFiles {
  const styles = readDocumentStyles().map((file) => `${file.slice(ROOT.length)}?direct`);
  return {
    start: [`/${START}`],
    ...plainScripts((source) => [urlOf(source)]),
    styles,
    inlineStyles: {},
    signup: [],
    pages: {},
    texts: {},
  };
}

/**
 * Passes the file names of the client build, which runs first, to the server build. A page can then list the files that
 * it needs, so that the browser doesn't discover them one after another.
 */
export function pageFiles(): Plugin {
  let files: PageFiles | null = null;
  return {
    name: 'skein-page-files',
    enforce: 'post',
    sharedDuringBuild: true,
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    load: (id) => (id === `\0${ID}` ? `export default ${JSON.stringify(files ?? sourceFiles())}` : null),
    generateBundle(_, bundle) {
      if (this.environment.name !== 'client') return;
      files = filesOf(bundle, (name, source) => this.getFileName(this.emitFile({ type: 'asset', name, source })));
    },
  };
}
