/**
 * The one policy of ours for Trusted Types (anchors: csp §1). It lets through scripts of workers that stand among our
 * own built files, and HTML that the caller has sanitised; nothing else turns a string into something that runs. To be
 * imported by the few files that start workers or show messages, never elsewhere.
 */
const own = {
  createHTML: (html: string) => html,
  createScriptURL(address: string): string {
    const url = new URL(address, location.origin);
    if (url.origin !== location.origin || !/^\/(assets\/[\w.-]+\.js|sw\.js)$/.test(url.pathname))
      throw new TypeError('script URL refused');
    return url.href;
  },
};

interface TrustedTypes {
  createPolicy(name: string, rules: typeof own): typeof own;
}

const shared = globalThis as { trustedTypes?: TrustedTypes; skeinPolicy?: typeof own };

// Kept on the global object, since a name can be taken only once and development loads this module again.
shared.skeinPolicy ??= shared.trustedTypes?.createPolicy('app', own) ?? own;
export const policy = shared.skeinPolicy;
