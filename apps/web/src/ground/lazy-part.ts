import { type ComponentType, lazy } from 'react'
import { growingPauseMs, pause } from './growing-pause.ts'

/** Code is requested at most this often: for about a minute. */
const maxTries = 7

async function loadPart<Part>(load: () => Promise<Part>, failures = 0): Promise<Part> {
  try {
    return await load()
  } catch (error) {
    if (failures + 1 >= maxTries) throw error
    await pause(growingPauseMs(failures + 1))
    return loadPart(load, failures + 1)
  }
}

/**
 * A part whose code is loaded when it is first shown. While the server cannot be reached its fallback stays: a part that
 * failed would take the page with it.
 */
// biome-ignore lint/suspicious/noExplicitAny: the bound that React's own lazy() has
export const lazyPart = <Part extends ComponentType<any>>(load: () => Promise<Part>) =>
  lazy(async () => ({ default: await loadPart(load) }))
