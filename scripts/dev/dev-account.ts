import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Endpoint, Envelope } from '@fleetdeck/contract/endpoint'
import { session } from '@fleetdeck/contract/session'

/** The administrator of a development site; kept beside its data and gone with them. */
interface DevAccount {
  userName: string
  password: string
  /** What the server sets at its first start; the account must change it before anything else. */
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

/** Changes the first password as its owner would have to, once. */
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
