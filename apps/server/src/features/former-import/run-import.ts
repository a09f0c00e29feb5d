import { setImmediate } from 'node:timers/promises'
import {
  type FormerFile,
  type FormerKind,
  type FormerProgress,
  type formerKinds,
  formerLineLimit,
} from '@fleetdeck/contract/former-import'
import { importedNames } from '../../domain/scripts/modules/resolve-modules.ts'
import { withScriptFile } from '../../domain/scripts/script-file.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { text } from '../../platform/http/language.ts'
import { Cancelled, type Job } from '../../platform/jobs/job.ts'
import { type ImportContext, type Importer, type Judged, refusedFor } from './import-context.ts'
import { importData } from './import-data.ts'
import { importDevices } from './import-devices.ts'
import { importGroups } from './import-groups.ts'
import { importScripts } from './import-scripts.ts'
import { mayImport } from './may-import.ts'
import { type RawLine, readFile, type Upload } from './read-files.ts'
import { resultFile, withOutcomes } from './report.ts'
import { type Drafts, type Line, type Outcome, toLines } from './to-lines.ts'

export type ImportJob = Job<FormerProgress>

export const atStart = (dryRun: boolean): FormerProgress => ({
  state: 'reading',
  dryRun,
  total: 0,
  done: 0,
  files: [],
  refused: [],
  reason: null,
  resultFile: null,
})

/** Lines and characters per transaction, whichever is reached first. */
const chunkLines = 500
const chunkLength = 4_000_000

interface Import extends ImportContext {
  job: ImportJob
  /** Of each line, in the order of the import. */
  outcomes: Outcome[]
  lines: Record<FormerKind, RawLine[]>
}

/** Reads, checks and writes files of the former system; a dry run does the same without writing. */
export async function runImport(
  context: ImportContext,
  { job, uploads, signal }: { job: ImportJob; uploads: Upload[]; signal: AbortSignal },
): Promise<void> {
  const { language, deps, dryRun, owner } = context
  const one: Import = {
    ...context,
    job,
    outcomes: [],
    lines: { groups: [], devices: [], scripts: [], dataGroups: [] },
  }
  if (!(await readAll(one, uploads, signal))) return
  const finish = async () => {
    const made = await job.retried(() => resultFile(deps, context, one.outcomes))
    job.update({ resultFile: made })
    if (!dryRun) await deps.hub.devicesChanged({ tenantIds: [owner] })
  }
  await job.report({ state: dryRun ? 'checking' : 'writing' })
  try {
    await importAll(one)
  } catch (error) {
    // What is written already is nowhere else.
    if (!dryRun && one.outcomes.length > 0) await finish()
    throw error
  }
  await finish()
  if (one.outcomes.length > 0) return job.end('done')
  await job.end('failed', { reason: text(language, 'formerImport.nothing') })
}

/** False when the files have too many lines together. */
async function readAll(one: Import, uploads: Upload[], signal: AbortSignal): Promise<boolean> {
  const { job, language } = one
  const files: FormerFile[] = []
  let total = 0
  for (const upload of uploads) {
    const read = await readFile(one.deps, upload, { language, signal })
    const { kind } = read.file
    const isAllowed = kind === null || (await job.retried(() => mayImport(one, kind)))
    files.push(
      isAllowed ? read.file : { ...read.file, lines: 0, reason: text(language, 'formerImport.mayNot') },
    )
    if (kind && isAllowed) total += read.lines.length
    await job.report({ files, total })
    if (total > formerLineLimit) {
      await job.end('failed', {
        reason: text(language, 'formerImport.tooManyLines', { count: formerLineLimit }),
      })
      return false
    }
    if (kind && isAllowed) one.lines[kind] = one.lines[kind].concat(read.lines)
  }
  return true
}

/** In the order of the kinds. */
async function importAll(one: Import): Promise<void> {
  const groups = new Set<string>()
  await importKind(one, 'groups', importGroups(one, groups))
  await importKind(one, 'devices', importDevices(one, groups))
  await importEachScript(one)
  await importKind(one, 'dataGroups', importData(one))
}

