import type { FileStore } from '../../../platform/files/file-store.ts'
import { isCode } from '../modules/pin-imports.ts'
import type { ScriptLook, ScriptUse } from './look-at-script.ts'
import { lookAtText } from './look-at-text.ts'

/** A file of a script, or of a module. */
export interface LookedFile {
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
const looks = new Map<string, ScriptLook>()
const looking = new Map<string, Promise<ScriptLook>>()

/** The look at a stored file, if it was taken before. */
export function knownLook({ fileName, originalName }: LookedFile): ScriptLook | undefined {
  if (!isCode(originalName)) return nothing
  const look = looks.get(fileName)
  if (look) remember(fileName, look)
  return look
}

/** The look at a stored file, taken once. */
export async function lookAtFile(files: Pick<FileStore, 'read'>, file: LookedFile): Promise<ScriptLook> {
  const { fileName } = file
  const known = knownLook(file) ?? looking.get(fileName)
  if (known) return known
  const look = readLook(files, file).finally(() => looking.delete(fileName))
  looking.set(fileName, look)
  return look
}

async function readLook(files: Pick<FileStore, 'read'>, file: LookedFile): Promise<ScriptLook> {
  try {
    const look = await lookAtText((await files.read(file)).toString('utf8'), file.originalName)
    remember(file.fileName, look)
    return look
  } catch {
    // A file that is missing is refused by its phone.
    return nothing
  }
}

function remember(fileName: string, look: ScriptLook): void {
  looks.delete(fileName)
  looks.set(fileName, look)
  const [oldest] = looks.keys()
  if (looks.size > maxLooks && oldest !== undefined) looks.delete(oldest)
}

/** What some parts of one script need together, without what any of them asks the phone for. */
export function needsOf(parts: { script: string; look: ScriptLook }[]): ScriptNeed[] {
  const asked = new Set(parts.flatMap(({ look }) => [...look.asked]))
  return parts.flatMap(({ script, look }) =>
    look.uses.filter(({ capability }) => !asked.has(capability)).map((use) => ({ ...use, script })),
  )
}

/** What a text needs together with its modules. */
export const needsOfTexts = async (
  parts: { name: string; content: Buffer; fileName: string }[],
): Promise<ScriptNeed[]> =>
  needsOf(
    await Promise.all(
      parts.map(async ({ name, content, fileName }) => ({
        script: name,
        look: await lookAtText(content.toString('utf8'), fileName),
      })),
    ),
  )
