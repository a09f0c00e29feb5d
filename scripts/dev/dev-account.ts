import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Endpoint, Envelope } from '@fleetdeck/contract/endpoint'
import { session } from '@fleetdeck/contract/session'

/** The administrator of a development site; stored next to its data and deleted with it. */
interface DevAccount {
  userName: string
  password: string
  /** Set by the server at its first start; it must be changed before anything else. */
  firstPassword?: string
}

const fileIn = (dataDir: string) => path.join(dataDir, 'dev-account.json')
const newPassword = () => `Dev-${randomBytes(6).toString('hex')}-1`

export function openDevAccount(dataDir: string): DevAccount {
  if (existsSync(fileIn(dataDir))) return JSON.parse(readFileSync(fileIn(dataDir), 'utf8'))
  const account = { userName: 'admin', password: newPassword(), firstPassword: newPassword() }
  mkdirSync(dataDir, { recursive: true })
  save(dataDir, account)
  return account
}

function save(dataDir: string, account: DevAccount) {
  writeFileSync(fileIn(dataDir), `${JSON.stringify(account, undefined, 2)}\n`, { mode: 0o600 })
}

/** Changes the first password, once, as required. */
export async function changeFirstPassword(address: string, dataDir: string): Promise<void> {
  const { firstPassword, ...account } = openDevAccount(dataDir)
  if (!firstPassword) return
  const call = async (endpoint: Endpoint, body: object, token?: string) => {
    const response = await fetch(address + endpoint.path, {
      method: endpoint.method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
    const { code, data, msg } = (await response.json()) as Envelope
    if (code !== 0) throw new Error(`${endpoint.path} answered: ${msg}`)
    return data
  }
  const signIn = (password: string) => call(session.login, { username: account.userName, password })
  const { token } = session.login.data.parse(await signIn(firstPassword))
  const passwords = { oldPassword: firstPassword, newPassword: account.password }
  await call(session.changePassword, passwords, token)
  save(dataDir, account)
}
