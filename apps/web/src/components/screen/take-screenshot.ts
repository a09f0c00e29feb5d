import { type CommandRun, commandResult, commands } from '@fleetdeck/contract/commands'
import { endStates } from '@fleetdeck/contract/delivery'
import type { DeviceId } from '@fleetdeck/contract/ids'
import { call } from '../../api/call.ts'
import { fetchFile } from '../../api/download.ts'
import { inBackground } from '../../api/feedback.ts'
import { errorMessage } from '../../api/message-of.ts'
import { text } from '../../ground/language.ts'
import { reasonText } from '../commands/reason-text.ts'

const askAgainMs = 500
const longestMs = 30_000
const filesAtOnce = 4

const hasEnded = ({ state }: CommandRun): boolean => (endStates as readonly string[]).includes(state)

/** Gets the screenshot of each phone, or why there is none, in a text for the operator; once for each phone. */
export type OnShot = (deviceId: DeviceId, shot: Blob | string) => void

const wait = () => new Promise((resolve) => setTimeout(resolve, askAgainMs))
/** It waits for a phone that is away. */
const isAway = ({ state, reason }: CommandRun) => state === 'queued' && reason === 'offline'

/**
 * The screens of phones in full size, as the phones take them. Phones that have not answered after 30 seconds, and all
 * that have not when it is aborted, do not get the command any more.
 */
export async function takeScreenshots(
  deviceIds: readonly DeviceId[],
  { signal, onShot }: { signal: AbortSignal; onShot: OnShot },
): Promise<void> {
  const order = { command: 'shot' } as const
  const { id } = await call(commands.add, { body: { order, selection: { ids: [...deviceIds] }, hours: 1 } })
  const open = new Set(deviceIds)
  const settle = async (run: CommandRun) => {
    if (run.deviceId === null || !open.delete(run.deviceId)) return
    const shot = await resultOf(run, signal).catch(errorMessage)
    if (!signal.aborted) onShot(run.deviceId, shot)
  }
  const deadline = performance.now() + longestMs
  let isLeft = false
  try {
    while (open.size > 0 && performance.now() < deadline) {
      const query = { commandId: id, pageSize: deviceIds.length }
      const { list } = await call(commands.runs, { query, signal })
      isLeft ||= list.some(isAway)
      const ready = list.filter((run) => hasEnded(run) || isAway(run))
      for (let at = 0; at < ready.length; at += filesAtOnce)
        await Promise.all(ready.slice(at, at + filesAtOnce).map(settle))
      if (open.size > 0) await wait()
    }
  } finally {
    if (open.size > 0 || isLeft) inBackground(call(commands.takeBack, { body: { id } }))
  }
  for (const deviceId of open) onShot(deviceId, text('screen.screenshotLate'))
}

/** Rejects with a text for the operator. */
async function resultOf(run: CommandRun, signal: AbortSignal): Promise<Blob> {
  if (!run.fileName) throw new Error(run.msg || reasonText(text, run) || text('screen.screenshotFailed'))
  const query = { runId: String(run.id) }
  return (await fetchFile(run.fileName, { endpoint: commandResult, query }, signal)).blob
}

/** The same of one phone; rejects with a text for the operator. */
export async function takeScreenshot(deviceId: DeviceId, signal: AbortSignal): Promise<Blob> {
  let taken: Blob | string = ''
  const onShot: OnShot = (_, shot) => {
    taken = shot
  }
  await takeScreenshots([deviceId], { signal, onShot })
  if (typeof taken === 'string') throw new Error(taken)
  return taken
}

/** Whether pages may put images on the clipboard: not over plain HTTP. */
export const canCopyImages = (): boolean => 'ClipboardItem' in window && navigator.clipboard !== undefined

/** Browsers only take PNG. */
export async function copyImage(image: Blob): Promise<void> {
  await navigator.clipboard.write([new ClipboardItem({ 'image/png': toPng(image) })])
}

async function toPng(image: Blob): Promise<Blob> {
  if (image.type === 'image/png') return image
  const bitmap = await createImageBitmap(image)
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  bitmap.close()
  return canvas.convertToBlob({ type: 'image/png' })
}
