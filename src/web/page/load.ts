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

/** Recognizes the error by name, because its class comes from another module graph: that of the server. */
function isFailedCall(error: unknown): error is FailedCall {
  return error instanceof Error && error.name === 'FailedCall';
}
