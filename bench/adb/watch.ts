import type { FakeSocket } from '@fleetdeck/testing/phones/fake-server'
import { VideoViewer } from '@fleetdeck/testing/phones/video-viewer'
import { preciseNow } from '../figures.ts'
import { readStamp } from './stamps.ts'

interface Received {
  /** A frame, of this age. */
  seen: (ageMs: number) => void
  /** A packet of sound. */
  heard: () => void
}

/** A viewer of this phone's video, connected to the server's end of the wire. */
export async function watch(socket: FakeSocket, { seen, heard }: Received): Promise<VideoViewer> {
  const viewer = new VideoViewer(['H264'], (candidate) =>
    socket.send({ action: 'candidate', viewer: 'bench', candidate }),
  )
  viewer.onPacket = ({ payload }) => {
    const stamp = readStamp(payload)
    if (stamp !== undefined) seen(preciseNow() - stamp)
  }
  viewer.onSound = heard
  socket.send({
    action: 'startScreen',
    setting: { screen_scale: '100' },
    viewers: ['bench'],
    sound: ['bench'],
    pictures: false,
  })
  const { sdp } = await socket.next('offer')
  socket.send({ action: 'answer', viewer: 'bench', sdp: await viewer.answer(sdp) })
  void (async () => {
    for (;;) await viewer.candidate((await socket.next('candidate')).candidate)
  })().catch(() => undefined)
  return viewer
}

/** Resolves when the phone sends its sound. */
export async function listen(socket: FakeSocket): Promise<void> {
  socket.send({ action: 'listen', viewer: 'bench', isOn: true })
  const { isOn, why } = await socket.next('sound')
  if (!isOn) throw new Error(`no sound: ${why}`)
}
