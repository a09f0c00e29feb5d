import { type CommandRun, commandResult, commands } from '@fleetdeck/contract/commands'
import { endStates } from '@fleetdeck/contract/delivery'
import type { CommandId, DeviceId } from '@fleetdeck/contract/ids'
import { call } from '../../api/call.ts'
import { fetchFile } from '../../api/download.ts'
import { text } from '../../ground/language.ts'

const askAgainMs = 500
const longestMs = 30_000

const hasEnded = ({ state }: CommandRun): boolean => (endStates as readonly string[]).includes(state)

async function endOf(commandId: CommandId, signal: AbortSignal): Promise<CommandRun> {
  const deadline = performance.now() + longestMs
  while (!signal.aborted && performance.now() < deadline) {
    const [run] = (await call(commands.runs, { query: { commandId }, signal })).list
    if (run && hasEnded(run)) return run
    await new Promise((resolve) => setTimeout(resolve, askAgainMs))
  }
  await call(commands.takeBack, { body: { id: commandId } })
  throw new Error(text('screen.screenshotLate'))
}

/** The phone's screen in full size, as the phone takes it; rejects with a text for the operator. */
export async function takeScreenshot(deviceId: DeviceId, signal: AbortSignal): Promise<Blob> {
  const selection = { ids: [deviceId] }
  const { id } = await call(commands.add, { body: { order: { command: 'shot' }, selection, hours: 1 } })
  const run = await endOf(id, signal)
  if (!run.fileName) throw new Error(run.msg || text('screen.screenshotFailed'))
  const query = { runId: String(run.id) }
  return (await fetchFile(run.fileName, { endpoint: commandResult, query }, signal)).blob
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
