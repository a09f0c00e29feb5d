import { randomBytes } from 'node:crypto'
import { ownAccessTokens } from '@fleetdeck/contract/access-tokens'
import { parameterRows } from '@fleetdeck/contract/parameter-rows'
import { session } from '@fleetdeck/contract/session'
import { ServerClient } from '../server-client.ts'
import { type ChildProgram, firstMessage, startProgram } from './child-program.ts'

export interface Site {
  /** With an access token: only programs may repeat the same call within a second. */
  client: ServerClient
  /** The session of the administrator, who may grant every role. */
  admin: ServerClient
  enrolmentKey: string
  server: ChildProgram
}

/** Random, and with the kinds of characters that a password needs. */
const newPassword = () => `Aa1-${randomBytes(9).toString('hex').slice(0, 14)}`

/** The real server with an empty database on a free port of this computer. */
export async function startSite(dataDir: string, httpHosts: readonly string[]): Promise<Site> {
  const firstPassword = newPassword()
  const server = startProgram('server/src/main.ts', [], {
    DATA_DIR: dataDir,
    PORT: '0',
    HOST: '127.0.0.1',
    CAPTCHA: 'off',
    ADMIN_PASSWORD: firstPassword,
    LOG_LEVEL: 'error',
  })
  const { address, enrolmentKey } = await firstMessage<{ address: string; enrolmentKey: string }>(
    server,
    'server',
  )
  const signIn = await new ServerClient(address, '', 'en').call(session.login, {
    body: { username: 'admin', password: firstPassword },
  })
  if (!('token' in signIn)) throw new Error('The server of the tests wants a second factor')
  const admin = new ServerClient(address, signIn.token ?? '', 'en')
  await admin.call(session.changePassword, {
    body: { oldPassword: firstPassword, newPassword: newPassword() },
  })
  if (httpHosts.length) await allowHosts(admin, httpHosts)
  const permissions = (await admin.call(ownAccessTokens.rights)).map(({ permission }) => permission)
  const { token } = await admin.call(ownAccessTokens.add, {
    body: { tokenName: 'tests', permissions, days: 1 },
  })
  return { admin, client: new ServerClient(address, token, 'en'), enrolmentKey, server }
}

async function allowHosts(admin: ServerClient, hosts: readonly string[]): Promise<void> {
  const { list } = await admin.call(parameterRows.list, { query: { configKey: 'script.httpHosts' } })
  const [row] = list
  if (!row) throw new Error('The server has no parameter script.httpHosts')
  const { id, configName, configKey } = row
  const body = { id, configName, configKey, configValue: hosts.join(' ') }
  await admin.call(parameterRows.edit, { body: body as never })
}
