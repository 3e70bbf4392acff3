/**
 * The one policy of our own that the Content-Security-Policy names (anchors: csp §1). Scripts are let through from our
 * own files alone; HTML only from what has been sanitised. Imported by the solver of the human check, by other workers,
 * and by the component that shows messages; by nothing else.
 */
const rules = {
  createHTML: (html: string) => html,
  createScriptURL(address: string): string {
    const url = new URL(address, location.origin);
    if (url.origin !== location.origin || !/^\/(assets\/[\w.-]+\.js|sw\.js)$/.test(url.pathname))
      throw new TypeError('This is no script of ours');
    return url.href;
  },
};

type Policy = typeof rules;
const KEY = Symbol.for('skein.policy');
const shared = globalThis as {
  trustedTypes?: { createPolicy(name: string, rules: Policy): Policy };
  [KEY]?: Policy;
};

// Made once: a second policy of the same name is refused, also when a module runs again in development.
shared[KEY] ??= shared.trustedTypes?.createPolicy('app', rules) ?? rules;
export const policy: Policy = shared[KEY];
