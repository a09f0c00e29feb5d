import { proofMinutes } from '@fleetdeck/contract/endpoint'
import type { FastifyBaseLogger } from 'fastify'
import * as client from 'openid-client'
import type { OidcProvider } from '../../access/oidc-provider.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { siteMs } from '../../platform/core/site-clock.ts'
import { guardedFetch } from '../../platform/safe-fetch/safe-fetch.ts'

/** A user's identity at the provider. */
export interface OidcProfile {
  issuer: string
  subject: string
  name: string
  /** As people write it; may be empty. */
  fullName: string
  /** Values of the claim that the site maps to roles. */
  groups: string[]
  /** When the provider last asked them to sign in; the beginning of time if it does not say. */
  askedAt: Date
}

/** Why a browser is sent to the provider. */
const purposes = ['signIn', 'bind', 'prove'] as const
export type FlowPurpose = (typeof purposes)[number]

/** The state is stored as hash, so that nobody can change the purpose in it. */
export const purposeOf = (state: string): FlowPurpose | undefined =>
  purposes.find((purpose) => state.startsWith(`${purpose}.`))

/** The data stored here while the browser is at the provider. */
export interface SignInFlow {
  state: string
  nonce: string
  codeVerifier: string
  redirectUri: string
}
export interface ProviderAnswer {
  code: string
  state: string
  iss?: string | undefined
}

const timeoutSeconds = 10
const discoveryLifeMs = 600_000
const nameLimit = 100
const fullNameLimit = 30
const proofSeconds = proofMinutes * 60

/** OpenID Connect client: code flow with PKCE, state and nonce. */
export class OpenId {
  readonly #log: FastifyBaseLogger
  readonly #fetch: client.CustomFetch
  #known: { provider: string; readAt: number; config: client.Configuration } | undefined

  constructor({ log, parameters }: Pick<Deps, 'log' | 'parameters'>) {
    this.#log = log
    this.#fetch = guardedFetch(() => parameters.get('sys.outgoing.privateNetworks'))
  }

  newFlow = (redirectUri: string, purpose: FlowPurpose): SignInFlow => ({
    state: `${purpose}.${client.randomState()}`,
    nonce: client.randomNonce(),
    codeVerifier: client.randomPKCECodeVerifier(),
    redirectUri,
  })

  /**
   * The address to which the browser is sent to authenticate.
   * @param isProof the provider asks again unless it has done so within the last proofMinutes
   */
  async addressFor(provider: OidcProvider, flow: SignInFlow, isProof = false): Promise<string> {
    const config = await this.#configuration(provider)
    const url = client.buildAuthorizationUrl(config, {
      scope: 'openid profile email',
      redirect_uri: flow.redirectUri,
      state: flow.state,
      nonce: flow.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(flow.codeVerifier),
      code_challenge_method: 'S256',
      ...(isProof && { max_age: String(proofSeconds) }),
    })
    return url.href
  }

  /** Exchanges the code for an ID token and checks it; for a proof also when the provider last asked. */
  async personFor(
    provider: OidcProvider,
    { isProof, ...flow }: SignInFlow & { isProof: boolean },
    { code, state, iss }: ProviderAnswer,
  ): Promise<OidcProfile> {
    const config = await this.#configuration(provider)
    if (iss !== undefined && iss !== config.serverMetadata().issuer) throw new AppError('issuerWrong')
    const callbackUrl = new URL(flow.redirectUri)
    callbackUrl.search = new URLSearchParams({ code, state, ...(iss !== undefined && { iss }) }).toString()
    const tokens = await client
      .authorizationCodeGrant(config, callbackUrl, {
        pkceCodeVerifier: flow.codeVerifier,
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        idTokenExpected: true,
        ...(isProof && { maxAge: proofSeconds }),
      })
      .catch((error) => this.#refuse(error, 'providerRefused'))
    const claims = tokens.claims()
    if (!claims) throw new AppError('providerRefused')
    const { roleClaim } = provider
    const isWhole =
      nameIn(claims) !== undefined && (roleClaim === '' || valueAt(claims, roleClaim) !== undefined)
    const told = isWhole
      ? claims
      : { ...(await this.#userInfo(config, tokens.access_token, claims.sub)), ...claims }
    return {
      issuer: claims.iss,
      subject: claims.sub,
      name: (nameIn(told) ?? claims.sub).slice(0, nameLimit),
      fullName: typeof told.name === 'string' ? told.name.trim().slice(0, fullNameLimit) : '',
      groups: roleClaim === '' ? [] : wordsAt(told, roleClaim),
      askedAt: new Date((claims.auth_time ?? 0) * 1000),
    }
  }

  async #configuration(provider: OidcProvider): Promise<client.Configuration> {
    const key = JSON.stringify(provider)
    if (this.#known?.provider === key && siteMs() - this.#known.readAt < discoveryLifeMs)
      return this.#known.config
    const config = await discovered(provider, this.#fetch).catch((error) =>
      this.#refuse(error, 'providerUnreachable'),
    )
    this.#known = { provider: key, readAt: siteMs(), config }
    return config
  }

  /** Many providers put names only there; without an answer the subject is used. */
  async #userInfo(config: client.Configuration, accessToken: string, subject: string) {
    if (!config.serverMetadata().userinfo_endpoint) return {}
    return client.fetchUserInfo(config, accessToken, subject).catch((error) => {
      this.#log.warn({ err: error }, 'could not read user information of the identity provider')
      return {}
    })
  }

  #refuse(error: unknown, name: 'providerRefused' | 'providerUnreachable'): never {
    this.#log.warn({ err: error, refusal: name }, 'could not use the identity provider')
    const { code } = error as { code?: string }
    throw new AppError(code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED' ? 'issuerWrong' : name)
  }
}

async function discovered({ issuer, clientId, clientSecret }: OidcProvider, fetch: client.CustomFetch) {
  const address = new URL(issuer)
  const execute = [client.enableNonRepudiationChecks]
  // Parameters allow http only for this machine.
  if (address.protocol === 'http:') execute.push(client.allowInsecureRequests)
  const secret: client.ClientAuth = (server, ...rest) => {
    if (!clientSecret) return client.None()(server, ...rest)
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const send = methods.includes('client_secret_basic') ? client.ClientSecretBasic : client.ClientSecretPost
    return send(clientSecret)(server, ...rest)
  }
  return client.discovery(address, clientId, {}, secret, {
    execute,
    timeout: timeoutSeconds,
    [client.customFetch]: fetch,
  })
}

function nameIn(claims: Record<string, unknown>): string | undefined {
  const names = [claims.preferred_username, claims.email, claims.name]
  return names.find((name): name is string => typeof name === 'string' && name !== '')
}

/** A claim by its name, or by the names on the way to it, such as `realm_access.roles`. */
function valueAt(claims: Record<string, unknown>, claim: string): unknown {
  if (Object.hasOwn(claims, claim)) return claims[claim]
  let value: unknown = claims
  for (const name of claim.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return value
}

/** Providers send one text or a list of them. */
function wordsAt(claims: Record<string, unknown>, claim: string): string[] {
  const value = valueAt(claims, claim)
  return (Array.isArray(value) ? value : [value]).filter((word): word is string => typeof word === 'string')
}
