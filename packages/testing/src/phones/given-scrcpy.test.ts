import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { scrcpyServer } from '@fleetdeck/contract/scrcpy-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { holdHere } from '../../../../apps/agent/src/processes/phone-set.ts'
import { RealPhones } from '../../../../apps/agent/src/real-phones.ts'
import { scrcpyServerFile } from '../files/scrcpy-server-file.ts'
import { startTestSite, type TestSite } from '../site/test-site.ts'
import { androidScript } from './android-script.ts'
import { FakePhone, type Script } from './fake-phone.ts'
import { FakeScrcpy } from './fake-scrcpy.ts'
import { hasAdb, RealAdb } from './real-adb.ts'

/** The agent, Debian's adb, and the server as they are; the phones are fake. */
describe.skipIf(!hasAdb)('scrcpy’s server file from the console', () => {
  let site: TestSite
  let adb: RealAdb
  let folder: string
  let phones: RealPhones | undefined
  let plugged: FakePhone[]
  let notices: string[]
  beforeAll(async () => {
    site = await startTestSite()
  })
  beforeEach(async () => {
    await site.reset()
    await site.deps.scrcpyOffer.changed()
    await site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
    adb = await RealAdb.start()
    folder = await mkdtemp(join(tmpdir(), 'given-scrcpy-'))
    notices = []
    plugged = []
  })
  afterEach(async () => {
    await phones?.stop()
    phones = undefined
    await adb.stop()
    await rm(folder, { recursive: true })
  })
  afterAll(() => site.stop())

  const place = '/data/local/tmp/fleetdeck-scrcpy-server.jar'
  const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex')

  async function plugIn(serial: string, scrcpy = new FakeScrcpy()) {
    const ordinary = androidScript()
    const script: Script = (line, phone) =>
      line.startsWith('CLASSPATH=') ? scrcpy.start(line, phone) : ordinary(line, phone)
    const phone = new FakePhone(serial, script)
    await adb.plugIn(phone)
    plugged.push(phone)
    return phone
  }
  const allConnected = () =>
    expect
      .poll(() => notices.filter((notice) => notice.includes('connected to the server')).length)
      .toBeGreaterThanOrEqual(plugged.length)
  async function start(scrcpyFile?: string) {
    const settings = {
      server: new URL(site.address),
      key: site.deps.parameters.get('device.enrolmentKey'),
      stateDir: folder,
      language: 'en' as const,
      adbServer: { host: '127.0.0.1', port: adb.port },
      notice: (name: string, level: string, message: unknown) => notices.push(`${name} ${level} ${message}`),
      timing: { backOff: { firstMs: 10, limitMs: 40 } },
      backOff: { firstMs: 5, limitMs: 20 },
      scrcpyFile,
    }
    phones = await RealPhones.start(settings, holdHere)
    await allConnected()
  }
  async function upload(content: Buffer, name = 'scrcpy-server-v3.1') {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(content)]), name)
    const headers = { authorization: `Bearer ${site.admin.token}` }
    const address = `${site.address}${scrcpyServer.replace.path}?confirmed=true`
    const answer = await fetch(address, { method: 'POST', body: form, headers })
    expect(await answer.json()).toMatchObject({ code: 0 })
  }
  const stored = () => readdir(join(folder, 'scrcpy')).catch(() => [])
  /** Each phone is tapped; resolves with what its Android and its scrcpy received. */
  async function tap() {
    for (const id of site.deps.hub.phoneIds())
      for (const action_type of ['touchDown', 'touchUp'] as const)
        await site.deps.hub.sendToPhone(id, { action: 'canvas_action', action_type, x: 0.5, y: 0.25 })
  }

  test('reaches an agent without a setting, once for all its phones, and is used from then on', async () => {
    const [one, two] = [new FakeScrcpy(), new FakeScrcpy()]
    const first = await plugIn('A1', one)
    const second = await plugIn('B2', two)
    await start()
    await tap()
    for (const phone of plugged) await expect.poll(() => phone.lines).toContain('input tap 540 600')
    const server = scrcpyServerFile()
    await upload(server)
    await expect.poll(() => notices).toContain('scrcpy info scrcpy server file from the console in use: 3.1')
    expect(await stored()).toEqual([hashOf(server)])
    expect(notices.filter((notice) => notice.startsWith('scrcpy '))).toHaveLength(1)
    await tap()
    for (const scrcpy of [one, two]) expect(await scrcpy.touches.take()).toMatchObject({ action: 0, x: 540 })
    for (const phone of [first, second]) expect(phone.files.get(place)).toEqual(server)
  })

  test('is used by a phone that is plugged in later', async () => {
    const server = scrcpyServerFile()
    await upload(server)
    const scrcpy = new FakeScrcpy()
    await plugIn('A1', scrcpy)
    await start()
    await expect.poll(stored).toEqual([hashOf(server)])
    const late = new FakeScrcpy()
    await plugIn('B2', late)
    await allConnected()
    await tap()
    expect(await scrcpy.touches.take()).toMatchObject({ action: 0 })
    expect(await late.touches.take()).toMatchObject({ action: 0 })
  })

  test('is replaced on the phones by the next one, and without one Android’s own commands are used again', async () => {
    await upload(scrcpyServerFile())
    const scrcpy = new FakeScrcpy()
    const phone = await plugIn('A1', scrcpy)
    await start()
    await expect.poll(stored).toHaveLength(1)
    await tap()
    await scrcpy.touches.take()
    const newer = scrcpyServerFile('newer')
    await upload(newer, 'scrcpy-server')
    await expect.poll(stored).toEqual([hashOf(newer)])
    await expect.poll(() => notices.at(-1)).toContain(hashOf(newer).slice(0, 8))
    await expect.poll(() => scrcpy.sessions).toBe(0)
    await tap()
    await expect.poll(() => phone.files.get(place)).toEqual(newer)
    await site.admin.call(scrcpyServer.remove, { body: { sha256: hashOf(newer) } })
    await expect.poll(stored).toEqual([])
    await tap()
    await expect.poll(() => phone.lines).toContain('input tap 540 600')
  })

  test('that was changed in the agent’s folder is downloaded again', async () => {
    const server = scrcpyServerFile()
    await upload(server)
    await plugIn('A1')
    await start()
    await expect.poll(stored).toEqual([hashOf(server)])
    await phones?.stop()
    const file = join(folder, 'scrcpy', hashOf(server))
    await writeFile(file, 'forged')
    await start()
    await expect.poll(() => readFile(file)).toEqual(server)
  })

  test('gives way to the file of the command line', async () => {
    await upload(scrcpyServerFile())
    const own = join(folder, 'own')
    await writeFile(own, 'own bytes')
    const scrcpy = new FakeScrcpy()
    const phone = await plugIn('A1', scrcpy)
    await start(own)
    expect(notices).toContain(`scrcpy info scrcpy server file of --scrcpy in use: ${own}`)
    await tap()
    await scrcpy.touches.take()
    expect(phone.files.get(place)?.toString()).toBe('own bytes')
    expect(await stored()).toEqual([])
  })
})
