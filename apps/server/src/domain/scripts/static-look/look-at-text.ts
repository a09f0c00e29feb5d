import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { lookAtScript, type ScriptLook } from './look-at-script.ts'

/** Characters from which on parsing would delay heartbeats. */
const longLength = 100_000
/** One long text at a time. */
let turn: Promise<unknown> = Promise.resolve()

/** The look at a text; a long one is parsed in a thread of its own. */
export async function lookAtText(text: string, fileName: string): Promise<ScriptLook> {
  if (text.length < longLength) return lookAtScript(text, fileName)
  const look = turn.then(() => lookInThread({ text, fileName }))
  turn = look.catch(() => undefined)
  return look
}

async function lookInThread(workerData: { text: string; fileName: string }): Promise<ScriptLook> {
  const worker = new Worker(new URL('./look-worker.ts', import.meta.url), { workerData })
  try {
    const [look] = await once(worker, 'message')
    return look
  } finally {
    await worker.terminate()
  }
}
