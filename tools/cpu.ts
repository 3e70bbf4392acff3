import { readdirSync, readFileSync } from 'node:fs';

/** Unit of the kernel’s process times: hundredths of a second on Linux, whatever the processor. */
const TICKS_PER_SECOND = 100;

/** Returns the fields of `/proc/PID/stat` after the name of the process, which may contain spaces and parentheses. */
function statFields(pid: number): number[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
}

/**
 * Returns the CPU seconds that a process has used so far, without its children. Throws if there is no such process.
 * Linux only.
 */
export function ownCpuSeconds(pid: number): number {
  const [user, system] = statFields(pid).slice(11, 13);
  return (user! + system!) / TICKS_PER_SECOND;
}

interface ProcessTime {
  readonly pid: number;
  readonly parent: number;
  /** Seconds of the process, and of its children that have ended. */
  readonly seconds: number;
}

/** Lists all processes of the machine. Throws if there is no `/proc`. */
function listProcesses(): ProcessTime[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((name) => {
    const pid = Number(name);
    try {
      const fields = statFields(pid);
      const ticks = fields.slice(11, 15).reduce((sum, field) => sum + field, 0);
      return [{ pid, parent: fields[1]!, seconds: ticks / TICKS_PER_SECOND }];
    } catch {
      // It has ended.
      return [];
    }
  });
}

/** Returns the ids of a process and its direct children. Linux only. */
export function familyOf(pid: number): number[] {
  const children = listProcesses().filter(({ parent }) => parent === pid);
  return [pid, ...children.map((child) => child.pid)];
}

/**
 * Returns the CPU seconds that a process and all of its descendants have used so far, including those that have ended.
 * Never decreases, so a difference is what was used in between. Null if there is no `/proc`.
 */
export function treeCpuSeconds(root = process.pid): number | null {
  let processes: ProcessTime[];
  try {
    processes = listProcesses();
  } catch {
    return null;
  }
  const children = Map.groupBy(processes, ({ parent }) => parent);
  let sum = 0;
  const open = processes.filter(({ pid }) => pid === root);
  for (let next = open.pop(); next; next = open.pop()) {
    sum += next.seconds;
    open.push(...(children.get(next.pid) ?? []));
  }
  return sum;
}

/**
 * Returns the CPU seconds that the whole machine has used since it started, including the database server. 0 if there
 * is no `/proc`.
 */
export function machineCpuSeconds(): number {
  try {
    const [, ...fields] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]!.trim().split(/\s+/).map(Number);
    const [user, nice, system, , , irq, softIrq] = fields;
    return (user! + nice! + system! + irq! + softIrq!) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}
