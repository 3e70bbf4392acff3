import { data, type RouterContextProvider } from 'react-router';
import type { AnswerOf, Endpoint, InputOf } from '#core/endpoint.ts';
import { type ServerApi, serverApi } from '../server-api.ts';

type Context = Readonly<RouterContextProvider>;

/** What a page's loader works with. */
export function apiOf(context: Context): ServerApi {
  return context.get(serverApi);
}

/** Calls a public read in this process. What does not exist becomes the page's 404. */
export async function load<E extends Endpoint>(context: Context, endpoint: E, input: InputOf<E>): Promise<AnswerOf<E>> {
  try {
    return await apiOf(context).call(endpoint, input);
  } catch (error) {
    const code = codeOf(error);
    // An address that is not understood leads to nothing either.
    if (code === 'invalid_input') throw data({ code: 'not_found' }, { status: 404 });
    if (code) throw data({ code }, { status: (error as { status: number }).status });
    throw error;
  }
}

/** Errors come from the server's own module graph, so they are known by name and not by class. */
function codeOf(error: unknown): string | null {
  return error instanceof Error && error.name === 'AppError' && 'code' in error ? String(error.code) : null;
}
