import { createContext, type RouterContext } from 'react-router';
import type { AnswerOf, Endpoint, InputOf } from '#core/endpoint.ts';
import type { Language } from '#core/languages.ts';
import type { Translator } from '#core/messages.ts';

/** What every page knows of the site. */
export interface SiteInfo {
  readonly name: string;
  readonly url: string;
  /** Whether Google may sign in. */
  readonly google: boolean;
  /** Address of a foreign script that counts visits of those who agreed, where there is one. */
  readonly analytics: string | null;
}

/** What the server gives to the loaders of pages: public calls in this process, and who is asking in which language. */
export interface ServerApi {
  call: <E extends Endpoint>(endpoint: E, input: InputOf<E>) => Promise<AnswerOf<E>>;
  readonly language: Language;
  /** True when the address names the language, and so must the links. */
  readonly namesLanguage: boolean;
  readonly translator: Translator;
  readonly site: SiteInfo;
  /** URLs of the log-in form's script and its imports, separated by spaces. */
  readonly loginScript: string;
  /** Where a rendered page is left, beside its response. */
  readonly page: { html: string | null };
}

const KEY = Symbol.for('skein.server-api');
const shared = globalThis as { [KEY]?: RouterContext<ServerApi> };

/** One instance for the server and the built pages, which are two module graphs (anchors: libs §3). */
shared[KEY] ??= createContext<ServerApi>();
export const serverApi: RouterContext<ServerApi> = shared[KEY];
