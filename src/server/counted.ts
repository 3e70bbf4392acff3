/** Returns a count with its noun, such as `1 image`. For what commands print, which is in English. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
