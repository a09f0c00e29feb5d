import type { IceServer } from '@fleetdeck/contract/screen-action'
import type { RTCPeerConnection } from 'werift'

/**
 * Without a STUN server, the library asks a public one of its own choice; this prevents it. Must be called after the
 * transports exist and before they gather.
 */
export function ownStunOnly(peer: RTCPeerConnection, iceServers: readonly IceServer[]): void {
  if (iceServers.some(({ urls }) => urls.some((url) => url.startsWith('stun')))) return
  for (const { connection } of peer.iceTransports) delete connection.stunServer
}
