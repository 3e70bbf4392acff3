import { AppError } from './errors.ts';

/**
 * A status machine as a table of status × action → next status. Pairs that aren’t in the table are illegal. The table
 * is the single source: services query it, tests iterate over it, and diagrams in the documentation are generated from
 * it.
 */
export interface Machine<Status extends string, Action extends string> {
  readonly statuses: readonly Status[];
  readonly actions: readonly Action[];
  readonly table: Record<Status, Partial<Record<Action, Status>>>;
}

export function machine<Status extends string, Action extends string>(
  actions: readonly Action[],
  table: Record<Status, Partial<Record<Action, Status>>>,
): Machine<Status, Action> {
  return { statuses: Object.keys(table) as Status[], actions, table };
}

/** Returns whether the action is legal in this status. */
export function permits<S extends string, A extends string>(m: Machine<S, A>, from: S, action: A): boolean {
  return m.table[from][action] !== undefined;
}

/** Returns the status after an action. Throws `wrong_state` (409) if the pair isn’t in the table. */
export function next<S extends string, A extends string>(m: Machine<S, A>, from: S, action: A): S {
  const to = m.table[from][action];
  if (to === undefined) throw new AppError('wrong_state');
  return to;
}

/** Returns every status × action with its result (null if illegal), for matrix tests. */
export function matrix<S extends string, A extends string>(m: Machine<S, A>): [from: S, action: A, to: S | null][] {
  return m.statuses.flatMap((from) =>
    m.actions.map((action): [S, A, S | null] => [from, action, m.table[from][action] ?? null]),
  );
}
