import * as z from 'zod/mini';
import { outsideUrl } from '#core/outside-url.ts';

const text = z.string().check(z.minLength(1));
/** Not where its metadata is: at such a URL, any issuer would be accepted, and none would be the same as before. */
const issuerUrl = outsideUrl.check(z.refine((value) => !value.includes('/.well-known/')));
const outside = z.pipe(
  issuerUrl,
  z.transform((value: string) => new URL(value)),
);
const providerName = z.string().check(z.trim(), z.minLength(1), z.maxLength(40), z.regex(/^[^\p{Cc}\p{Cf}]*$/u));

/** The settings of the providers that members can log in with. */
export const SIGN_IN_SETTINGS = {
  GOOGLE_CLIENT_ID: {
    schema: text,
    default: '',
    says: 'Google client ID. Setting it enables Google login. The redirect URI is `PUBLIC_URL/auth/google/callback`. Turn on “Session age claims” at Google, so that members without a password can prove who they are. Requires `GOOGLE_CLIENT_SECRET`.',
    needs: 'GOOGLE_CLIENT_SECRET',
  },
  GOOGLE_CLIENT_SECRET: {
    schema: text,
    default: '',
    says: 'Client secret for `GOOGLE_CLIENT_ID`.',
    needs: 'GOOGLE_CLIENT_ID',
  },
  GOOGLE_ISSUER: {
    schema: outside,
    default: 'https://accounts.google.com',
    says: 'OpenID issuer used for Google login. Change it only in tests. HTTPS or a loopback address.',
    needs: 'GOOGLE_CLIENT_ID',
  },
  OIDC_ISSUER: {
    schema: outside,
    default: '',
    says: 'Issuer of another OpenID provider to log in with, such as `https://id.example.org`. Setting it enables the login. The redirect URI is `PUBLIC_URL/auth/openid/callback`. HTTPS or a loopback address. Requires `OIDC_CLIENT_ID`.',
    needs: 'OIDC_CLIENT_ID',
  },
  OIDC_CLIENT_ID: {
    schema: text,
    default: '',
    says: 'Client ID of the site at `OIDC_ISSUER`.',
    needs: 'OIDC_CLIENT_SECRET',
  },
  OIDC_CLIENT_SECRET: {
    schema: text,
    default: '',
    says: 'Client secret for `OIDC_CLIENT_ID`.',
    needs: 'OIDC_ISSUER',
  },
  OIDC_NAME: {
    schema: providerName,
    default: '',
    says: 'Name of the provider, as in “Continue with NAME”, up to 40 characters. Default: the host of `OIDC_ISSUER`.',
    needs: 'OIDC_ISSUER',
  },
} as const;

/** An OpenID provider that members can log in with. */
export interface ProviderConfig {
  /** What members call it. */
  name: string;
  clientId: string;
  clientSecret: string;
  issuer: URL;
}

/** The providers of a site, as its settings name them. */
export interface Providers {
  /** Null if login with Google is disabled. */
  google: ProviderConfig | null;
  /** Another OpenID provider. Null if there is none. */
  openid: ProviderConfig | null;
}

type Settings = typeof SIGN_IN_SETTINGS;
type Read = <K extends keyof Settings>(name: K) => z.output<Settings[K]['schema']> | null;

/** Returns the providers that the settings name. */
export function readProviders(read: Read): Providers {
  const googleId = read('GOOGLE_CLIENT_ID');
  const issuer = read('OIDC_ISSUER');
  return {
    google: googleId
      ? {
          name: 'Google',
          clientId: googleId,
          clientSecret: read('GOOGLE_CLIENT_SECRET') ?? '',
          issuer: read('GOOGLE_ISSUER')!,
        }
      : null,
    openid: issuer
      ? {
          name: read('OIDC_NAME') ?? issuer.hostname,
          clientId: read('OIDC_CLIENT_ID') ?? '',
          clientSecret: read('OIDC_CLIENT_SECRET') ?? '',
          issuer,
        }
      : null,
  };
}
