import type wrtc from '@roamhq/wrtc'
import type { RTCPeerConnection } from 'werift'

type EncodingPeer = InstanceType<typeof wrtc.RTCPeerConnection>
const openMs = 5000

/** Both ends are in this process. */
export function exchangeCandidates(sender: EncodingPeer, far: RTCPeerConnection): void {
  sender.onicecandidate = ({ candidate }) => {
    if (candidate) void far.addIceCandidate(candidate).catch(() => undefined)
  }
  far.onIceCandidate.subscribe((candidate) => {
    if (candidate) void sender.addIceCandidate(candidate).catch(() => undefined)
  })
}

export function openConnection(peer: EncodingPeer): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(() => reject(new Error('the encoder did not start')), openMs)
  peer.onconnectionstatechange = () => {
    if (peer.connectionState !== 'connected') return
    clearTimeout(timer)
    resolve()
  }
  return promise
}
