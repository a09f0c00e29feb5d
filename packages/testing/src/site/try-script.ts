import { scriptTries } from '@fleetdeck/contract/scripts'
import { expect } from 'vitest'
import type { TestClient } from './test-site.ts'

/** Runs a script on the device A1, as its editor does; resolves with its end and its result or error. */
export async function tryScript(
  { admin }: { admin: Pick<TestClient, 'call'> },
  content: string,
): Promise<string> {
  const body = { deviceNo: 'A1', content, confirmed: true }
  const { runId } = await admin.call(scriptTries.tryOut, { body: body as never })
  if (!runId) return 'not connected'
  let end: { running: boolean; state: string | null; msg: string } | undefined
  const isRunning = async () => {
    end = await admin.call(scriptTries.watchTry, { body: { runId, kept: true } })
    return end.running
  }
  await expect.poll(isRunning, { interval: 1100, timeout: 90_000 }).toBe(false)
  return `${end?.state}: ${end?.msg}`
}
