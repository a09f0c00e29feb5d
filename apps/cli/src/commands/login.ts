import { commandLine } from '@fleetdeck/contract/command-line'
import { defineCommand } from '../command.ts'
import { findServer } from '../connect.ts'
import { readCredentials, storeSignIn } from '../credentials.ts'
import { readOrigin } from '../environment.ts'
import { ExitCode, wrongUse } from '../failure.ts'
import { openBrowser } from '../open-browser.ts'
import { ServerClient } from '../server-client.ts'
import { signIn } from '../sign-in.ts'

const isLocal = (origin: string) => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(origin).hostname)

export const loginCommand = defineCommand({
  name: 'login',
  text: 'signs in to a server in the browser, and stores an access token for it',
  words: [{ name: 'ADDRESS', isOptional: true }],
  options: { 'no-browser': { text: 'print the address, and read the code from the terminal' } },
  notes: [
    'The token has the permissions that the commands need, as far as you have them. It ends after the time that you select.',
  ],
  async run({ words: [address], values }, { output, language, signal }) {
    const origin = address ? readOrigin(address, 'ADDRESS') : await findServer()
    if (!origin) throw wrongUse('ADDRESS is missing; see fleetdeck login --help')
    if (origin.startsWith('http:') && !isLocal(origin))
      output.note(`${origin} is not encrypted: others on the network can read the token`)
    const open = async (page: string, isPasted: boolean) => {
      if (isPasted) output.prompt(`Open this address and paste the code:\n${page}`)
      else output.prompt(`Opening the browser. If it does not open, use --no-browser:\n${page}`)
      return isPasted || openBrowser(page)
    }
    const server = new ServerClient(origin, '', language)
    const { id, token, userName, expiresAt } = await signIn(server, {
      signal,
      open,
      isPasted: values['no-browser'],
    })
    const before = (await readCredentials()).servers[origin]
    await storeSignIn(origin, { token, tokenId: id, userName, expiresAt })
    // The former token is of no use any more; it may have ended already.
    if (before)
      await new ServerClient(origin, before.token, language).call(commandLine.signOut).catch(() => undefined)
    output.result(
      { server: origin, userName, expiresAt },
      () => `Signed in to ${origin} as ${userName} until ${expiresAt.slice(0, 10)}`,
    )
    return ExitCode.done
  },
})
