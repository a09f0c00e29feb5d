/** What a page measures of its line; what is not known is missing. */
export interface LineReport {
  roundTripMs?: number | undefined
  /** Of the packets of a video since the last report, from 0 to 1. */
  loss?: number | undefined
  jitterMs?: number | undefined
  /** Frames decoded since the last report. */
  decoded?: number | undefined
  /** Of the video, as in SDP: H264. */
  codec?: string | undefined
  /** Since the last report: their number and total length. */
  freezes?: { count: number; ms: number } | undefined
  /** Whether packets were missing. */
  isDisturbed?: boolean | undefined
}

/** Totals of a video so far, from the browser. */
export interface VideoTotals {
  received: number
  lost: number
  decoded: number
  freezes: number
  freezeMs: number
  /** The browser's requests for missing packets, and for a frame that needs no other. */
  requests: number
  jitterMs: number | undefined
  roundTripMs: number | undefined
  codec: string | undefined
}

type Stat = Record<string, unknown> & { type: string }

/** A phone encodes an unchanged screen once a second. */
const stillFrames = 2

const inMs = (seconds: unknown) => (typeof seconds === 'number' ? seconds * 1000 : undefined)
const toCount = (value: unknown) => (typeof value === 'number' ? value : 0)

/** From getStats() of a peer connection. */
export function readTotals(stats: Iterable<Stat>): VideoTotals {
  const all = [...stats]
  const video = all.find(({ type, kind }) => type === 'inbound-rtp' && kind === 'video')
  const path = all.find(
    ({ type, nominated, state }) => type === 'candidate-pair' && nominated && state === 'succeeded',
  )
  const format = all.find(({ type, id }) => type === 'codec' && id === video?.codecId)
  return {
    codec: typeof format?.mimeType === 'string' ? format.mimeType.replace(/^video\//i, '') : undefined,
    received: toCount(video?.packetsReceived),
    lost: toCount(video?.packetsLost),
    decoded: toCount(video?.framesDecoded),
    freezes: toCount(video?.freezeCount),
    freezeMs: inMs(video?.totalFreezesDuration) ?? 0,
    requests: toCount(video?.nackCount) + toCount(video?.pliCount),
    jitterMs: inMs(video?.jitter),
    roundTripMs: inMs(path?.currentRoundTripTime),
  }
}

/** What happened between two readings. A late packet is first counted as lost, and then no more. */
export function toReport(now: VideoTotals, before: VideoTotals): LineReport {
  const lost = Math.max(0, now.lost - before.lost)
  const expected = lost + now.received - before.received
  const decoded = now.decoded - before.decoded
  const hasMoved = decoded > stillFrames
  return {
    codec: now.codec,
    roundTripMs: now.roundTripMs,
    jitterMs: now.jitterMs,
    loss: expected > 0 ? lost / expected : undefined,
    decoded,
    isDisturbed: lost > 0 || now.requests > before.requests,
    freezes: {
      count: hasMoved ? now.freezes - before.freezes : 0,
      ms: hasMoved ? now.freezeMs - before.freezeMs : 0,
    },
  }
}

/**
 * The browser counts each long gap between two frames as a freeze, also that of a screen which stands still and then
 * changes. Only frames that were late or lost are one.
 */
export const withoutStillness = (report: LineReport, areFramesLate: boolean): LineReport =>
  areFramesLate || report.isDisturbed ? report : { ...report, freezes: { count: 0, ms: 0 } }
