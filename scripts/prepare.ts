import { buildIfNeeded } from './building.ts';

// `npm ci` and `npm install` run this after installing the packages, so that startup doesn't wait for the build.
await buildIfNeeded(console.log);
