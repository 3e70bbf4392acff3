import type { AnswerOf, Endpoint, InputOf } from '#core/endpoint.ts';
import type { ErrorCode } from '#core/errors.ts';
import type { Language } from '#core/languages.ts';
import type { Translator } from '#core/messages.ts';
import type { PageName, PageParams } from '#core/pages.ts';
import type { LoadSlot } from './page-slots.ts';

/** What every page knows about the site. */
export interface SiteInfo {
  readonly name: string;
  readonly url: string;
  /** Email address of the people who run the site. */
  readonly contact: string;
  /** Whether logging in with Google is enabled. */
  readonly google: boolean;
  /** Name of another provider to log in with, if there is one. */
  readonly openid: string | null;
  /** Whether browsers allow the site passkeys. */
  readonly passkeys: boolean;
  /** URL of a third-party analytics script for visitors who have agreed, if there is one. */
  readonly analytics: string | null;
}

/** Thrown by `PageContext.call` if the call fails. */
export class FailedCall extends Error {
  override readonly name = 'FailedCall';
  readonly code: ErrorCode;
  /** The HTTP status of the code. */
  readonly status: number;

  constructor(code: ErrorCode, status: number) {
    super(code);
    this.code = code;
    this.status = status;
  }
}

/** What the server passes to a page that it renders. */
export interface PageContext {
  /** Calls a public read in this process, as a visitor. Throws `FailedCall`. */
  readonly call: <E extends Endpoint>(endpoint: E, input: InputOf<E>) => Promise<AnswerOf<E>>;
  readonly language: Language;
  /** True if the URL names the language, and links therefore have to. */
  readonly namesLanguage: boolean;
  readonly translator: Translator;
  readonly site: SiteInfo;
}

/** Request for a page, as its `load` sees it. */
export interface PageRequest<Name extends PageName> extends PageContext {
  readonly params: PageParams<Name>;
  readonly query: URLSearchParams;
  /** Loads what features show in a slot of the page. */
  readonly loadSlot: LoadSlot;
}
