import type { Page } from 'playwright-core'

interface Watched {
  peers: RTCPeerConnection[]
}

/** From now on, the peer connections of the page can be asked what arrives; before the page opens. */
export const watchSound = (page: Page) =>
  page.addInitScript(() => {
    const watched = globalThis as unknown as Watched
    watched.peers = []
    const Original = RTCPeerConnection
    globalThis.RTCPeerConnection = class extends Original {
      constructor(settings?: RTCConfiguration) {
        super(settings)
        watched.peers.push(this)
      }
    }
  })

/** Of the phone's sound on this page: packets that have arrived, and the energy of what was played. */
export const heard = (page: Page) =>
  page.evaluate(async () => {
    const { peers } = globalThis as unknown as Watched
    const total = { packets: 0, energy: 0 }
    for (const peer of peers)
      for (const stat of (await peer.getStats()).values()) {
        if (stat.type !== 'inbound-rtp' || stat.kind !== 'audio') continue
        total.packets += stat.packetsReceived
        total.energy += stat.totalAudioEnergy
      }
    return total
  })
