import type { AnswerOf, Endpoint, InputOf } from '#core/endpoint.ts';
import type { FailedCall, PageContext } from './context.ts';

/** Thrown by `load` if the page can't be shown. Renders the failure page with this HTTP status. */
export class PageFailure extends Error {
  override readonly name = 'PageFailure';
  readonly status: number;

  constructor(status: number) {
    super(`The page fails with ${status}`);
    this.status = status;
  }
}

/** Thrown by `load` to redirect the reader permanently to another URL of the site. */
export class PageMoved extends Error {
  override readonly name = 'PageMoved';
  readonly address: string;

  constructor(address: string) {
    super(`The page has moved to ${address}`);
    this.address = address;
  }
}

/** Returns the error of a page that doesn't exist. */
export const missing = () => new PageFailure(404);

/** Calls a public read in this process. Its failure becomes that of the page. */
export async function load<E extends Endpoint>(
  context: PageContext,
  endpoint: E,
  input: InputOf<E>,
): Promise<AnswerOf<E>> {
  try {
    return await context.call(endpoint, input);
  } catch (error) {
    if (!isFailedCall(error)) throw error;
    // A URL with invalid parameters isn’t found, either.
    throw new PageFailure(error.code === 'invalid_input' ? 404 : error.status);
  }
}

/** Answers to the calls of a page that several of its parts need. */
const answers = new WeakMap<PageContext['call'], Map<string, Promise<unknown>>>();

/**
 * Like `load`, but sends the same call only once for each page. For data that the page and its slots need, so that a
 * slot can load it without knowing whether the page does, too.
 */
export function loadOnce<E extends Endpoint>(
  context: PageContext,
  endpoint: E,
  input: InputOf<E>,
): Promise<AnswerOf<E>> {
  const ofPage = answers.get(context.call) ?? new Map<string, Promise<unknown>>();
  answers.set(context.call, ofPage);
  const key = `${endpoint.path} ${JSON.stringify(input)}`;
  const answer = ofPage.get(key) ?? load(context, endpoint, input);
  ofPage.set(key, answer);
  // The key contains the endpoint.
  return answer as Promise<AnswerOf<E>>;
}

/** Recognizes the error by name, because its class comes from another module graph: that of the server. */
function isFailedCall(error: unknown): error is FailedCall {
  return error instanceof Error && error.name === 'FailedCall';
}
