// The package has no types.
declare module 'hyphen/*' {
  const patterns: { hyphenateSync: (text: string, options: { hyphenChar: string; minWordLength: number }) => string };
  export = patterns;
}
