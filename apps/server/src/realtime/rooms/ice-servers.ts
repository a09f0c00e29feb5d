import { createHmac } from 'node:crypto'
import type { IceServer } from '@fleetdeck/contract/screen-action'
import { siteMs } from '../../platform/core/site-clock.ts'

export interface IceSettings {
  /** Addresses as in RTCIceServer: stun:host:port, turn:host:port?transport=tcp. */
  stun: readonly string[]
  turn: readonly string[]
  /** Shared with the TURN servers (static-auth-secret of coturn); without it they are not used. */
  turnSecret: string
  turnMinutes: number
}

/**
 * The servers that one side of a peer connection needs to find a path. Credentials for relaying are valid for some
 * minutes and contain a name for the relay's log: user `expiry in seconds:name`, password base64 of HMAC-SHA1
 * (draft-uberti-behave-turn-rest).
 */
export function iceServersFor(settings: IceSettings, name: string, now = siteMs()): IceServer[] {
  const { stun, turn, turnSecret, turnMinutes } = settings
  const servers: IceServer[] = stun.length ? [{ urls: [...stun] }] : []
  if (turn.length === 0 || turnSecret === '') return servers
  const username = `${Math.floor(now / 1000) + turnMinutes * 60}:${name}`
  const credential = createHmac('sha1', turnSecret).update(username).digest('base64')
  return [...servers, { urls: [...turn], username, credential }]
}
