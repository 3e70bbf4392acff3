import { pathToFileURL } from 'node:url';
import { BUILT_SITE, buildIfNeeded } from './building.ts';

// Runs the site that `npm ci` built. Rebuilds it first if the sources have changed since (product §14).
process.env.NODE_ENV = 'production';
await buildIfNeeded(console.log);
await import(pathToFileURL(BUILT_SITE).href);
