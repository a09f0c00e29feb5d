import { setTimeout as pause } from 'node:timers/promises'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { changedPassword, firstSignIn, type HttpClient, signIn } from './http-client.ts'
import { type ServerProcess, startServer } from './server-process.ts'

const writers = 6
const firstPassword = 'First-Password-1'

export interface CrashRound {
  /** Writes that the server acknowledged before it was killed, in all rounds up to this one. */
  acknowledged: number
  /** Names of those missing after the next start. */
  lost: string[]
}

/**
 * Kills the server during a stream of writes, restarts it on the same data and looks for every acknowledged write. The
 * rounds run one after the other on the same data.
 */
export async function* crashRounds(dataDir: string, rounds: number): AsyncGenerator<CrashRound> {
  const settings = { DATA_DIR: dataDir, CAPTCHA: 'off', ADMIN_PASSWORD: firstPassword }
  const acknowledged: string[] = []
  let server = await startServer(settings)
  try {
    let admin = await firstSignIn(server.address, firstPassword)
    for (let round = 1; round <= rounds; round += 1) {
      acknowledged.push(...(await writeUntilKilled(server, admin, round)))
      server = await startServer(settings)
      admin = await signIn(server.address, changedPassword)
      const present = await listNames(admin)
      yield { acknowledged: acknowledged.length, lost: acknowledged.filter((name) => !present.has(name)) }
    }
  } finally {
    await server.kill()
  }
}

async function writeUntilKilled(server: ServerProcess, admin: HttpClient, round: number): Promise<string[]> {
  const acknowledged: string[] = []
  const enough = Promise.withResolvers<void>()
  const wanted = 20 + Math.floor(Math.random() * 100)
  const write = async (writer: number) => {
    for (let n = 1; ; n += 1) {
      const groupName = `round ${round} writer ${writer} write ${n}`
      await admin.call(deviceGroups.add, { body: { groupName } })
      acknowledged.push(groupName)
      if (acknowledged.length === wanted) enough.resolve()
    }
  }
  // Each writer ends when its connection breaks.
  const written = Promise.allSettled(Array.from({ length: writers }, (_, writer) => write(writer)))
  await Promise.race([enough.promise, written])
  await pause(Math.random() * 20)
  await server.kill()
  await written
  return acknowledged
}

async function listNames(admin: HttpClient): Promise<Set<string>> {
  const { list } = await admin.call(deviceGroups.list, { query: { pageSize: 10_000 } })
  return new Set(list.map((group) => group.groupName))
}
