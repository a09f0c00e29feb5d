import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { DeviceId, ScriptId, UserId } from '@fleetdeck/contract/ids'
import { scriptFileUrl } from '@fleetdeck/contract/phone-api'
import type { ScriptParam } from '@fleetdeck/contract/script-params'
import { AppError } from '../../platform/core/app-error.ts'
import type { Db } from '../../platform/db/db.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { ParameterStore } from '../../platform/parameters/parameter-store.ts'
import type { Hub } from '../../realtime/hub-types.ts'
import { publicOrigin } from '../devices/origin-for-phones.ts'
import { authoredFiles } from './authors.queries.ts'
import { evidenceOrder } from './evidence-order.ts'
import { triedName, triedType } from './script-files.queries.ts'
import { insertTry, removeTry, tryPrefix, trySeconds } from './script-tries.queries.ts'

const newRunKey = () => `${tryPrefix}${randomUUID()}`

/** Limits of a try. */
const limits = {
  timeoutSeconds: trySeconds,
  memoryMegabytes: 64,
  stackKilobytes: 512,
  dataWaitSeconds: 600,
}
const maxBytes = 8 * 1024 * 1024

interface TryDeps {
  db: Db
  files: FileStore
  hub: Pick<Hub, 'sendToPhone'>
  parameters: ParameterStore
}

interface NewTry {
  deviceId: DeviceId
  deviceNo: string
  userId: UserId
  /** The script that the text belongs to, if it is stored. */
  scriptId: ScriptId | null
  scriptName: string
  taskName: string
  content: Buffer
  params: ScriptParam[]
  /** It goes on when no editor shows it. */
  kept?: boolean
  /** Begins with tryPrefix. */
  runKey?: string
}

/** Runs a text on one phone, without a task. Returns the key of the run; undefined: the phone is not connected. */
export async function startTry(
  { db, files, hub, parameters }: TryDeps,
  { deviceId, userId, taskName, content, params, kept = false, runKey = newRunKey(), ...script }: NewTry,
): Promise<string | undefined> {
  const saved = await files.save(Readable.from([content]), {
    originalName: triedName(deviceId),
    mediaType: triedType,
    ownerId: userId,
    temporary: true,
    limit: maxBytes,
  })
  const scriptSha256 = await files.sha256(saved.fileName)
  const [authored] = await authoredFiles(db, [{ deviceId, sha256: scriptSha256 }])
  if (authored?.isRequired && !authored.author) {
    await files.remove(saved)
    throw new AppError('authorMissing')
  }
  const valueJson = Object.fromEntries(params.map(({ key, value }) => [key, value]))
  await insertTry(db, { runKey, deviceId, startedBy: userId, params: valueJson, kept, ...script })
  const isReached = await hub.sendToPhone(deviceId, {
    action: 'task',
    runId: runKey,
    taskId: 0,
    taskName,
    sort: 0,
    execType: 1,
    round: 1,
    scriptId: 0,
    scriptName: script.scriptName,
    scriptUrl: `${publicOrigin(parameters)}${scriptFileUrl(saved)}`,
    scriptVersion: '',
    scriptMd5: saved.md5,
    scriptSha256,
    ...(authored?.author && { author: authored.author }),
    cacheScript: 0,
    valueJson,
    limits: { ...limits, httpHosts: parameters.get('script.httpHosts') },
    ...evidenceOrder(parameters),
  })
  if (isReached) return runKey
  await removeTry(db, runKey)
  await files.remove(saved)
  return undefined
}
