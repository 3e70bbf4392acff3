/** Returns the keys of an object that has no others than its type says. */
export function keysOf<T extends object>(object: T): (keyof T & string)[] {
  return Object.keys(object) as (keyof T & string)[];
}

/** Builds an object with a value for each name. `T` has exactly these names. */
export function byName<T extends object>(names: readonly (keyof T)[], read: (name: keyof T) => unknown): T {
  return Object.fromEntries(names.map((name) => [name, read(name)])) as T;
}
