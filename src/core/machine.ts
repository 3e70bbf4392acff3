import { AppError } from './errors.ts';

/**
 * A status machine as a table of status × action → next status. What the table does not name is illegal.
 * The table is the one place that says so: services ask it, tests walk it, the documentation is drawn from it.
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

/** True when the action is legal in this status. */
export function permits<S extends string, A extends string>(m: Machine<S, A>, from: S, action: A): boolean {
  return m.table[from][action] !== undefined;
}

/** The status after an action. Throws `wrong_state` (409) for a pair that the table does not name. */
export function next<S extends string, A extends string>(m: Machine<S, A>, from: S, action: A): S {
  const to = m.table[from][action];
  if (to === undefined) throw new AppError('wrong_state');
  return to;
}

/** Every status × action with its outcome, for matrix tests. */
export function matrix<S extends string, A extends string>(m: Machine<S, A>): [from: S, action: A, to: S | null][] {
  return m.statuses.flatMap((from) =>
    m.actions.map((action): [S, A, S | null] => [from, action, m.table[from][action] ?? null]),
  );
}
