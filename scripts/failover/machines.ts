import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, createWriteStream, mkdirSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const BRIDGE = 'skein';

/** Connects the machines to this one, which gets the address. */
export async function createNetwork(address: string): Promise<void> {
  await run('ip', ['link', 'set', 'lo', 'up']);
  await run('ip', ['link', 'add', BRIDGE, 'type', 'bridge']);
  await run('ip', ['addr', 'add', `${address}/24`, 'dev', BRIDGE]);
  await run('ip', ['link', 'set', BRIDGE, 'up']);
}

/** A network of its own, and folders of its own at the usual paths of Debian: as far as its processes see, a machine. */
export class Machine {
  readonly name: string;
  readonly address: string;
  /** Contains what the machine has at its own paths. */
  readonly root: string;
  readonly #holder: ChildProcess;

  private constructor(name: string, address: string, root: string, holder: ChildProcess) {
    this.name = name;
    this.address = address;
    this.root = root;
    this.#holder = holder;
  }

  /** `folders` are the paths that it has for itself. */
  static async start(name: string, address: string, root: string, folders: readonly string[]): Promise<Machine> {
    const mounts = folders.map((folder) => {
      mkdirSync(join(root, folder), { recursive: true });
      return `mkdir -p ${folder} && mount --bind ${join(root, folder)} ${folder}`;
    });
    chmodSync(root, 0o711);
    const script = ['ip link set lo up', ...mounts, 'echo ready', 'exec sleep infinity'].join(' && ');
    const holder = spawn('unshare', ['--net', '--mount', 'sh', '-c', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    await Promise.race([
      once(holder.stdout!, 'data'),
      once(holder, 'exit').then(() => Promise.reject(new Error(`${name} has no network of its own`))),
    ]);
    const pid = String(holder.pid);
    await run('ip', ['link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', pid]);
    const inside = (...args: string[]) => run('nsenter', ['-t', pid, '-n', 'ip', ...args]);
    await inside('addr', 'add', `${address}/24`, 'dev', 'eth0');
    await inside('link', 'set', 'eth0', 'up');
    await run('ip', ['link', 'set', name, 'master', BRIDGE, 'up']);
    return new Machine(name, address, root, holder);
  }

  #command(user: string, command: readonly string[]): string[] {
    const as = ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups'];
    return ['-t', String(this.#holder.pid), '-n', '-m', ...as, ...command];
  }

  /** Starts a program on it. What it prints is added to a file. */
  start(user: string, command: readonly string[], env: Readonly<Record<string, string>> = {}): void {
    const child = spawn('nsenter', this.#command(user, command), {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ...env },
    });
    const log = createWriteStream(join(this.root, `${command[0]!.split('/').at(-1)}.log`), { flags: 'a' });
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
  }

  /** Runs a command on it, and returns what it prints. */
  async run(user: string, command: readonly string[]): Promise<string> {
    const { stdout } = await run('nsenter', this.#command(user, command));
    return stdout;
  }

  /** Sends a signal to everything that runs on it, also to what is started meanwhile. */
  signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
    const reached = new Set<number>();
    for (let before = -1; reached.size > before; ) {
      before = reached.size;
      for (const pid of this.#processes()) {
        if (reached.has(pid)) continue;
        try {
          process.kill(pid, signal);
        } catch {
          // It has ended.
        }
        reached.add(pid);
      }
    }
  }

  /** Drops all packets from and to it, without closing any connection. */
  async cutOff(): Promise<void> {
    await run('ip', ['link', 'set', this.name, 'nomaster']);
  }

  async reconnect(): Promise<void> {
    await run('ip', ['link', 'set', this.name, 'master', BRIDGE]);
  }

  #processes(): number[] {
    const network = networkOf(String(this.#holder.pid));
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && Number(name) !== this.#holder.pid && networkOf(name) === network)
      .filter((name) => !isGone(name))
      .map(Number);
  }
}

function networkOf(pid: string): string | null {
  try {
    return readlinkSync(`/proc/${pid}/ns/net`);
  } catch {
    return null;
  }
}

function isGone(pid: string): boolean {
  try {
    return /^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return true;
  }
}
