import { build, needsBuild } from './building.ts';

// Runs what is built, and builds it first if it is missing or older than the sources (product §14).
process.env.NODE_ENV = 'production';
if (await needsBuild()) {
  console.log('Building the pages first; this takes some seconds …');
  await build();
}
await import('../src/server/main.ts');
