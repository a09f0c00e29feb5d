import { create } from 'zustand'
import { pause } from './growing-pause.ts'

/**
 * connecting: not open yet · live: all pushes arrive · stale: the server answers, but pushes may be missing ·
 * reconnecting: it cannot be reached.
 */
export type ConnectionState = 'connecting' | 'live' | 'stale' | 'reconnecting'

export interface Connection {
  state: ConnectionState
  /** Whether pushes arrive at all: without them nothing that is live is known. */
  hasNews: boolean
  /** When all pushes still arrived; milliseconds since 1970. */
  liveUntil: number
}

/** This page's connection to the server, as its socket for pushes finds it. */
export const useConnection = create<Connection>(() => ({
  state: 'connecting',
  hasNews: true,
  liveUntil: Date.now(),
}))

const doubtfulMs = 60_000
let backAt = Number.NEGATIVE_INFINITY
useConnection.subscribe(({ state }, before) => {
  if (before.state === 'reconnecting' && state !== 'reconnecting') backAt = performance.now()
})

/**
 * Whether the network was cut a moment ago: the browser may still have connections of before, which are dead without a
 * sign.
 */
export const isDoubtful = () =>
  useConnection.getState().state === 'reconnecting' || performance.now() - backAt < doubtfulMs

let probe = async (): Promise<boolean> => true
let reopen = () => {}

/**
 * Called by the socket for pushes.
 * @param ways asks the server for anything; opens the socket again without waiting
 */
export function provideConnection(ways: { probe: () => Promise<boolean>; reopen: () => void }): void {
  probe = ways.probe
  reopen = ways.reopen
}

/** Whether something can be sent now; asks the server if it could not be reached a moment ago. */
export async function isReachable(): Promise<boolean> {
  if (useConnection.getState().state !== 'reconnecting') return true
  const answers = await probe()
  if (answers) reopen()
  return answers
}

const waiting = new Set<() => void>()
function announce() {
  for (const listener of [...waiting]) listener()
}

/** Everything that waits for the server tries again. */
export function tryNow(): void {
  reopen()
  announce()
}

/** Calls the listener when the server can be reached again, and when the user wants another try. */
export function onReachable(listener: () => void): () => void {
  waiting.add(listener)
  return () => waiting.delete(listener)
}

/** A pause that ends early when the server can be reached again. */
export async function pauseUntilReachable(ms: number): Promise<void> {
  const early = new AbortController()
  const leave = onReachable(() => early.abort())
  await pause(ms, early.signal)
  leave()
}

useConnection.subscribe(({ state }, before) => {
  if (before.state === 'reconnecting' && state !== 'reconnecting') announce()
})

/** The browser knows first when the network is back. */
export function followNetwork(): () => void {
  window.addEventListener('online', tryNow)
  return () => window.removeEventListener('online', tryNow)
}
