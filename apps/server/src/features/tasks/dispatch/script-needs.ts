import type { ScriptId } from '@fleetdeck/contract/ids'
import type { Capability } from '@fleetdeck/contract/script-api/capabilities'
import type { Language } from '@fleetdeck/i18n/languages'
import type { Deps } from '../../../deps.ts'
import type { ScriptLook } from '../../../domain/scripts/static-look/look-at-script.ts'
import {
  knownLook,
  type LookedFile,
  lookAtFile,
  needsOf,
  type ScriptNeed,
} from '../../../domain/scripts/static-look/script-looks.ts'
import { siteNow } from '../../../platform/core/site-clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { text } from '../../../platform/http/language.ts'
import { type RunScript, scriptsById } from '../definition/task-scripts.queries.ts'
import { insertLines } from './run-lines.queries.ts'
import type { DispatchedRun } from './run-planner.ts'

type Files = Pick<Deps['files'], 'read'>

/** What the version of a script that new runs get needs on phones, with its modules. */
export const scriptNeeds = async (
  deps: { db: Db; files: Files },
  scriptId: ScriptId,
): Promise<ScriptNeed[]> => (await needsByScript(deps, [scriptId])).get(scriptId) ?? []

export async function needsByScript(
  { db, files }: { db: Db; files: Files },
  scriptIds: ScriptId[],
): Promise<Map<ScriptId, ScriptNeed[]>> {
  const needs = new Map<ScriptId, ScriptNeed[]>()
  for (const [id, script] of await scriptsById(db, scriptIds)) needs.set(id, await readNeeds(files, script))
  return needs
}

/** Looks at files, by their names. */
export type Looks = Map<string, ScriptLook>

/** Looks that a plan needs and nobody has taken yet. */
class MissingLooks extends Error {
  readonly missing: LookedFile[]

  constructor(missing: LookedFile[]) {
    super('scripts that nobody has looked at yet')
    this.missing = missing
  }
}

/** Makes a plan in a transaction, which reads no files: it is made again after missing looks were taken. */
export async function planWithLooks<T>(files: Files, plan: (looks: Looks) => Promise<T>): Promise<T> {
  const looks: Looks = new Map()
  for (;;) {
    try {
      return await plan(looks)
    } catch (error) {
      if (!(error instanceof MissingLooks)) throw error
      await Promise.all(
        error.missing.map(async (file) => looks.set(file.fileName, await lookAtFile(files, file))),
      )
    }
  }
}

/** The names of what some scripts need. */
export function neededBy(scripts: Map<ScriptId, RunScript>, looks: Looks): Map<ScriptId, Capability[]> {
  const missing: LookedFile[] = []
  const needed = [...scripts].map(([id, script]): [ScriptId, Capability[]] => {
    const parts = partsOf(script).map(({ name, file }) => {
      const look = looks.get(file.fileName) ?? knownLook(file)
      if (look) return { script: name, look }
      missing.push(file)
      return undefined
    })
    const needs = needsOf(parts.filter((part) => part !== undefined))
    return [id, [...new Set(needs.map(({ capability }) => capability))]]
  })
  if (missing.length > 0) throw new MissingLooks(missing)
  return new Map(needed)
}

const partsOf = ({ scriptName, fileName, originalName, imports = [] }: RunScript) => [
  { name: scriptName, file: { fileName, originalName } },
  ...imports.map(({ name, ...file }) => ({ name, file })),
]

/** What a script needs, with its modules. */
const readNeeds = async (files: Files, script: RunScript): Promise<ScriptNeed[]> =>
  needsOf(
    await Promise.all(
      partsOf(script).map(async ({ name, file }) => ({ script: name, look: await lookAtFile(files, file) })),
    ),
  )

/** Starts without an operator do not ask: the logs of their runs name what the phones lack, also of those sent again, once. */
export async function warnLacking(db: Db, runs: DispatchedRun[], language: Language): Promise<void> {
  const lines = runs.flatMap(({ run: { runKey, deviceId, state }, lacks }) => {
    if (lacks.length === 0 || state !== 'queued') return []
    const what = lacks.map((name) => `${name} (${text(language, `capability.${name}`)})`).join(', ')
    const msg = text(language, 'task.lacksLine', { what })
    return [{ runKey, deviceId, at: siteNow(), level: 'warn', msg, isRepeated: false, isOnce: true }]
  })
  if (lines.length > 0) await insertLines(db, lines)
}
