import type { InputOf } from '#core/endpoint.ts';
import { call } from '#web/api/client.ts';
import { discoveryApi } from '../contract.ts';
import { type Wish, without } from './search-address.ts';

/** Asked for only where somebody chooses filters on a phone. */
export async function countFound(wish: Wish): Promise<number> {
  const input = without(wish, 'sort') as InputOf<typeof discoveryApi.countFound>;
  return (await call(discoveryApi.countFound, input)).stories;
}
