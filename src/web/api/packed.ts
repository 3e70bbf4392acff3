import { useMemo } from 'react';

declare const content: unique symbol;
/** A value as one string. The router's encoding of what loaders give walks every node, and a chapter has hundreds. */
export type Packed<T> = string & { readonly [content]: T };

export function pack<T>(value: T): Packed<T> {
  return JSON.stringify(value) as Packed<T>;
}

/** The value, which stays the same one while its string does. */
export function useUnpacked<T>(packed: Packed<T>): T {
  return useMemo(() => JSON.parse(packed) as T, [packed]);
}
