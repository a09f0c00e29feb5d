import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { RealAdb } from '@fleetdeck/testing/phones/real-adb'
import { temporaryFolder } from '@fleetdeck/testing/server/server-process'
import { Adb } from '@yume-chan/adb'
import { AdbDevice } from '../../apps/agent/src/drivers/adb/adb-device.ts'
import { AdbConnector } from '../../apps/agent/src/drivers/adb/connector.ts'
import { readDeviceInfo } from '../../apps/agent/src/drivers/adb/identity.ts'
import { ScrcpyPhone } from '../../apps/agent/src/drivers/adb/scrcpy/scrcpy-phone.ts'
import { ServerTransport } from '../../apps/agent/src/drivers/adb/server-transport.ts'
import { AdbShell } from '../../apps/agent/src/drivers/adb/shell.ts'
import { adbTexts } from '../../apps/agent/src/drivers/adb/texts.ts'
import { runScript } from '../../apps/agent/src/testing/run-script.ts'
import { inMs, printRows, quantile } from '../figures.ts'
import type { Arrivals } from './tapped-phones.ts'

const count = Number(process.env.PHONES ?? 50)
const taps = 100

/** The first tap also starts what the phone needs for it. */
const source = `
  device.tap(0, 5)
  sleep(2000)
  const times = []
  for (let n = 1; n <= ${taps}; n += 1) {
    times.push(Date.now())
    device.tap(n, 5)
    pause(50, 250)
  }
  times`

/** Scripts that tap on all phones at the same time: from the call to the arrival, and what each tap costs. */
export async function benchTaps(): Promise<void> {
  const folder = await temporaryFolder()
  const file = path.join(folder.path, 'scrcpy-server')
  await writeFile(file, 'the fake phones know what it does')
  const adb = await RealAdb.start()
  const fakes = fork(path.resolve(import.meta.dirname, 'tapped-phones.ts'), [String(count)])
  try {
    const [addresses] = (await once(fakes, 'message')) as [string[]]
    for (const address of addresses) await adb.request(`host:connect:${address}`)
    await measureScrcpy(adb, fakes, { addresses, file })
    await measureInput(adb, fakes, addresses)
  } finally {
    fakes.kill()
    await adb.stop()
    await folder.remove()
  }
}

async function measureScrcpy(
  adb: RealAdb,
  fakes: ChildProcess,
  { addresses, file }: { addresses: string[]; file: string },
) {
  const phones = await openPhones(adb, addresses, file)
  await arrivals(fakes)
  const ends = await Promise.all(phones.map((phone) => tapTimes(phone)))
  const { touches, lines } = await arrivals(fakes)
  const waits = ends.flatMap((called, index) => {
    const arrived = new Map(touches[index]?.map(({ x, at }) => [x, at]))
    return called.map((time, n) => (arrived.get(n + 1) ?? Number.NaN) - time)
  })
  await Promise.all(phones.map((phone) => phone.close()))
  printRows(
    [`${count} phones with scrcpy, ${taps} taps of a script each`, 'figure', 'goal'],
    [
      ['taps that arrived', String(waits.filter((wait) => wait >= 0).length), String(count * taps)],
      ['call to arrival p50, ms', inMs(quantile(waits, 0.5)), ''],
      ['p95, ms', inMs(quantile(waits, 0.95)), '15'],
      ['p99, ms', inMs(quantile(waits, 0.99)), ''],
      ['captures', String(lines.flat().filter((line) => line.startsWith('screencap')).length), '0'],
    ],
  )
}

async function measureInput(adb: RealAdb, fakes: ChildProcess, addresses: string[]) {
  const phones = await openPhones(adb, addresses.slice(0, 1))
  await arrivals(fakes)
  await Promise.all(phones.map((phone) => tapTimes(phone)))
  const tapped = (await arrivals(fakes)).lines.flat()
  const began = performance.now()
  const looks = 20
  const busy = process.cpuUsage()
  for (let look = 0; look < looks; look += 1) await phones[0]?.readTree()
  const { user, system } = process.cpuUsage(busy)
  const tookMs = (performance.now() - began) / looks
  const looked = (await arrivals(fakes)).lines.flat().filter((line) => line.includes('uiautomator'))
  await Promise.all(phones.map((phone) => phone.close()))
  const of = (begin: string) => tapped.filter((line) => line.startsWith(begin)).length
  printRows(
    ['one phone without scrcpy', 'figure', 'goal'],
    [
      ['commands a tap', (of('input') / (taps + 1)).toFixed(2), '1'],
      ['captures', String(of('screencap')), '0'],
      ['commands for the size in the whole script', String(of('dumpsys window')), ''],
      ['commands a look at 300 elements', (looked.length / looks).toFixed(2), '1'],
      ['a look, ms', inMs(tookMs), ''],
      ['processor of a look, ms', inMs((user + system) / 1000 / looks), ''],
    ],
  )
}

const openPhones = (adb: RealAdb, addresses: string[], file?: string) =>
  Promise.all(addresses.map((address) => openPhone(adb, address, file)))

export async function openPhone(adb: RealAdb, address: string, file?: string): Promise<AdbDevice> {
  const listed = (await adb.devices()).find(({ serial }) => serial === address)
  if (!listed) throw new Error(`adb does not list ${address}`)
  const connector = new AdbConnector({ host: '127.0.0.1', port: adb.port })
  const transport = await ServerTransport.open(connector, listed.serial, BigInt(listed.transportId))
  const shell = new AdbShell(new Adb(transport), adbTexts.en)
  const scrcpy = file ? new ScrcpyPhone(shell, file, adbTexts.en) : undefined
  return new AdbDevice(shell, await readDeviceInfo(shell, { listedSerial: address, sharedSerials: [] }), {
    language: 'en',
    scrcpy,
  })
}

/** When each tap was called, in ms since 1970. */
async function tapTimes(driver: AdbDevice): Promise<number[]> {
  const end = await runScript(driver, source, { timeoutSeconds: 300 })
  if (end.state !== 'succeeded') throw new Error(JSON.stringify(end))
  return JSON.parse(end.msg)
}

async function arrivals(fakes: ChildProcess): Promise<Arrivals> {
  const answer = once(fakes, 'message')
  fakes.send('report')
  const [sent] = (await answer) as [Arrivals]
  return sent
}
