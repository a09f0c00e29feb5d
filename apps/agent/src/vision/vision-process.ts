import { GrowingBytes } from '../drivers/adb/growing-bytes.ts'
import { pngIn } from '../drivers/adb/png-in.ts'
import {
  ConnectionCutOff,
  mostOutputBytes,
  readServiceOutput,
  type ServiceOutput,
} from '../drivers/adb/service-output.ts'
import { HeldFrame } from './held-frame.ts'
import { type Looks, toRefusal } from './look-messages.ts'
import type { LookWorkers } from './look-workers.ts'
import { lowerPriority } from './lower-priority.ts'
import type {
  FromProcess,
  KeptFrame,
  Pools,
  ProcessRequest,
  ProcessResult,
  ToProcess,
} from './process-messages.ts'
import { LookRefused } from './refusals.ts'
import { ocrWorkers, visionWorkers } from './workers.ts'

const frames = new Map<number, HeldFrame>()
/** By request. */
const captures = new Map<number, AbortController>()
const pools: Record<keyof Pools, LookWorkers<Looks>> = { vision: visionWorkers, ocr: ocrWorkers }

class NoScreen extends Error {}

function keep(frame: HeldFrame): KeptFrame {
  frames.set(frame.id, frame)
  const { width, height, size } = frame
  return { width, height, size }
}

function held(id: number): HeldFrame {
  const frame = frames.get(id)
  if (!frame) throw new Error(`frame ${id} is freed`)
  return frame
}

async function capture(request: number, { address, requests }: ServiceOutput): Promise<Buffer> {
  const end = new AbortController()
  captures.set(request, end)
  try {
    const output = new GrowingBytes(mostOutputBytes)
    const take = (chunk: Uint8Array) => {
      if (!output.push(chunk)) throw new LookRefused('screenUnreadable')
    }
    await readServiceOutput(address, requests, { take, signal: end.signal })
    return output.take()
  } finally {
    captures.delete(request)
  }
}

async function perform(id: number, request: ProcessRequest): Promise<unknown> {
  if ('keep' in request) return keep(HeldFrame.captured(request.frame, request.keep))
  if ('capture' in request) {
    const found = pngIn(await capture(id, request.capture))
    if (!found) throw new NoScreen()
    return keep(HeldFrame.captured(request.frame, found))
  }
  if ('decode' in request) {
    const { frame, decode, screen, phone } = request
    const planes = await visionWorkers.run(phone, 'decodeVideo', [], decode)
    return planes && keep(HeldFrame.decoded(frame, planes, screen, decode.format))
  }
  const { pool, phone, look, args } = request
  return pools[pool].run(phone, look, request.frames.map(held), args)
}

async function answer(id: number, request: ProcessRequest): Promise<ProcessResult> {
  try {
    return { value: await perform(id, request) }
  } catch (error) {
    if (error instanceof ConnectionCutOff) return { cutOff: true }
    if (error instanceof NoScreen) return { noScreen: true }
    return toRefusal(error)
  }
}

/**
 * Receives screenshots, keeps frames and looks at them. It is a process because everything that happens in the agent's
 * own one, such as the release of large memory, delays the phones that are watched.
 */
process.on('message', (message: ToProcess) => {
  if ('free' in message) {
    frames.get(message.free)?.free()
    frames.delete(message.free)
  } else if ('fit' in message) frames.get(message.fit)?.fitTo(message.screen)
  else if ('stop' in message) captures.get(message.stop)?.abort()
  else {
    const { id, request } = message
    const send = (result: ProcessResult) => process.send?.({ id, result } satisfies FromProcess)
    // What cannot be sent is not awaited any more.
    answer(id, request)
      .then(send)
      .catch(() => undefined)
  }
})
process.once('disconnect', () => process.exit())
lowerPriority()
