import { PreparingClient } from '#platform/db/prepared.ts';

/**
 * Prepares every statement that has parameters, not only the marked ones. Tests send the same statements over and over,
 * and parsing and planning them each time costs about a twelfth of the CPU time of the API tests.
 */
export class PreparingAllClient extends PreparingClient {
  protected override isPrepared(_text: string, values: readonly unknown[]): boolean {
    return values.length > 0;
  }
}
