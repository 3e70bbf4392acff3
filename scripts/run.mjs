// All package scripts start here. Plain JavaScript that any version of Node understands, so that an old one prints what
// to do instead of failing on the first type annotation.
import { existsSync } from 'node:fs';

function refuse(...lines) {
  console.error(lines.join('\n'));
  process.exit(1);
}

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 22))
  refuse(
    `Skein needs Node 22.22 or newer; this is ${process.versions.node}.`,
    'Install a newer one, or let the package install its own Node 24: run `npm ci` without --omit=dev and without',
    '--ignore-scripts, then start through npm (`npm start`).',
  );
if (!existsSync(new URL('../node_modules', import.meta.url)))
  refuse('The packages that Skein needs are not installed. Run `npm ci` first.');
const { enableCompileCache } = await import('node:module');
enableCompileCache?.();
const [script, ...rest] = process.argv.slice(2);
process.argv.splice(1, process.argv.length - 1, script, ...rest);
await import(new URL(`./${script}.ts`, import.meta.url));
