import { buffer } from 'node:stream/consumers'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { isCode } from '../modules/pin-imports.ts'
import { lookAtScript, type ScriptLook, type ScriptUse } from './look-at-script.ts'

/** A file of a script, or of a module. */
interface LookedFile {
  fileName: string
  originalName: string
}

/** What a script needs, with the place where it does. */
export interface ScriptNeed extends ScriptUse {
  /** The script, or the module as it is imported. */
  script: string
}

const maxLooks = 500
const nothing: ScriptLook = { uses: [], asked: new Set(), findings: [] }
/** By the name of the stored file, which never changes; the least recently used first. */
const looks = new Map<string, Promise<ScriptLook>>()

/** The look at a stored file, taken once. */
export function lookAtFile(files: Pick<FileStore, 'read'>, file: LookedFile): Promise<ScriptLook> {
  const known = looks.get(file.fileName)
  looks.delete(file.fileName)
  const look = known ?? readLook(files, file)
  looks.set(file.fileName, look)
  const [oldest] = looks.keys()
  if (looks.size > maxLooks && oldest !== undefined) looks.delete(oldest)
  return look
}

async function readLook(files: Pick<FileStore, 'read'>, file: LookedFile): Promise<ScriptLook> {
  if (!isCode(file.originalName)) return nothing
  try {
    return lookAtScript((await buffer(files.read(file))).toString('utf8'), file.originalName)
  } catch {
    // A file that is missing is refused by its phone.
    looks.delete(file.fileName)
    return nothing
  }
}

/** What some parts of one script need together, without what any of them asks the phone for. */
export function needsOf(parts: { script: string; look: ScriptLook }[]): ScriptNeed[] {
  const asked = new Set(parts.flatMap(({ look }) => [...look.asked]))
  return parts.flatMap(({ script, look }) =>
    look.uses.filter(({ capability }) => !asked.has(capability)).map((use) => ({ ...use, script })),
  )
}
