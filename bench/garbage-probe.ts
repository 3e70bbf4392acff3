import { GCProfiler } from 'node:v8';

/**
 * Loaded into the site's process with `--import`. The first SIGUSR2 starts counting the bytes that the garbage
 * collector frees. The next one stops and writes them to stderr as one line. Each collection counts as memory in use
 * before minus after.
 */

let profiler: GCProfiler | null = null;
process.on('SIGUSR2', () => {
  if (!profiler) {
    profiler = new GCProfiler();
    profiler.start();
    process.stderr.write('garbage: counting\n');
    return;
  }
  const freed = { heap: 0, external: 0 };
  for (const { beforeGC, afterGC } of profiler.stop()?.statistics ?? []) {
    freed.heap += beforeGC.heapStatistics.usedHeapSize - afterGC.heapStatistics.usedHeapSize;
    freed.external += beforeGC.heapStatistics.externalMemory - afterGC.heapStatistics.externalMemory;
  }
  profiler = null;
  process.stderr.write(`garbage: ${JSON.stringify(freed)}\n`);
});
