import type { FakeSocket } from '@fleetdeck/testing/phones/fake-server'
import { VideoViewer } from '@fleetdeck/testing/phones/video-viewer'
import { preciseNow } from '../figures.ts'
import { readStamp } from './stamps.ts'

/** A viewer of this phone's video, connected to the server's end of the wire. */
export async function watch(socket: FakeSocket, seen: (ageMs: number) => void): Promise<VideoViewer> {
  const viewer = new VideoViewer(['H264'], (candidate) =>
    socket.send({ action: 'candidate', viewer: 'bench', candidate }),
  )
  viewer.onPacket = ({ payload }) => {
    const stamp = readStamp(payload)
    if (stamp !== undefined) seen(preciseNow() - stamp)
  }
  socket.send({
    action: 'startScreen',
    setting: { screen_scale: '100' },
    viewers: ['bench'],
    pictures: false,
  })
  const { sdp } = await socket.next('offer')
  socket.send({ action: 'answer', viewer: 'bench', sdp: await viewer.answer(sdp) })
  void (async () => {
    for (;;) await viewer.candidate((await socket.next('candidate')).candidate)
  })().catch(() => undefined)
  return viewer
}
