import type { AppLogic, Target, View } from '../app-logic.ts'

export interface StopwatchState {
  /** ms since 1970 when it was started; undefined while stopped. */
  startedAt?: number
  /** ms accumulated before that. */
  accumulated: number
  /** ms of each round, newest first. */
  rounds: number[]
}

const maxRounds = 6

export const elapsedMs = ({ startedAt, accumulated }: StopwatchState, now: number): number =>
  accumulated + (startedAt === undefined ? 0 : Math.max(0, now - startedAt))

export function stopwatchTargets({ width, height }: View): [round: Target, start: Target] {
  const y = height - 124
  return [
    { id: 'round', x: 40, y, width: 120, height: 52 },
    { id: 'start', x: width - 160, y, width: 120, height: 52 },
  ]
}

export const stopwatch: AppLogic<StopwatchState> = {
  initial: { accumulated: 0, rounds: [] },
  targets: (_state, view) => stopwatchTargets(view),
  tap: (state, id, { now }) => {
    const accumulated = elapsedMs(state, now)
    const runs = state.startedAt !== undefined
    if (id === 'start') return { accumulated, rounds: state.rounds, ...(runs ? {} : { startedAt: now }) }
    if (!runs) return { accumulated: 0, rounds: [] }
    return { ...state, rounds: [accumulated, ...state.rounds].slice(0, maxRounds) }
  },
  moves: (state) => state.startedAt !== undefined,
}
