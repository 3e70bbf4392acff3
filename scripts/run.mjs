// Every package script goes through here: plain JavaScript that any Node understands, so that an old one is told plainly
// what to do instead of failing on the first type annotation.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 22)) {
  console.error(
    `Skein needs Node 22.22 or newer; this is ${process.versions.node}.\n` +
      'The package brings its own Node 24 along: run `npm ci` without --ignore-scripts, then start through npm (`npm start`).',
  );
  process.exit(1);
}
const { enableCompileCache } = await import('node:module');
enableCompileCache?.();
const [script, ...rest] = process.argv.slice(2);
process.argv.splice(1, process.argv.length - 1, script, ...rest);
await import(new URL(`./${script}.ts`, import.meta.url));
