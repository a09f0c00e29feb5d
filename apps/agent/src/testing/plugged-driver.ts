import { FakePhone, type Script } from '@fleetdeck/testing/phones/fake-phone'
import { RealAdb } from '@fleetdeck/testing/phones/real-adb'
import { Adb } from '@yume-chan/adb'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { AdbDevice } from '../drivers/adb/adb-device.ts'
import { AdbConnector } from '../drivers/adb/connector.ts'
import { readDeviceInfo } from '../drivers/adb/identity.ts'
import { ScrcpyPhone } from '../drivers/adb/scrcpy/scrcpy-phone.ts'
import { ServerTransport } from '../drivers/adb/server-transport.ts'
import { AdbShell } from '../drivers/adb/shell.ts'
import { adbTexts } from '../drivers/adb/texts.ts'

/** A fake phone behind Debian's adb server, and the connection to it. */
export async function openTransport(adb: RealAdb, phone: FakePhone): Promise<ServerTransport> {
  const { serial, transportId } = await adb.plugIn(phone)
  const connector = new AdbConnector({ host: '127.0.0.1', port: adb.port })
  return ServerTransport.open(connector, serial, BigInt(transportId))
}

/** The driver of such a phone; the queries that identified the phone are forgotten. */
export async function openDriver(
  adb: RealAdb,
  script: Script,
  { serial = 'R58M1234', scrcpyFile }: { serial?: string; scrcpyFile?: string } = {},
) {
  const phone = new FakePhone(serial, script)
  const transport = await openTransport(adb, phone)
  const shell = new AdbShell(new Adb(transport), adbTexts.en)
  const scrcpy = scrcpyFile ? new ScrcpyPhone(shell, scrcpyFile, adbTexts.en) : undefined
  const device = new AdbDevice(
    shell,
    await readDeviceInfo(shell, { listedSerial: phone.serial, sharedSerials: [] }),
    { language: 'en', scrcpy },
  )
  phone.lines.length = 0
  return { phone, device, transport, shell }
}

/** In a describe block: an adb server for its tests, and drivers that are closed after each test. */
export function driversBehindAdb() {
  let adb: RealAdb
  const opened: Awaited<ReturnType<typeof openDriver>>[] = []
  beforeAll(async () => {
    adb = await RealAdb.start()
  })
  afterEach(async () => {
    for (const { device, phone } of opened.splice(0)) {
      await device.close()
      await adb.unplug(phone).catch(() => undefined)
    }
  })
  afterAll(() => adb?.stop())
  return {
    adb: () => adb,
    open: async (...what: Parameters<typeof openDriver> extends [RealAdb, ...infer What] ? What : never) => {
      const driver = await openDriver(adb, ...what)
      opened.push(driver)
      return driver
    },
  }
}
