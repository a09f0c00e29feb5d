import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { environment } from './environment.ts'

const Stored = z.object({
  /** The server of the last sign-in. */
  current: z.string().optional(),
  servers: z.record(
    z.string(),
    z.object({ token: z.string(), tokenId: z.number(), userName: z.string(), expiresAt: z.string() }),
  ),
})
export type Stored = z.output<typeof Stored>
export type SignIn = Stored['servers'][string]

const fileName = () => path.join(environment.configFolder(), 'credentials.json')

/** Tokens of servers by their address, in a file that only this user can read. */
export async function readCredentials(): Promise<Stored> {
  try {
    return Stored.parse(JSON.parse(await readFile(fileName(), 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { servers: {} }
    throw new Error(`Could not read ${fileName()}: ${(error as Error).message}`)
  }
}

async function writeCredentials(stored: Stored): Promise<void> {
  const file = fileName()
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}`
  try {
    await writeFile(draft, `${JSON.stringify(stored, undefined, 2)}\n`, { mode: 0o600, flag: 'wx' })
    await chmod(draft, 0o600)
    await rename(draft, file)
  } finally {
    await rm(draft, { force: true })
  }
}

export async function storeSignIn(origin: string, signIn: SignIn): Promise<void> {
  const { servers } = await readCredentials()
  await writeCredentials({ current: origin, servers: { ...servers, [origin]: signIn } })
}

export async function forgetSignIn(origin: string): Promise<void> {
  const { current, servers } = await readCredentials()
  const { [origin]: _, ...others } = servers
  await writeCredentials({ ...(current !== origin && { current }), servers: others })
}
