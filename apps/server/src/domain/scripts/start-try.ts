import { randomUUID } from 'node:crypto'
import type { DeviceId, ScriptId, UserId } from '@fleetdeck/contract/ids'
import { scriptFileUrl } from '@fleetdeck/contract/phone-api'
import { languageOfFile } from '@fleetdeck/contract/script-language'
import type { OrderedModule } from '@fleetdeck/contract/script-modules'
import type { ScriptParam } from '@fleetdeck/contract/script-params'
import { AppError } from '../../platform/core/app-error.ts'
import type { Db } from '../../platform/db/db.ts'
import type { FileStore, StoredFileRow } from '../../platform/files/file-store.ts'
import type { ParameterStore } from '../../platform/parameters/parameter-store.ts'
import type { Hub } from '../../realtime/hub-types.ts'
import { publicOrigin } from '../devices/origin-for-phones.ts'
import { authoredFiles } from './authors.queries.ts'
import { evidenceOrder } from './evidence-order.ts'
import type { ResolvedModule } from './modules/resolve-modules.ts'
import { hostsOfDevices } from './script-hosts.queries.ts'
import { insertTry, removeTry, tryPrefix } from './script-tries.queries.ts'
import { sha256Of, storeTriedModule, storeTriedText } from './store-tried-text.ts'

const newRunKey = () => `${tryPrefix}${randomUUID()}`

/** Limits of a try. */
const limits = {
  memoryMegabytes: 64,
  stackKilobytes: 512,
  dataWaitSeconds: 600,
}

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
  /** Its ending tells the language. */
  fileName: string
  /** What the text imports. */
  modules: ResolvedModule[]
  params: ScriptParam[]
  /** It goes on when no editor shows it. */
  kept?: boolean
  /** On the phone; as long as a kept one may take, unless it is given. */
  timeoutSeconds?: number
  /** Begins with tryPrefix. */
  runKey?: string
}

/** Runs a text on one phone, without a task. Returns the key of the run; undefined: the phone is not connected. */
export async function startTry(
  { db, files, hub, parameters }: TryDeps,
  { deviceId, userId, taskName, content, fileName: textName, modules, params, kept = false, ...rest }: NewTry,
): Promise<string | undefined> {
  const keptSeconds = parameters.get('script.keptTryHours') * 3600
  const { runKey = newRunKey(), timeoutSeconds = keptSeconds, ...script } = rest
  const sha256 = sha256Of(content)
  const hashes = [sha256, ...modules.map((module) => sha256Of(module.content))]
  const [authored, ...authoredModules] = await authoredFiles(
    db,
    hashes.map((hash) => ({ deviceId, sha256: hash })),
  )
  if ([authored, ...authoredModules].some((one) => one?.isRequired && !one.author))
    throw new AppError('authorMissing')
  const { file, textId } = await storeTriedText({ db, files }, { userId, deviceId, content, sha256 })
  const sent: OrderedModule[] = []
  const copies: StoredFileRow[] = []
  for (const [place, { name, fileName, content: moduleContent }] of modules.entries()) {
    const copy = await storeTriedModule(files, { userId, deviceId, content: moduleContent })
    copies.push(copy)
    const author = authoredModules[place]?.author
    sent.push({
      ...{ name, fileName, url: scriptFileUrl(copy), md5: copy.md5 },
      sha256: sha256Of(moduleContent),
      ...(author && { author }),
    })
  }
  const valueJson = Object.fromEntries(params.map(({ key, value }) => [key, value]))
  const facts = { runKey, deviceId, startedBy: userId, params: valueJson, kept, ...script }
  await insertTry(db, { ...facts, timeoutSeconds, triedTextId: textId })
  const hostsOf = await hostsOfDevices(db, parameters.get('script.httpHosts'), [deviceId])
  const httpHosts = hostsOf(deviceId)
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
    scriptUrl: `${publicOrigin(parameters)}${scriptFileUrl(languageOfFile(textName) === 'ts' ? { ...file, originalName: 'script.ts' } : file)}`,
    scriptVersion: '',
    scriptMd5: file.md5,
    scriptSha256: sha256,
    ...(authored?.author && { author: authored.author }),
    ...(sent.length > 0 && { modules: sent }),
    cacheScript: 0,
    valueJson,
    limits: { ...limits, timeoutSeconds, httpHosts, timeZone: parameters.get('sys.timeZone') },
    ...evidenceOrder(parameters),
  })
  if (isReached) return runKey
  await removeTry(db, runKey)
  if (textId === null) await files.remove(file)
  for (const copy of copies) await files.remove(copy)
  return undefined
}
