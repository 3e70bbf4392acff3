import type { InputOf } from '#core/endpoint.ts';
import { call } from '#web/api/client.ts';
import { discoveryApi } from '../contract.ts';
import { type SearchQuery, without } from './search-address.ts';

/** Asked for only where somebody chooses filters on a phone. */
export async function fetchFoundCount(query: SearchQuery): Promise<number> {
  const input = without(query, 'sort') as InputOf<typeof discoveryApi.countFound>;
  return (await call(discoveryApi.countFound, input)).stories;
}
