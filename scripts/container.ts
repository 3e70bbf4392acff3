import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { accountApi } from '#features/accounts/contract.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { plainText } from '#features/chapters/model/document.ts';
import { storyApi } from '#features/stories/contract.ts';
import { commandOf, type Instruction, pairsOf, readStages, type Stage } from '../tools/containerfile.ts';
import { freePort } from '../tools/free-port.ts';
import { isInstalled } from '../tools/installed.ts';
import { createDemoApi, waitFor } from './demo/api.ts';
import { mailedToken } from './demo/outbox.ts';

// Carries out deploy/Containerfile, step by step, in folders that debootstrap fills, and has a member write a chapter on
// the site that its CMD starts. So no container engine is needed. `-- FOLDER` is where what debootstrap makes is kept for
// the next time. Ends with 2 if something that this needs is missing.

const ROOT = join(import.meta.dirname, '..');
const PLACE = '/var/tmp';
/** Exit code if the steps can’t be carried out here. */
const LEFT_OUT = 2;
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const PATIENCE_S = 120;

/** Starts this script again where its mounts and processes end with it. */
async function runApart(): Promise<number> {
  const missing = ['debootstrap', 'unshare', 'chroot', 'mount'].filter((name) => !isInstalled(name));
  if (process.platform !== 'linux' || process.getuid!() !== 0 || missing.length > 0) {
    const reason = missing.length > 0 ? `they need ${missing.join(' and ')}` : 'they need root rights on Linux';
    console.log(`The steps of deploy/Containerfile are left out: ${reason}.`);
    return LEFT_OUT;
  }
  const apart = ['--mount', '--pid', '--fork', '--mount-proc', '--kill-child'];
  const again = [process.execPath, 'scripts/run.mjs', 'container', '--apart', ...process.argv.slice(2)];
  const child = spawn('unshare', [...apart, ...again], { cwd: ROOT, stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

const npm = (...args: string[]) => execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8' }).trim();

/** Returns a folder with the image of Debian, and fills it if it is the first time. */
function debian(suite: string, place: string): string {
  const kept = join(place, `skein-${suite}`);
  if (existsSync(kept)) return kept;
  const filling = `${kept}.part`;
  rmSync(filling, { recursive: true, force: true });
  const made = spawnSync('debootstrap', ['--variant=minbase', suite, filling], { encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`debootstrap failed:\n${made.stdout}${made.stderr}`);
  renameSync(filling, kept);
  return kept;
}

/** Fills a folder with what the image of a stage contains: Debian, Node and npm. */
async function unpack(image: string, root: string, place: string): Promise<void> {
  const [, major, suite] = /^docker\.io\/library\/node:(\d+)-(\w+)-slim$/.exec(image) ?? [];
  if (!suite) throw new Error(`No way is known to make ${image}`);
  if (process.versions.node.split('.')[0] !== major) throw new Error(`Run this with Node ${major}`);
  execFileSync('cp', ['--archive', '--reflink=auto', debian(suite, place), root]);
  const local = join(root, 'usr/local');
  await cp(process.execPath, join(local, 'bin/node'));
  const program = realpathSync(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim());
  await cp(dirname(dirname(program)), join(local, 'lib/node_modules/npm'), { recursive: true });
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'));
  // What a container engine provides.
  execFileSync('mount', ['-t', 'proc', 'proc', join(root, 'proc')]);
  execFileSync('mount', ['--rbind', '/dev', join(root, 'dev')]);
  await cp('/etc/resolv.conf', join(root, 'etc/resolv.conf'), { dereference: true });
}

/** What a step can use of the machine: its registry, its certificates and what npm has downloaded before. */
async function lendNetwork(root: string): Promise<Record<string, string>> {
  const cache = join(root, 'root/.npm');
  await mkdir(cache, { recursive: true });
  execFileSync('mount', ['--bind', npm('config', 'get', 'cache'), cache]);
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  if (certificates) await cp(certificates, join(root, 'etc/certificates.pem'), { dereference: true });
  return {
    npm_config_registry: npm('config', 'get', 'registry'),
    npm_config_prefer_offline: 'true',
    ...(certificates ? { NODE_EXTRA_CA_CERTS: '/etc/certificates.pem' } : {}),
  };
}

/** A stage that is being carried out. */
class Box {
  readonly root: string;
  env: Record<string, string> = {};
  user = 'root';
  folder = '/';

  constructor(root: string) {
    this.root = root;
  }

  start(command: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess {
    const inside = ['sh', '-c', 'cd "$1" && shift && exec "$@"', 'sh', this.folder, ...command];
    return spawn('chroot', [`--userspec=${this.user}:${this.user}`, this.root, ...inside], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { PATH, HOME: this.user === 'root' ? '/root' : '/', ...this.env, ...env },
    });
  }

  async run(command: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<number | null> {
    const [code] = (await once(this.start(command, env), 'exit')) as [number | null];
    return code;
  }
}

const ignored = new Set(readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n').filter(Boolean));

async function copy(text: string, box: Box, stages: ReadonlyMap<string, Box>): Promise<void> {
  const words = text.split(/\s+/);
  const from = words[0]!.startsWith('--from=') ? words.shift()!.slice('--from='.length) : null;
  const target = words.pop()!;
  const source = from === null ? ROOT : stages.get(from)!.root;
  for (const word of words) {
    const path = join(source, word);
    const to = join(box.root, resolve(box.folder, target), target.endsWith('/') ? word : '');
    await mkdir(join(to, '..'), { recursive: true });
    const isKept = (file: string) => from !== null || !ignored.has(file.slice(ROOT.length + 1));
    await cp(path, to, { recursive: true, verbatimSymlinks: true, filter: isKept });
  }
}

async function carryOut({ name, text }: Instruction, box: Box, stages: ReadonlyMap<string, Box>, network: object) {
  if (name === 'RUN') {
    const code = await box.run(['sh', '-c', text], { ...network });
    if (code !== 0) throw new Error(`RUN ${text} ended with ${code}`);
  } else if (name === 'COPY') await copy(text, box, stages);
  else if (name === 'ENV') Object.assign(box.env, pairsOf({ name, text }));
  else if (name === 'USER') box.user = text;
  else if (name === 'WORKDIR') {
    box.folder = text;
    await mkdir(join(box.root, text), { recursive: true });
  } else if (!['VOLUME', 'EXPOSE', 'STOPSIGNAL', 'HEALTHCHECK', 'CMD'].includes(name))
    throw new Error(`${name} is not known`);
}

const find = ({ steps }: Stage, name: string) => steps.find((step) => step.name === name)!;

/** Signs up, writes a chapter and reads it. */
async function journey(url: string, dataDir: string): Promise<void> {
  const home = await fetch(url);
  if (home.status !== 200 || !(await home.text()).includes('</html>')) throw new Error(`The home page: ${home.status}`);
  const api = createDemoApi(url, waitFor);
  const email = 'ann@skein.test';
  await api.call(accountApi.register, { email, password: 'Read4Pleasure', terms: true });
  const { accessToken } = await api.call(accountApi.verifyEmail, { token: await mailedToken(dataDir, email) });
  const { id: storyId } = await api.call(storyApi.create, { title: 'Salt', mode: 'solo' }, accessToken);
  const { id: chapterId } = await api.call(
    chapterApi.create,
    { storyId, title: 'One', content: 'It rains.' },
    accessToken,
  );
  const { content } = await api.call(chapterApi.draft, { chapterId }, accessToken);
  if (plainText(content) !== 'It rains.') throw new Error('The chapter says something else');
}

async function start(stage: Stage, box: Box): Promise<void> {
  const port = String(await freePort());
  // `podman run -e` for what a visit by a script needs.
  const env = { PORT: port, HUMAN_CHECK: 'off', RATE_LIMITS: 'off', LOG_LEVEL: 'warn' };
  const site = box.start(commandOf(find(stage, 'CMD')), env);
  const gone = once(site, 'exit');
  const check = commandOf(find(stage, 'HEALTHCHECK'));
  for (let waited = 0; (await box.run(check, env)) !== 0; waited += 1) {
    if (site.exitCode !== null || waited > PATIENCE_S) throw new Error('The site isn’t healthy');
    await waitFor(1);
  }
  await journey(`http://127.0.0.1:${port}`, join(box.root, find(stage, 'VOLUME').text));
  site.kill(find(stage, 'STOPSIGNAL').text as NodeJS.Signals);
  const [code] = (await gone) as [number | null];
  if (code !== 0) throw new Error(`The site ended with ${code}`);
}

async function carryOutAll(place: string): Promise<void> {
  const stages = readStages(readFileSync(join(ROOT, 'deploy/Containerfile'), 'utf8'));
  const work = await mkdtemp(join(place, 'skein-container-'));
  const boxes = new Map<string, Box>();
  try {
    for (const [i, stage] of stages.entries()) {
      const box = new Box(join(work, String(i)));
      boxes.set(stage.name ?? String(i), box);
      await unpack(stage.image, box.root, place);
      const network = await lendNetwork(box.root);
      for (const step of stage.steps) await carryOut(step, box, boxes, network);
    }
    await start(stages.at(-1)!, [...boxes.values()].at(-1)!);
  } finally {
    for (const { root } of boxes.values())
      for (const name of ['root/.npm', 'dev', 'proc'])
        spawnSync('umount', ['--recursive', join(root, name)], { stdio: 'ignore' });
    await removeUnmounted(work);
  }
}

/** Removes the folder unless something of the machine is still mounted in it. */
async function removeUnmounted(work: string): Promise<void> {
  if (readFileSync('/proc/self/mounts', 'utf8').includes(` ${work}/`)) throw new Error(`${work} is still in use`);
  await rm(work, { recursive: true, force: true });
}

const [, , ...words] = process.argv;
if (!words.includes('--apart')) process.exit(await runApart());
await carryOutAll(words.find((word) => word.startsWith('/')) ?? PLACE);
console.log('The steps of deploy/Containerfile lead to a site on which a member wrote a chapter.');
process.exit(0);
