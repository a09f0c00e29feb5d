import { encodeWallBatch } from '@fleetdeck/contract/wall-batch'
import type { HubCounts } from '../hub-context.ts'
import type { WallPhone } from './wall-phone.ts'

/** Batches that a page may have received without having drawn them. */
const maxUnanswered = 2
const maxBatchBytes = 512 * 1024
/** Milliseconds between two frames of a tile, from the fastest rate of a wall to that of a slow line. */
const paces = [200, 250, 400, 500, 800, 1600, 3200] as const
const checkMs = 1000
/** If more than this share of the frames is held back and then replaced by newer ones, the phones send too many. */
const replacedShare = 0.25
/** A page that is busy for a moment holds a few back even without congestion. */
const calmShare = 0.1
/** Checks without congestion before a faster pace is tried: doubled after each failed attempt. */
const patience = { least: 2, most: 80 } as const
/** A phone's frames may arrive slightly early. */
const slackMs = 60

interface Outlet {
  sendBytes(bytes: Uint8Array): void
}

/** The first frame of a tile is sent without waiting for others. */
const isShown = (phone: WallPhone) => phone.sentAt > 0

/**
 * Paces a wall: two batches per frame interval of a tile, each with the newest frames, within what the page draws
 * and the site allows. Unsent frames are replaced by newer ones, and phones are asked for fewer when many are
 * replaced because the page or the limit held them back. Frames that only wait for their turn do not count: a phone
 * answers each new pace with a frame at once, and sends as fast as its fastest viewer needs.
 */
export class WallPictures {
  readonly #outlet: Outlet
  readonly #counts: HubCounts
  readonly #bitsPerSecond: () => number
  #unanswered: number[] = []
  #batch = 0
  #allowance: number
  #filledAt = performance.now()
  #step = 0
  #checkedAt = performance.now()
  #sent = 0
  #replaced = 0
  #calm = 0
  #patience: number = patience.least
  /** The present pace was tried after a slower one. */
  #hasClimbed = false
  #batchAt = 0
  /** The last batch had no place for all frames whose turn it was. */
  #isCut = false

  constructor(outlet: Outlet, counts: HubCounts, bitsPerSecond: () => number) {
    this.#outlet = outlet
    this.#counts = counts
    this.#bitsPerSecond = bitsPerSecond
    this.#allowance = this.#mostAllowance
  }

  /** The interval requested from phones, in ms between two frames. */
  get delayMs(): number {
    return paces[this.#step] ?? paces[0]
  }

  skipped(): void {
    if (this.#isFull || this.#isCut) this.#replaced += 1
    this.#counts.framesSkipped += 1
  }

  drawn(batch: number): void {
    const at = this.#unanswered.indexOf(batch)
    if (at >= 0) this.#unanswered.splice(0, at + 1)
  }

  send(phones: Iterable<WallPhone>, now: number): void {
    this.#refill(now)
    if (this.#isFull) return
    const due = [...phones].filter((phone) => phone.waiting && now - phone.sentAt >= this.delayMs - slackMs)
    if (due.length === 0 || (now - this.#batchAt < this.delayMs / 2 - slackMs && due.every(isShown))) return
    due.sort((a, b) => a.sentAt - b.sentAt)
    const pictures = []
    let bytes = 0
    for (const phone of due) {
      const frame = phone.waiting
      if (!frame || bytes > Math.min(this.#allowance, maxBatchBytes)) break
      bytes += frame.byteLength
      pictures.push({ deviceId: phone.device.id, frame })
      phone.waiting = undefined
      phone.sentAt = now
    }
    this.#allowance -= bytes
    this.#sent += pictures.length
    this.#counts.framesOut += pictures.length
    this.#batch += 1
    this.#isCut = pictures.length < due.length
    if (!this.#isCut) this.#batchAt = now
    this.#unanswered.push(this.#batch)
    this.#outlet.sendBytes(encodeWallBatch(this.#batch, pictures))
  }

  /** The page has batches to draw, or the limit is used up. */
  get #isFull(): boolean {
    return this.#unanswered.length >= maxUnanswered || this.#allowance <= 0
  }

  /** True when phones must be asked for another rate. */
  adapt(now: number): boolean {
    if (now - this.#checkedAt < checkMs) return false
    const sent = this.#sent
    const replaced = this.#replaced
    this.#checkedAt = now
    this.#sent = 0
    this.#replaced = 0
    const share = replaced / Math.max(1, sent + replaced)
    this.#calm = share > calmShare ? 0 : this.#calm + 1
    if (share > replacedShare && replaced > 1) return this.#slower()
    return this.#calm >= this.#patience && this.#faster()
  }

  #slower(): boolean {
    this.#calm = 0
    if (this.#step === paces.length - 1) return false
    this.#step += 1
    if (this.#hasClimbed) this.#patience = Math.min(patience.most, this.#patience * 2)
    this.#hasClimbed = false
    return true
  }

  #faster(): boolean {
    this.#calm = 0
    this.#hasClimbed = this.#step > 0
    if (this.#step === 0) this.#patience = patience.least
    else this.#step -= 1
    return this.#hasClimbed
  }

  /** Unused bandwidth accumulates for at most half a second. */
  #refill(now: number): void {
    const filled = this.#allowance + ((now - this.#filledAt) / 8000) * this.#bitsPerSecond()
    this.#allowance = Math.min(this.#mostAllowance, filled)
    this.#filledAt = now
  }

  /** Bytes. */
  get #mostAllowance(): number {
    return this.#bitsPerSecond() / 16
  }
}
