/** Returns whether there is a picture. A URL that contains 'null' counts as none (spec §2). */
export function hasPicture(src: string | null | undefined): src is string {
  return Boolean(src) && !src?.includes('null');
}
