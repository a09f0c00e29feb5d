import type { PhoneFrame } from '@fleetdeck/contract/phone-socket'

/** The connection to the server as capabilities see it; it outlives single sockets. */
export interface Uplink {
  /** False when there is no registered connection; the frame is then lost. */
  send(frame: PhoneFrame): boolean
  sendPicture(picture: Uint8Array): boolean
}
