import type { ParameterStore } from '../platform/parameters/parameter-store.ts'

/** The OpenID Connect provider configured for the site. */
export interface OidcProvider {
  issuer: string
  clientId: string
  clientSecret: string
}

/** Undefined while it is disabled or not configured. */
export function oidcProvider(parameters: ParameterStore): OidcProvider | undefined {
  const provider = {
    issuer: parameters.get('sys.oidc.issuer'),
    clientId: parameters.get('sys.oidc.clientId'),
    clientSecret: parameters.get('sys.oidc.clientSecret'),
  }
  const isSetUp = provider.issuer !== '' && provider.clientId !== ''
  return isSetUp && parameters.get('sys.oidc.enabled') ? provider : undefined
}
