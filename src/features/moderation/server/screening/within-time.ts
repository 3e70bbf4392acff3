/** Returns the result of the work. Throws if it takes longer than `limit`, in milliseconds. */
export function withinTime<T>(work: Promise<T>, limit: number): Promise<T> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The automatic check timed out')), limit);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
