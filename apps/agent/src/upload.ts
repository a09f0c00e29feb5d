import { openAsBlob } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { commandUpload } from '@fleetdeck/contract/phone-api'
import { callServer } from './requests.ts'
import type { ServerChoice } from './servers.ts'
import { type OnAgain, refusePassing, tryAgain } from './try-again.ts'

const sendMs = 30 * 60_000

interface Upload {
  servers: Pick<ServerChoice, 'current'>
  /** Id of the command that requested it. */
  cmdSubId: string
  name: string
  /** Prove that the call is the phone's, and name its language. */
  headers: (call: { method: string; address: URL }) => Record<string, string>
  again: OnAgain
}

/**
 * Creates a file, uploads it to the server as the result of a command, and removes it.
 * @returns its name; rejects with the server's message when it refuses the file
 */
export async function uploadCreatedFile(
  { servers, cmdSubId, name, headers, again }: Upload,
  make: (file: string) => Promise<void>,
): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fleetdeck-file-'))
  try {
    const file = path.join(folder, 'upload')
    await make(file)
    const body = new FormData()
    body.set('file', await openAsBlob(file), name)
    const call = commandUpload.path.replace(':cmdSubId', encodeURIComponent(cmdSubId))
    const send = async () => {
      const address = new URL(call, servers.current)
      const method = 'POST'
      const signal = AbortSignal.timeout(sendMs)
      const response = await callServer(address, {
        method,
        headers: headers({ method, address }),
        body,
        signal,
      })
      await refusePassing(response)
      const answer = (await response.json().catch(() => ({}))) as { code?: number; msg?: string }
      if (answer.code !== 0) throw new Error(answer.msg || `HTTP ${response.status}`)
      return name
    }
    return await tryAgain(send, { again })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
