import type { PhoneFrame } from '@fleetdeck/contract/phone-socket'

/** The way up to the server as capabilities see it; it outlives single connections. */
export interface Uplink {
  /** False when there is no registered connection; the frame is then gone. */
  send(frame: PhoneFrame): boolean
  sendPicture(picture: Uint8Array): boolean
}
