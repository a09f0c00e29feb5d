import type { ScriptReading } from '@fleetdeck/contract/former-scripts'
import { BoundedQueue } from '../../platform/core/bounded-queue.ts'
import { askChild, LimitExceeded } from '../../platform/core/limited-child.ts'
import { readScriptFile, type ScriptContent, unreadable } from './read-script.ts'

/** Bytes of a script that is read without a process of its own: longer ones would hold up other calls. */
const shortScript = 32 * 1024
const limits = { seconds: 60, heapMegabytes: 512, megabytes: 1024 }

/** One at a time: each takes a processor. */
const reading = new BoundedQueue(20)

/** The reading of a script of any length. Throws tooManyRequests when too many long ones wait already. */
export async function readAnyScript(content: ScriptContent): Promise<ScriptReading> {
  if (content.bytes.length <= shortScript) return readScriptFile(content)
  reading.requireRoom()
  const [read] = await reading.run(() => readApart([content], new AbortController().signal))
  return read ?? unreadable('tooComplex')
}

/** The readings of scripts in their order, in one process; none when they take too much time or memory together. */
export async function readApart(contents: ScriptContent[], signal: AbortSignal): Promise<ScriptReading[]> {
  const program = new URL('./read-script-child.ts', import.meta.url)
  try {
    return await askChild<ScriptReading[]>(program, { contents }, { limits, signal })
  } catch (error) {
    if (error instanceof LimitExceeded) return []
    throw error
  }
}
