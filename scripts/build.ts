import { build } from './building.ts';

const begun = Date.now();
await build();
console.log(`Built in ${((Date.now() - begun) / 1000).toFixed(1)} s`);
