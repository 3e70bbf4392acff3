/** Milliseconds that this thread has computed so far; unlike the clock, it does not run while others have the processor. */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
