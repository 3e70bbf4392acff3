import { GCProfiler } from 'node:v8';

/**
 * Loaded into the site with `--import`: the first SIGUSR2 begins to count what the collector frees, the next one writes it
 * as a line and ends. What was in use is compared before and after each collection.
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
