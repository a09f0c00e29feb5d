import { pauseUntilReachable } from './connection.ts'
import { growingPauseMs } from './growing-pause.ts'

/** Code is requested at most this often: for about a minute. */
const maxTries = 7

/** Loads code; while the server cannot be reached, it is requested again with growing pauses, for about a minute. */
export async function loadCode<Code>(load: () => Promise<Code>, failures = 0): Promise<Code> {
  try {
    return await load()
  } catch (error) {
    if (failures + 1 >= maxTries) throw error
    await pauseUntilReachable(growingPauseMs(failures + 1))
    return loadCode(load, failures + 1)
  }
}
