import { AppError } from '#core/errors.ts';
import type { Deps } from '../context.ts';
import type { Fallback, Replica } from '../db/replica/replica.ts';
import { createMemo, type Memo } from '../memo.ts';

/** The reads of one response. */
export interface Reads {
  run: <T>(read: (deps: Deps, memo: Memo) => Promise<T>) => Promise<T>;
}

/** True if the caller made a mistake that the database has nothing to do with. */
const isMistake = (error: unknown) => error instanceof AppError && error.code === 'invalid_input';

/**
 * Chooses what public reads use: the replica if there is one that has everything that this process has heard of, otherwise
 * the primary (decision 078). What the replica refuses, doesn’t find or doesn’t answer is read from the primary again. It
 * may be newer than what this process has heard of, or fail for reasons of its own.
 */
export class PublicReads {
  readonly #deps: Deps;
  readonly #replica: Replica | null;
  readonly #depsOfReplica: Deps;

  constructor(deps: Deps, replica: Replica | null) {
    this.#deps = deps;
    this.#replica = replica;
    this.#depsOfReplica = replica ? { ...deps, db: replica.db } : deps;
  }

  /**
   * Begins the reads of a response. `mustBeNewest`: it must show a change that this process hasn’t heard of. `memo` shares
   * what is read from the primary.
   */
  begin({ mustBeNewest = false, memo = createMemo() }: { mustBeNewest?: boolean; memo?: Memo } = {}): Reads {
    const replica = this.#replica;
    const primary = <T>(read: (deps: Deps, memo: Memo) => Promise<T>) => read(this.#deps, memo);
    if (replica === null) return { run: primary };
    const ofReplica = createMemo();
    let isOver = false;
    const fallBack = (why: Fallback) => {
      if (isOver) return;
      isOver = true;
      replica.counts.fallbacks[why] += 1;
    };
    let choosing: Promise<void> | null = null;
    const choose = async () => {
      const why = mustBeNewest ? 'unheard' : await replica.whyNot();
      if (why === null) replica.counts.reads += 1;
      else fallBack(why);
    };
    return {
      run: async (read) => {
        // Once for all reads, so that they fit together.
        choosing ??= choose();
        await choosing;
        if (isOver) return primary(read);
        try {
          return await read(this.#depsOfReplica, ofReplica);
        } catch (error) {
          if (isMistake(error)) throw error;
          fallBack(error instanceof AppError ? 'missing' : 'failed');
          return primary(read);
        }
      },
    };
  }
}
