import type { ParameterStore } from '../platform/parameters/parameter-store.ts'

/** The OpenID Connect provider configured for the site. */
export interface OidcProvider {
  issuer: string
  clientId: string
  clientSecret: string
  /** To which the provider sends browsers back. */
  returnAddress: string
  /** The claim with the groups of a person; empty if none is used. */
  roleClaim: string
}

/** Undefined while it is disabled or not configured, or the site has no public address to which browsers return. */
export function oidcProvider(parameters: ParameterStore): OidcProvider | undefined {
  const site = parameters.get('sys.publicAddress')
  if (!site) return undefined
  const provider = {
    returnAddress: new URL('/auth-redirect', site).href,
    issuer: parameters.get('sys.oidc.issuer'),
    clientId: parameters.get('sys.oidc.clientId'),
    clientSecret: parameters.get('sys.oidc.clientSecret'),
    roleClaim: parameters.get('sys.oidc.roleClaim').trim(),
  }
  const isSetUp = provider.issuer !== '' && provider.clientId !== ''
  return isSetUp && parameters.get('sys.oidc.enabled') ? provider : undefined
}
