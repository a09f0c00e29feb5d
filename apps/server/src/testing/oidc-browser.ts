import type { ParameterKey } from '@fleetdeck/contract/parameters'
import { clientId, clientSecret, type TestProvider } from '@fleetdeck/testing/peers/oidc-provider'
import type { TestSite } from '@fleetdeck/testing/site/test-site'

/** Lets people sign in to the site with this provider; it was started for `http://localhost`. */
export async function useProvider({ deps }: TestSite, { issuer }: TestProvider): Promise<void> {
  const values: Partial<Record<ParameterKey, string>> = {
    'sys.oidc.enabled': 'true',
    'sys.oidc.issuer': issuer,
    'sys.oidc.clientId': clientId,
    'sys.oidc.clientSecret': clientSecret,
    'sys.publicAddress': 'http://localhost',
    'sys.outgoing.privateNetworks': '127.0.0.1',
  }
  for (const [key, value] of Object.entries(values)) await deps.parameters.set(key as ParameterKey, value)
}

/** Follows the provider's pages as a browser does, with cookies and redirects, until it is sent back to the site. */
export async function walkThroughProvider(
  url: string,
  answer: { account: string } | 'no',
): Promise<{ code?: string; state: string; iss?: string; error?: string }> {
  const cookies = new Map<string, string>()
  const visit = async (address: string, form?: URLSearchParams): Promise<string> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(address, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie },
      body: form ?? null,
    })
    for (const line of response.headers.getSetCookie()) keep(cookies, line)
    const location = response.headers.get('location')
    if (!location) throw new Error(`${address} answered ${response.status}: ${await response.text()}`)
    return new URL(location, address).href
  }

  const loginPage = await visit(url)
  const form = new URLSearchParams(
    answer === 'no' ? { answer: 'no' } : { answer: 'yes', account: answer.account },
  )
  let place = await visit(loginPage, form)
  while (!place.includes('/auth-redirect?')) place = await visit(place)
  return Object.fromEntries(new URL(place).searchParams) as { state: string }
}

function keep(cookies: Map<string, string>, line: string) {
  const [pair = ''] = line.split(';')
  const [name = '', value = ''] = pair.split(/=(.*)/s)
  if (value === '') cookies.delete(name)
  else cookies.set(name, value)
}
