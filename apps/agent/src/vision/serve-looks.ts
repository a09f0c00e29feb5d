import { parentPort, workerData } from 'node:worker_threads'
import type { ScreenPixels } from '../drivers/device-driver.ts'
import { LeastRecentlyUsed } from './least-recently-used.ts'
import {
  type LookAnswer,
  type LookQuestion,
  type Looks,
  type LookWorkerData,
  type SentFrame,
  toRefusal,
} from './look-messages.ts'
import { decode } from './pictures.ts'
import { LookRefused } from './refusals.ts'
import { Screen } from './screen.ts'
import { fitToScreen, toRgba } from './video-colors.ts'

/** Answers questions about frames, one after the other, as the body of a worker thread. */
export function serveLooks(looks: Looks): void {
  const port = parentPort
  if (!port) throw new Error('not a worker thread')
  const { decodedBytes } = workerData as LookWorkerData
  const screens = new LeastRecentlyUsed<number, Screen>(decodedBytes)

  const open = async ({ bytes, ...frame }: SentFrame) => {
    const known = screens.get(frame.id)
    if (known) return known
    if (!bytes) throw new BytesNeeded()
    const screen = new Screen(await toPixels(frame, bytes))
    screens.set(frame.id, screen)
    return screen
  }

  const answer = async ({ name, frames, args }: LookQuestion): Promise<LookAnswer> => {
    try {
      const look = looks[name]
      if (!look) throw new Error(`${name} is not known`)
      const opened: Screen[] = []
      for (const frame of frames) opened.push(await open(frame))
      return { value: await look(opened, args) }
    } catch (error) {
      if (error instanceof BytesNeeded) return { needsBytes: true }
      return toRefusal(error)
    }
  }
  port.on('message', (question: LookQuestion) => {
    // A failure is an answer, too: nothing is left to catch but a port that has closed.
    answer(question)
      .then((given) => port.postMessage(given, transferable(given)))
      .catch(() => undefined)
  })
}

class BytesNeeded extends Error {}

const transferable = (given: LookAnswer) =>
  'value' in given && given.value instanceof ArrayBuffer ? [given.value] : []

async function toPixels(
  { width, height, format, video }: Omit<SentFrame, 'bytes'>,
  bytes: ArrayBuffer,
): Promise<ScreenPixels> {
  if (video) return fitToScreen(toRgba(new Uint8Array(bytes), video), { width, height })
  if (format === 'rgba') return { width, height, rgba: new Uint8ClampedArray(bytes) }
  const pixels = await decode(Buffer.from(bytes))
  if (!pixels) throw new LookRefused('screenUnreadable')
  return fitToScreen(pixels, { width, height })
}
