/** The OpenID providers that members can log in with: Google, and one that the operator chooses. */
export const PROVIDERS = ['google', 'openid'] as const;
export type Provider = (typeof PROVIDERS)[number];
