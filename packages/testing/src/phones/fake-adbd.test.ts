import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { androidScript } from './android-script.ts'
import type { DaemonStream } from './daemon-stream.ts'
import { FakePhone } from './fake-phone.ts'
import { hasAdb, RealAdb } from './real-adb.ts'

/** The fake is realistic: Google's own adb accepts it as a phone. */
describe.skipIf(!hasAdb)('Debian’s adb', () => {
  let adb: RealAdb
  let phone: FakePhone | undefined
  let folder: string
  beforeAll(async () => {
    adb = await RealAdb.start()
    folder = await mkdtemp(join(tmpdir(), 'fake-adbd-'))
  })
  afterEach(async () => {
    if (phone) await adb.unplug(phone)
    phone = undefined
  })
  afterAll(async () => {
    await adb.stop()
    await rm(folder, { recursive: true })
  })

  async function plugIn(made = new FakePhone('A1', androidScript())) {
    phone = made
    const { serial } = await adb.plugIn(made)
    return { phone: made, serial, command: (...words: string[]) => adb.command('-s', serial, ...words) }
  }

  test('lists it, and runs commands with their output, errors and exit codes', async () => {
    const { command, serial } = await plugIn()
    expect(await adb.command('devices')).toContain(`${serial}\tdevice`)
    expect(await command('shell', 'getprop')).toContain('[ro.build.version.release]: [13]')
    await expect(command('shell', 'nonsense')).rejects.toMatchObject({
      code: 127,
      stderr: '/system/bin/sh: nonsense: not found\n',
    })
    expect(await command('exec-out', 'settings get system x')).toBe('')
  })

  test('runs commands on a phone that knows only the first shell', async () => {
    const old = new FakePhone('OLD', androidScript())
    old.features = ''
    const { command, phone } = await plugIn(old)
    expect(await command('shell', 'getprop')).toContain('[ro.serialno]: [OLD]')
    expect(phone.services.at(-1)).toBe('shell:getprop')
  })

  test('sends it a file of megabytes and fetches it again', async () => {
    const { command, phone } = await plugIn()
    const bytes = Buffer.alloc(3_000_000, 'fleet')
    await writeFile(join(folder, 'there'), bytes)
    await command('push', join(folder, 'there'), '/sdcard/Download/price list.bin')
    expect(phone.files.get('/sdcard/Download/price list.bin')?.equals(bytes)).toBe(true)
    await command('pull', '/sdcard/Download/price list.bin', join(folder, 'back'))
    expect((await readFile(join(folder, 'back'))).equals(bytes)).toBe(true)
    await expect(command('pull', '/sdcard/none', join(folder, 'none'))).rejects.toThrow()
  })

  test('forwards a port to a program on the phone', async () => {
    const { command, phone } = await plugIn()
    const echo = async (stream: DaemonStream) => {
      await stream.write(Buffer.from(await stream.read(4)).reverse())
      await stream.end()
    }
    phone.listeners.set('echo', (stream) => {
      echo(stream).catch(() => stream.drop())
    })
    const port = Number(await command('forward', 'tcp:0', 'localabstract:echo'))
    const socket = connect(port, '127.0.0.1')
    socket.write('abcd')
    expect(Buffer.concat(await socket.toArray()).toString()).toBe('dcba')
    await command('forward', '--remove-all')
  })

  test('is refused until the user of the phone allows it, and is recognized afterwards', async () => {
    const shy = new FakePhone('SHY', androidScript())
    shy.asksForKeys = true
    const { serial } = await plugIn(shy)
    expect(await adb.command('devices')).toMatch(`${serial}\tunauthorized`)
    await expect(adb.command('-s', serial, 'shell', 'getprop')).rejects.toThrow('unauthorized')
    await adb.unplug(shy)
    shy.allows = true
    const again = await plugIn(shy)
    await expect.poll(() => adb.command('devices')).toContain(`${again.serial}\tdevice`)
    expect(shy.keys).toHaveLength(1)
    await adb.unplug(shy)
    shy.allows = false
    // Its signature is sufficient now.
    const third = await plugIn(shy)
    await expect.poll(() => adb.command('devices')).toContain(`${third.serial}\tdevice`)
  })

  test('lists 48 of them', async () => {
    const phones = Array.from({ length: 48 }, (_, index) => new FakePhone(`P${index}`, androidScript()))
    await Promise.all(phones.map((one) => adb.plugIn(one)))
    expect((await adb.devices()).filter(({ state }) => state === 'device')).toHaveLength(48)
    await Promise.all(phones.map((one) => adb.unplug(one)))
    expect(await adb.devices()).toEqual([])
  })
})
