import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { browserProtocol, type ClientFrame, tokenProtocolPrefix } from '@fleetdeck/contract/device-socket'
import { decodeScreenFrame } from '@fleetdeck/contract/screen-frame'
import { WebSocket } from 'ws'
import { colourIcon, fingerAt, openingMs } from './colour-slider.ts'

export interface Watched {
  /** From the capture of each frame to its arrival at the viewer, in ms. */
  latencies: number[]
  elapsedMs: number
}
type Sent = ClientFrame extends infer Frame ? Partial<Frame> & Pick<ClientFrame, 'action'> : never

const touchEveryMs = 16
/** ms since 1970, finer than Date.now(). */
const wallClock = () => performance.timeOrigin + performance.now()

export async function openViewer(
  address: string,
  token: string,
  deviceNo: string,
  onPicture: (bytes: Buffer) => void,
): Promise<{ send: (frame: Sent) => void; close: () => void }> {
  const url = `${address.replace('http', 'ws')}/rapi/ws/device?deviceNo=${deviceNo}&type=client`
  const ws = new WebSocket(url, [browserProtocol, tokenProtocolPrefix + token], { origin: address })
  await once(ws, 'open')
  const send = (frame: Sent) => ws.send(JSON.stringify(frame))
  const joined = Promise.withResolvers<void>()
  ws.on('message', (data: Buffer, isBinary) => {
    if (isBinary) return onPicture(data)
    const event = JSON.parse(data.toString()) as { action: string; code?: number; msg?: string }
    if (event.action === 'ping') send({ action: 'pong' })
    if (event.action !== 'joinRoomResp') return
    if (event.code === 0) joined.resolve()
    else joined.reject(new Error(event.msg))
  })
  send({ action: 'joinRoom' })
  await joined.promise
  return { send, close: () => ws.close() }
}

/** Acts like the page, without a page: acknowledges each frame, and drags the slider of the colour page. */
export async function watchBySocket(
  address: string,
  token: string,
  { deviceNo, seconds }: { deviceNo: string; seconds: number },
): Promise<Watched & { pictures: Uint8Array[] }> {
  const pictures: Uint8Array[] = []
  const latencies: number[] = []
  let isMeasuring = false
  const viewer = await openViewer(address, token, deviceNo, (bytes) => {
    const { sequence, capturedAt, image } = decodeScreenFrame(bytes)
    if (isMeasuring) {
      latencies.push(wallClock() - capturedAt)
      pictures.push(image)
    }
    viewer.send({ action: 'frameDrawn', sequence })
  })
  const touch = (action_type: 'touchDown' | 'touchMove' | 'touchUp', at: { x: number; y: number }) =>
    viewer.send({ action: 'canvas_action', action_type, ...at })
  touch('touchDown', colourIcon())
  touch('touchUp', colourIcon())
  await pause(openingMs)
  const began = performance.now()
  touch('touchDown', fingerAt(0))
  isMeasuring = true
  const dragging = setInterval(() => touch('touchMove', fingerAt(performance.now() - began)), touchEveryMs)
  await pause(seconds * 1000)
  clearInterval(dragging)
  const elapsedMs = performance.now() - began
  touch('touchUp', fingerAt(elapsedMs))
  viewer.send({ action: 'canvas_action', action_type: 'home' })
  await pause(openingMs)
  viewer.close()
  return { latencies, elapsedMs, pictures }
}
