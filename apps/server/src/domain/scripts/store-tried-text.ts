import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ErrorName } from '@fleetdeck/contract/errors'
import type { DeviceId, UserId } from '@fleetdeck/contract/ids'
import { AppError } from '../../platform/core/app-error.ts'
import type { Db } from '../../platform/db/db.ts'
import type { FileStore, StoredFileRow } from '../../platform/files/file-store.ts'
import { triedName, triedType } from './script-files.queries.ts'
import { insertText, reuseText } from './tried-texts.queries.ts'

const maxBytes = 8 * 1024 * 1024
const isFull = new Set<ErrorName>([
  'storageFull',
  'tenantStorageFull',
  'accountStorageFull',
  'poolStorageFull',
])

export interface StoredText {
  file: StoredFileRow
  /** Null: the user has no storage left, and the file exists only until its phone has it. */
  textId: number | null
}

export const sha256Of = (content: Buffer) => createHash('sha256').update(content).digest('hex')

interface TriedText {
  userId: UserId
  deviceId: DeviceId
  content: Buffer
}

const saveText = (files: FileStore, { userId, deviceId, content }: TriedText, temporary: boolean) =>
  files.save(Readable.from([content]), {
    originalName: triedName(deviceId),
    mediaType: triedType,
    ownerId: userId,
    temporary,
    limit: maxBytes,
  })

/** A copy of what a tried text imports, until its phone has it. */
export const storeTriedModule = (files: FileStore, module: TriedText) => saveText(files, module, true)

/** Stores a text that is tried: once for its user, as long as runs refer to it. */
export async function storeTriedText(
  { db, files }: { db: Db; files: FileStore },
  { sha256, ...text }: TriedText & { sha256: string },
): Promise<StoredText> {
  const { userId } = text
  const save = (temporary: boolean) => saveText(files, text, temporary)
  const known = await reuseText(db, userId, sha256)
  const file = known && (await files.find(known.fileName))
  if (file) return { file, textId: known.id }
  try {
    const saved = await save(false)
    return { file: saved, textId: await insertText(db, { userId, sha256, fileName: saved.fileName }) }
  } catch (error) {
    if (!(error instanceof AppError && isFull.has(error.errorName))) throw error
    return { file: await save(true), textId: null }
  }
}
