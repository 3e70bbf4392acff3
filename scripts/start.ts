import { pathToFileURL } from 'node:url';
import { BUILT_SITE, buildIfNeeded } from './building.ts';

// Runs what `npm ci` built, and builds it first if the sources are others since (product §14).
process.env.NODE_ENV = 'production';
await buildIfNeeded(console.log);
await import(pathToFileURL(BUILT_SITE).href);
