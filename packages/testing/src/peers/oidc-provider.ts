import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export const clientId = 'fleetdeck'
export const clientSecret = 'a-secret-between-the-two-of-them'

export interface TestProvider {
  issuer: string
  /** More claims of a person, by account. */
  claims: Map<string, object>
  close(): Promise<void>
}

/** A real OpenID Connect provider on this machine for these sites; it accepts any account named on its page. */
export async function startOidcProvider(sites: string[]): Promise<TestProvider> {
  const claims = new Map<string, object>()
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: sites.map((address) => `${address}/auth-redirect`),
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    claims: { openid: ['sub'], profile: ['preferred_username', 'name', 'groups', 'realm_access'] },
    scopes: ['openid', 'profile', 'email'],
    cookies: { keys: ['only-for-tests'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    ttl: {
      Interaction: 600,
      Grant: 600,
      Session: 600,
      AccessToken: 600,
      AuthorizationCode: 60,
      IdToken: 600,
    },
    interactions: { url: (_context, { uid }) => `/login/${uid}` },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, preferred_username: `${id}@outside`, ...claims.get(id) }),
    }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({ clientId, accountId: oidc.session?.accountId })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
  })
  const flow = provider.callback()
  server.on('request', (request, response) => {
    const isPage = request.url?.startsWith('/login/')
    const work = isPage ? page(provider, request, response) : flow(request, response)
    work.catch((error) => response.writeHead(500).end(String(error)))
  })
  return {
    issuer,
    claims,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The provider's own sign-in page: a name, or a refusal. */
async function page(provider: Provider, request: IncomingMessage, response: ServerResponse) {
  if (request.method === 'GET') {
    response.setHeader('content-type', 'text/html')
    response.end(
      '<title>Provider</title><form method="post"><label>Account <input name="account"></label>' +
        '<button name="answer" value="yes">Sign in</button><button name="answer" value="no">No</button></form>',
    )
    return
  }
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const form = new URLSearchParams(Buffer.concat(chunks).toString())
  const result =
    form.get('answer') === 'no'
      ? { error: 'access_denied', error_description: 'the user said no' }
      : { login: { accountId: form.get('account') ?? '' } }
  await provider.interactionFinished(request, response, result)
}
