import { commandLine } from '@fleetdeck/contract/command-line'
import { defineCommand } from '../command.ts'
import { findServer } from '../connect.ts'
import { forgetSignIn, readCredentials } from '../credentials.ts'
import { readOrigin } from '../environment.ts'
import { ExitCode, Failure } from '../failure.ts'
import { Refused, ServerClient } from '../server-client.ts'

export const logoutCommand = defineCommand({
  name: 'logout',
  text: 'revokes the stored access token, and forgets it',
  words: [{ name: 'ADDRESS', isOptional: true }],
  async run({ words: [address] }, { output, language }) {
    const origin = address ? readOrigin(address, 'ADDRESS') : await findServer()
    const stored = origin === undefined ? undefined : (await readCredentials()).servers[origin]
    if (!origin || !stored) throw new Failure(ExitCode.notAllowed, 'You are not signed in')
    const server = new ServerClient(origin, stored.token, language)
    await server.call(commandLine.signOut).catch((error: unknown) => {
      // It has ended already.
      if (!(error instanceof Refused) || error.exitCode !== ExitCode.notAllowed) throw error
    })
    await forgetSignIn(origin)
    output.result({ server: origin }, () => `Signed out of ${origin}`)
    return ExitCode.done
  },
})
