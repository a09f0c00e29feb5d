import type { ScriptId } from '@fleetdeck/contract/ids'
import type { Capability } from '@fleetdeck/contract/script-api/capabilities'
import type { Language } from '@fleetdeck/i18n/languages'
import type { Deps } from '../../../deps.ts'
import { lookAtFile, needsOf, type ScriptNeed } from '../../../domain/scripts/static-look/script-looks.ts'
import { siteNow } from '../../../platform/core/site-clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { text } from '../../../platform/http/language.ts'
import { type RunScript, scriptsById } from '../definition/task-scripts.queries.ts'
import { insertLines } from './run-lines.queries.ts'
import type { DispatchedRun } from './run-planner.ts'

type Files = Pick<Deps['files'], 'read'>

/** What the version of a script that new runs get needs on phones, with its modules. */
export async function scriptNeeds(
  { db, files }: { db: Db; files: Files },
  scriptId: ScriptId,
): Promise<ScriptNeed[]> {
  const script = (await scriptsById(db, [scriptId])).get(scriptId)
  return script ? readNeeds(files, script) : []
}

/** The names of what some scripts need. */
export async function neededBy(
  files: Files,
  scripts: Map<ScriptId, RunScript>,
): Promise<Map<ScriptId, Capability[]>> {
  const read = [...scripts].map(async ([id, script]): Promise<[ScriptId, Capability[]]> => {
    const needs = await readNeeds(files, script)
    return [id, [...new Set(needs.map(({ capability }) => capability))]]
  })
  return new Map(await Promise.all(read))
}

async function readNeeds(
  files: Files,
  { scriptName, fileName, originalName, imports = [] }: RunScript,
): Promise<ScriptNeed[]> {
  const parts = [{ name: scriptName, fileName, originalName }, ...imports]
  return needsOf(
    await Promise.all(
      parts.map(async ({ name, ...file }) => ({ script: name, look: await lookAtFile(files, file) })),
    ),
  )
}

/** Starts without an operator do not ask: the logs of their runs name what the phones lack. */
export async function warnLacking(db: Db, runs: DispatchedRun[], language: Language): Promise<void> {
  const lines = runs.flatMap(({ run: { runKey, deviceId, state }, lacks }) => {
    if (lacks.length === 0 || state !== 'queued') return []
    const what = lacks.map((name) => `${name} (${text(language, `capability.${name}`)})`).join(', ')
    const msg = text(language, 'task.lacksLine', { what })
    return [{ runKey, deviceId, at: siteNow(), level: 'warn', msg, isRepeated: false }]
  })
  if (lines.length > 0) await insertLines(db, lines)
}
