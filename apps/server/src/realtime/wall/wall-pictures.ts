import { encodeWallBatch } from '@fleetdeck/contract/wall-batch'
import type { HubCounts } from '../hub-parts.ts'
import type { WallPhone } from './wall-phone.ts'

/** Batches that a page may have in hand without having drawn them. */
const mostUnanswered = 2
const mostBatchBytes = 512 * 1024
/** Milliseconds between two pictures of a tile, from the best that a wall gives to what a slow line can bear. */
const paces = [200, 400, 800, 1600, 3200] as const
const lookMs = 1000
/** More than this share of the pictures gave way to newer ones: they are made in vain. */
const vainShare = 0.25
const calmLooks = 5
/** A phone's pictures may come a little early. */
const slackMs = 60

interface Outlet {
  sendBytes(bytes: Uint8Array): void
}

/**
 * What a wall sends: every so often one batch with the newest pictures, no more than the page draws and the site
 * allows. What was not sent is replaced by what is newer, and phones are asked for fewer when many are.
 */
export class WallPictures {
  private readonly outlet: Outlet
  private readonly counts: HubCounts
  private readonly bitsPerSecond: () => number
  private unanswered: number[] = []
  private batch = 0
  private allowance = 0
  private filledAt = Date.now()
  private step = 0
  private lookedAt = Date.now()
  private sent = 0
  private vain = 0
  private calm = 0

  constructor(outlet: Outlet, counts: HubCounts, bitsPerSecond: () => number) {
    this.outlet = outlet
    this.counts = counts
    this.bitsPerSecond = bitsPerSecond
  }

  /** What phones are asked for, in ms between two pictures. */
  get delayMs(): number {
    return paces[this.step] ?? paces[0]
  }

  skipped(): void {
    this.vain += 1
    this.counts.framesSkipped += 1
  }

  drawn(batch: number): void {
    const at = this.unanswered.indexOf(batch)
    if (at >= 0) this.unanswered.splice(0, at + 1)
  }

  send(phones: Iterable<WallPhone>, now: number): void {
    this.refill(now)
    if (this.unanswered.length >= mostUnanswered || this.allowance <= 0) return
    const due = [...phones].filter((phone) => phone.waiting && now - phone.sentAt >= this.delayMs - slackMs)
    if (due.length === 0) return
    due.sort((a, b) => a.sentAt - b.sentAt)
    const pictures = []
    let bytes = 0
    for (const phone of due) {
      const frame = phone.waiting
      if (!frame || bytes > Math.min(this.allowance, mostBatchBytes)) break
      bytes += frame.byteLength
      pictures.push({ deviceId: phone.device.id, frame })
      phone.waiting = undefined
      phone.sentAt = now
    }
    this.allowance -= bytes
    this.sent += pictures.length
    this.counts.framesOut += pictures.length
    this.batch += 1
    this.unanswered.push(this.batch)
    this.outlet.sendBytes(encodeWallBatch(this.batch, pictures))
  }

  /** True when phones are to be asked for another pace. */
  adapt(now: number): boolean {
    if (now - this.lookedAt < lookMs) return false
    const { sent, vain } = this
    this.lookedAt = now
    this.sent = 0
    this.vain = 0
    const isVain = vain > (sent + vain) * vainShare
    this.calm = isVain || vain > 0 ? 0 : this.calm + 1
    if (isVain && vain > 1 && this.step < paces.length - 1) this.step += 1
    else if (this.calm >= calmLooks && this.step > 0) this.step -= 1
    else return false
    this.calm = 0
    return true
  }

  /** What was not used is not saved up for later than half a second. */
  private refill(now: number): void {
    const bytesPerSecond = this.bitsPerSecond() / 8
    this.allowance = Math.min(
      bytesPerSecond / 2,
      this.allowance + ((now - this.filledAt) / 1000) * bytesPerSecond,
    )
    this.filledAt = now
  }
}
