import type { SoundFailure } from '@fleetdeck/contract/screen-action'
import type { RtpListener } from '../video/video-source.ts'

/** The format of every sound here: two channels of 16 bits. */
export const samplesPerSecond = 48_000
export const channels = 2

/**
 * What a phone plays, until it is closed. It is encoded once: every listener gets the same packets, with payloads of Opus
 * (RFC 7587), a clock of 48 kHz and a source number (SSRC) of this sound; all other numbers are inserted later.
 */
export interface PhoneSound {
  /** Replaces the previous listener. */
  set onPacket(listener: RtpListener)
  /** Resolves when it has ended by itself; never after close(). */
  readonly ended: Promise<NoSound>
  close(): Promise<void>
}

/** The phone's sound is not available; the message is in the words of the phone, or empty. */
export class NoSound extends Error {
  readonly why: SoundFailure

  constructor(why: SoundFailure, words = '') {
    super(words)
    this.why = why
  }
}
