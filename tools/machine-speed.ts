import { cpuUsage } from 'node:process';

/** CPU seconds of `yardstick` on the machine that the figures in docs/quality.md are from. */
const REFERENCE_SECONDS = 0.18;

/** The kinds of work that tests do most: objects, strings, sorting, regular expressions. Always the same. */
function yardstick(): number {
  let seed = 7;
  const next = () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648);
  let sum = 0;
  for (let round = 0; round < 12; round += 1) {
    const rows = Array.from({ length: 10_000 }, () => ({ id: next(), title: `Story ${next() % 1000} of ${next()}` }));
    const read = JSON.parse(JSON.stringify(rows)) as typeof rows;
    read.sort((a, b) => a.title.localeCompare(b.title) || a.id - b.id);
    sum += read.filter(({ title }) => /\b(\d+)7\b/.test(title)).length;
  }
  return sum;
}

/**
 * Returns how many CPU seconds this machine needs for one CPU second of the reference machine. Below 1 it is faster.
 */
export function machineSlowness(): number {
  const times = Array.from({ length: 3 }, () => {
    const before = cpuUsage();
    yardstick();
    const { user, system } = cpuUsage(before);
    return (user + system) / 1_000_000;
  });
  return Math.min(...times) / REFERENCE_SECONDS;
}
