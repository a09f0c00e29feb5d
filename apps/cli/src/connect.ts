import type { Language } from '@fleetdeck/i18n/languages'
import { readCredentials } from './credentials.ts'
import { environment, readOrigin } from './environment.ts'
import { ExitCode, Failure, wrongUse } from './failure.ts'
import { findProject } from './project.ts'
import { ServerClient } from './server-client.ts'

/** The server of the environment, of fleetdeck.json, or of the last sign-in. */
export async function findServer(): Promise<string | undefined> {
  const url = environment.url()
  if (url) return readOrigin(url, 'FLEETDECK_URL')
  const project = await findProject()
  if (project?.server) return readOrigin(project.server, '“server” in fleetdeck.json')
  return (await readCredentials()).current
}

export async function connect(language: Language): Promise<ServerClient> {
  const token = environment.token()
  // A folder from elsewhere could name a server that the token is not meant for.
  if (token && !environment.url()) throw wrongUse('FLEETDECK_TOKEN needs FLEETDECK_URL, the server’s address')
  const origin = await findServer()
  if (!origin) throw new Failure(ExitCode.notAllowed, 'You are not signed in. Run “fleetdeck login ADDRESS”.')
  const stored = token ? undefined : (await readCredentials()).servers[origin]
  if (!token && !stored)
    throw new Failure(
      ExitCode.notAllowed,
      `You are not signed in to ${origin}. Run “fleetdeck login ${origin}”, or set FLEETDECK_TOKEN and FLEETDECK_URL.`,
    )
  if (stored && Date.parse(stored.expiresAt) < Date.now())
    throw new Failure(
      ExitCode.notAllowed,
      `Your sign-in to ${origin} has expired. Run “fleetdeck login ${origin}”.`,
    )
  return new ServerClient(origin, token ?? stored?.token ?? '', language)
}