async function wellFormed<K extends FormerKind>(one: Import, kind: K): Promise<Line<Drafts[K]>[]> {
  const { job, deps, language } = one
  const timeZone = deps.parameters.get('sys.timeZone')
  const { lines, outcomes } = await toLines(kind, one.lines[kind], { language, timeZone })
  await job.report(withOutcomes(job.progress, outcomes))
  one.outcomes = one.outcomes.concat(outcomes)
  return lines
}

async function importKind<K extends (typeof formerKinds)[number], J extends Judged<Drafts[K]>>(
  one: Import,
  kind: K,
  importer: Importer<Drafts[K], J>,
): Promise<void> {
  const { job, dryRun } = one
  for (const chunk of chunks(await wellFormed(one, kind))) {
    let outcomes: J[] = []
    await job.commit(async (tx) => {
      const found = await importer.judge(tx, chunk)
      outcomes = dryRun ? found : await importer.write(tx, found)
      return withOutcomes(job.progress, outcomes)
    })
    importer.note(outcomes)
    keep(one, outcomes)
    await setImmediate()
  }
}

function* chunks<Draft extends object>(lines: Line<Draft>[]): Generator<Line<Draft>[]> {
  let chunk: Line<Draft>[] = []
  let length = 0
  for (const line of lines) {
    chunk.push(line)
    length += 'content' in line.draft ? String(line.draft.content).length : 0
    if (chunk.length < chunkLines && length < chunkLength) continue
    yield chunk
    chunk = []
    length = 0
  }
  if (chunk.length > 0) yield chunk
}

/** Without the drafts, which may be long. */
const keep = (one: Import, outcomes: Outcome[]) =>
  one.outcomes.push(
    ...outcomes.map(({ file, line, value, state, reason }) => ({ file, line, value, state, reason })),
  )

/** Scripts after those that they import, whose versions they are pinned to. */
function importedFirst(lines: Line<Drafts['scripts']>[]): Line<Drafts['scripts']>[] {
  const byName = new Map(lines.map((line) => [line.draft.scriptName, line]))
  const importsOf = ({ draft: { scriptName, scriptLanguage, content } }: Line<Drafts['scripts']>) =>
    importedNames(content, `${scriptName}.${scriptLanguage}`)
      .map((name) => byName.get(name))
      .filter((line) => line !== undefined)
  const sorted = new Set<Line<Drafts['scripts']>>()
  const seen = new Set<Line<Drafts['scripts']>>()
  const open = lines.toReversed()
  for (let next = open.pop(); next; next = open.pop()) {
    if (seen.has(next)) sorted.add(next)
    else {
      seen.add(next)
      open.push(next, ...importsOf(next).filter((line) => !seen.has(line)))
    }
  }
  return [...sorted]
}

/** One at a time: a script's file is stored before its row. */
async function importEachScript(one: Import): Promise<void> {
  const { deps, job, dryRun, caller } = one
  const lines = importedFirst(await wellFormed(one, 'scripts'))
  const importer = await importScripts(one, new Set(lines.map(({ draft }) => draft.scriptName)))
  for (const line of lines) {
    const judged = await job.retried(() => importer.judge(deps.db, line))
    let outcome: Outcome = judged
    const report = () => withOutcomes(job.progress, [outcome])
    if (dryRun || (judged.state !== 'new' && judged.state !== 'changed')) await job.report(report())
    else {
      const { scriptName, content, scriptLanguage } = line.draft
      try {
        const source = { scriptName, content, scriptLanguage }
        await withScriptFile(deps, { source, ownerId: caller.userId }, async (file) => {
          const pins = file ? await importer.pins(judged, file) : []
          return job.commit(async (tx) => {
            if (file) await importer.write(tx, judged, { ...file, pins })
            return report()
          })
        })
      } catch (error) {
        if (error instanceof Cancelled || !(error instanceof AppError)) throw error
        outcome = refusedFor(one, line, error)
        await job.report(report())
      }
    }
    keep(one, [outcome])
  }
}
