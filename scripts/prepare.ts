import { buildIfNeeded } from './building.ts';

// Run by `npm ci` and `npm install` once the packages are there, so that no start has to wait for the build.
await buildIfNeeded(console.log);
