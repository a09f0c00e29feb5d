import type { Timeline } from '@fleetdeck/contract/recordings'
import { continueStep, isStart, isTouch, type Step, startStep } from './group-steps.ts'

/** A step with the times of a recording. */
export interface RecordedStep extends Step {
  /** The recorded screen at that time; undefined without a frame. */
  isLandscape: boolean | undefined
}

export interface RecordedSteps {
  steps: RecordedStep[]
  /** Texts that were not stored. */
  skipped: number
}

/** Gestures, keys and texts of a recording; moves of a finger that was put down before it began are left out. */
export function recordedSteps({ inputs, pictures }: Pick<Timeline, 'inputs' | 'pictures'>): RecordedSteps {
  const steps: RecordedStep[] = []
  let skipped = 0
  const orientation = orientationOf(pictures)
  for (const { at, frame } of inputs) {
    const open = lastOpen(steps)
    if (frame.action === 'hiddenText') skipped += 1
    else if (isStart(frame)) {
      lift(open)
      steps.push({ ...startStep(frame, at), isLandscape: orientation(at) })
    } else if (open && isTouch(frame)) continueStep(open, frame, { at, most: Number.POSITIVE_INFINITY })
  }
  lift(lastOpen(steps))
  return { steps, skipped }
}

const lastOpen = (steps: readonly RecordedStep[]) => {
  const last = steps.at(-1)
  return last?.isOver ? undefined : last
}

/** The recording ended, or another finger came, before this one was lifted. */
function lift(step: Step | undefined): void {
  const last = step?.frames.at(-1)
  if (!step || !last || !isTouch(last.frame)) return
  continueStep(step, { ...last.frame, action_type: 'touchUp' }, { at: last.at })
}

/** Of the last frame until then, or else the first one; times must not decrease. */
function orientationOf(pictures: Timeline['pictures']): (at: number) => boolean | undefined {
  let place = 0
  return (at) => {
    while ((pictures[place + 1]?.at ?? Number.POSITIVE_INFINITY) <= at) place += 1
    const picture = pictures[place]
    return picture && picture.screenWidth > picture.screenHeight
  }
}
