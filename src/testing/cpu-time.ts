/**
 * Returns the CPU time of this thread so far, in ms. Unlike wall-clock time, it excludes the time when others use the
 * processor.
 */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
