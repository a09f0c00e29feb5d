import type { IceServer } from '@fleetdeck/contract/screen-action'
import type { RTCPeerConnection } from 'werift'

/**
 * The library asks a public server of its own choice where none is given; a site that wants none has none asked.
 * To be called once the transports exist and before they gather.
 */
export function ownStunOnly(peer: RTCPeerConnection, iceServers: readonly IceServer[]): void {
  if (iceServers.some(({ urls }) => urls.some((url) => url.startsWith('stun')))) return
  for (const { connection } of peer.iceTransports) delete connection.stunServer
}
