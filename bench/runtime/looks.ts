import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { RealAdb } from '@fleetdeck/testing/phones/real-adb'
import { temporaryFolder } from '@fleetdeck/testing/server/server-process'
import type { AdbDevice } from '../../apps/agent/src/drivers/adb/adb-device.ts'
import { agentTexts } from '../../apps/agent/src/texts.ts'
import { lookProcess } from '../../apps/agent/src/vision/look-process.ts'
import { ScreenLooks } from '../../apps/agent/src/vision/screen-looks.ts'
import { inMs, printRows, quantile, readCpuTime } from '../figures.ts'
import { openPhone } from './taps.ts'

const looksEach = 100
const intervalMs = 200
/** A part of the screen that has no such colour. */
const part = { x: 0, y: 0, width: 1080, height: 200, tolerance: 32 }

/** Looks of a script at one phone, five a second: by captures, and by its running video. */
export async function benchLooks(): Promise<void> {
  const folder = await temporaryFolder()
  const file = path.join(folder.path, 'scrcpy-server')
  await writeFile(file, 'the fake phone knows what it does')
  const adb = await RealAdb.start()
  const fake = fork(path.resolve(import.meta.dirname, 'looked-phones.ts'))
  const end = new AbortController()
  try {
    const [address] = (await once(fake, 'message')) as [string]
    await adb.request(`host:connect:${address}`)
    const phone = await openPhone(adb, address, file)
    const looks = new ScreenLooks({ driver: phone, texts: agentTexts.en, signal: end.signal })
    const rows = [
      await measure('captures', { fake, looks, live: false }),
      await withVideo('still', phone, { fake, looks }),
      await withVideo('moving', phone, { fake, looks }),
    ]
    await phone.close()
    printRows(
      [
        `${looksEach} looks at a screen of 1080×2400, video 864×1920`,
        'look p50 / p95, ms',
        'processor, ms',
        'captures',
      ],
      rows,
    )
  } finally {
    end.abort()
    fake.kill()
    await adb.stop()
    await folder.remove()
  }
}

interface Looked {
  fake: ChildProcess
  looks: ScreenLooks
}

async function withVideo(screen: 'still' | 'moving', phone: AdbDevice, looked: Looked): Promise<string[]> {
  await ask(looked.fake, screen)
  const video = await phone.openVideo({ scalePercent: 100, timeCode: false })
  const row = await measure(`video of a ${screen} screen`, { ...looked, live: true })
  await video.close()
  return row
}

async function measure(name: string, { fake, looks, live }: Looked & { live: boolean }): Promise<string[]> {
  const look = () => looks.findColors('#12ab34', [], { ...part, live })
  // The first looks start the process and compile the decoder.
  for (let count = 0; count < 10; count += 1) await look()
  await ask(fake, 'report')
  const times: number[] = []
  // Both the caller's and that of the process that looks.
  let processor = -readCpuTime(lookProcess.pid ?? 0)
  for (let count = 0; count < looksEach; count += 1) {
    await pause(intervalMs)
    const busy = process.cpuUsage()
    const began = performance.now()
    await look()
    times.push(performance.now() - began)
    const { user, system } = process.cpuUsage(busy)
    processor += (user + system) / 1000
  }
  processor += readCpuTime(lookProcess.pid ?? 0)
  const captures = await ask(fake, 'report')
  const spread = `${inMs(quantile(times, 0.5))} / ${inMs(quantile(times, 0.95))}`
  return [name, spread, inMs(processor / looksEach), String(captures)]
}

/** The number of captures since the last question. */
async function ask(fake: ChildProcess, wanted: 'still' | 'moving' | 'report'): Promise<number> {
  const answer = once(fake, 'message')
  fake.send(wanted)
  const [captures] = (await answer) as [number]
  return captures
}
