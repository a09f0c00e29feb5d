import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { phoneApi } from '@fleetdeck/contract/phone-api'
import { expect, onTestFinished, test } from 'vitest'
import { FaultProxy } from '../server/fault-proxy.ts'
import { freePort } from '../server/free-port.ts'
import { firstSignIn } from '../server/http-client.ts'
import { type ServerProcess, startServer, temporaryFolder } from '../server/server-process.ts'
import { DataRounds } from './data-rounds.ts'

/** How often the server is killed; KILLS=100 takes a quarter of an hour. */
const kills = Number(process.env.KILLS ?? 5)
/** A server starts in seconds; on a busy machine it takes much longer. */
const limitMs = 120_000 + kills * 60_000
const firstPassword = 'First-Password-1'

/** The tokens of phones that have a number. */
async function assignPhones({ address, enrolmentKey }: ServerProcess): Promise<string[]> {
  const admin = await firstSignIn(address, firstPassword)
  await admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
  const tokens: string[] = []
  for (const deviceId of ['A1', 'A2', 'A3']) {
    const { token } = await admin.call(phoneApi.enroll, { body: { key: enrolmentKey, deviceId } })
    await admin.call(devices.addAssDevice, {
      body: { deviceNo: deviceId, deviceId, tenantId: 1, groupId: 1 },
    })
    tokens.push(token)
  }
  return tokens
}

test(
  'of the data of scripts nothing is lost or doubled when the server is killed before it answers',
  async () => {
    const folder = await temporaryFolder()
    onTestFinished(folder.remove)
    const port = String(await freePort())
    const settings = { DATA_DIR: folder.path, PORT: port, CAPTCHA: 'off', ADMIN_PASSWORD: firstPassword }
    let server = await startServer(settings)
    onTestFinished(() => server.kill())
    const proxy = await FaultProxy.start(server.address)
    onTestFinished(() => proxy.close())
    const tokens = await assignPhones(server)
    let killed = 0
    let starting: Promise<void> | undefined
    const restart = async () => {
      await server.kill()
      server = await startServer(settings)
      starting = undefined
    }
    /** The answer is there, so its change is committed; the phone does not get it. */
    const when = () => {
      if (starting || killed >= kills || Math.random() < 0.9) return starting !== undefined
      killed += 1
      starting = restart()
      return true
    }
    await proxy.set({ losesAnswerTo: 'POST /rapi/', when })
    const rounds = new DataRounds(proxy.url, tokens)
    await rounds.run(() => killed < kills)
    await starting
    expect(await rounds.differences()).toEqual({ missing: [], extra: [] })
  },
  limitMs,
)
