import { execFileSync } from 'node:child_process';

/** Where programs of the system are, also those of administrators. */
export const SYSTEM_PATH = `${process.env.PATH}:/usr/sbin:/sbin`;

/** Whether the system has a program. */
export function isInstalled(program: string): boolean {
  try {
    execFileSync('which', [program], { env: { PATH: SYSTEM_PATH }, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
