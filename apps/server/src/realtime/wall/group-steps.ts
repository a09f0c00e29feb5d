import { setTimeout as delay } from 'node:timers/promises'
import type { GroupInput, GroupStep } from '@fleetdeck/contract/wall-socket'

/** A gesture, key or text for a group, with what is needed to repeat it. */
export interface Step {
  what: GroupStep
  /** at: ms on a monotonic clock, or since the start of a recording. */
  frames: { frame: GroupInput; at: number }[]
  /** The finger was lifted. */
  isOver: boolean
}

/** Of one gesture; further moves of the finger are left out. */
const maxFrames = 300
/** Whoever paused longer need not be imitated. */
const longestGapMs = 1000
const openStepMs = 20

type CanvasFrame = Extract<GroupInput, { action: 'canvas_action' }>
type Touch = 'touchDown' | 'touchMove' | 'touchUp'
export type TouchFrame = CanvasFrame & { action_type: Touch }
export const isTouch = (frame: GroupInput): frame is TouchFrame =>
  frame.action === 'canvas_action' && frame.action_type.startsWith('touch')

function describe(frame: GroupInput): GroupStep {
  if (frame.action === 'typeText' || frame.action === 'setClipboard') {
    const kind = frame.action === 'typeText' ? 'text' : 'clipboard'
    return { kind, characters: [...frame.text].length }
  }
  if (frame.action === 'pressKey') return { kind: 'key', key: frame.key }
  const { action_type: key, x, y, second } = frame
  if (!isTouch(frame)) return { kind: 'key', key }
  return { kind: 'touch', from: [x, y], to: [x, y], ...(second && { fingers: 2 }) }
}

/** The first frame of a gesture, or a key or a text. */
export const isStart = (frame: GroupInput) => !isTouch(frame) || frame.action_type === 'touchDown'

export const startStep = (frame: GroupInput, at = performance.now()): Step => ({
  what: describe(frame),
  frames: [{ frame, at }],
  isOver: !isTouch(frame),
})

/** The finger moved or was lifted. */
export function continueStep(
  step: Step,
  frame: TouchFrame,
  { at = performance.now(), most = maxFrames } = {},
): void {
  if (step.what.kind === 'touch') {
    step.what.to = [frame.x, frame.y]
    if (frame.second) step.what.fingers = 2
  }
  step.isOver = frame.action_type === 'touchUp'
  if (step.isOver || step.frames.length < most) step.frames.push({ frame, at })
}

type TimedFrame = Step['frames'][number]

type NextStep = () => Step | undefined | Promise<Step | undefined>

interface PlayOptions {
  send: (frame: GroupInput) => void
  /** All frames of a step were sent. */
  played: () => void
  /** Until a frame of that time is due; by default with the timing of the steps, without long pauses. */
  pace?: (at: number) => Promise<unknown>
  signal: AbortSignal
}

/** The frames of steps until `next` has none; also those that are added to an open step meanwhile. */
async function* framesOf(next: NextStep, { played, signal }: PlayOptions): AsyncGenerator<TimedFrame> {
  for (let step = await next(); step; step = await next()) {
    for (let index = 0; index < step.frames.length || !step.isOver; ) {
      const timed = step.frames[index]
      if (timed) {
        yield timed
        index += 1
      } else await delay(openStepMs, undefined, { signal })
    }
    played()
  }
}

function withoutLongPauses(signal: AbortSignal): (at: number) => Promise<unknown> {
  let before: number | undefined
  return (at) => {
    const gap = Math.min(at - (before ?? at), longestGapMs)
    before = at
    return delay(gap, undefined, { signal })
  }
}

/** Sends the steps with their timing; a gesture that was begun is ended, also when it is aborted. */
export async function playSteps(next: NextStep, options: PlayOptions): Promise<void> {
  const { send, signal, pace = withoutLongPauses(signal) } = options
  let finger: TouchFrame | undefined
  const lift = () => {
    if (finger) send({ ...finger, action_type: 'touchUp' })
    finger = undefined
  }
  // At once: the caller releases the phone next.
  signal.addEventListener('abort', lift, { once: true })
  try {
    for await (const { frame, at } of framesOf(next, options)) {
      await pace(at)
      signal.throwIfAborted()
      send(frame)
      if (isTouch(frame)) finger = frame.action_type === 'touchUp' ? undefined : frame
    }
  } finally {
    signal.removeEventListener('abort', lift)
    lift()
  }
}
