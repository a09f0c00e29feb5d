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
import { importScripts, isWritten, type JudgedScript, type ScriptWithFile } from './import-scripts.ts'
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

type ScriptLine = Line<Drafts['scripts']>

/** Scripts after those that they import, to whose versions they are pinned; those that import each other together. */
function importedFirst(lines: ScriptLine[]): ScriptLine[][] {
  const byName = new Map(lines.map((line) => [line.draft.scriptName, line]))
  const imports = new Map<ScriptLine, ScriptLine[]>()
  const importers = new Map<ScriptLine, ScriptLine[]>(lines.map((line) => [line, []]))
  for (const line of lines) {
    const { scriptName, scriptLanguage, content } = line.draft
    const names = importedNames(content, `${scriptName}.${scriptLanguage}`)
    const found = names.flatMap((name) => byName.get(name) ?? [])
    imports.set(line, found)
    for (const one of found) importers.get(one)?.push(line)
  }
  // Scripts that reach each other in both directions (Kosaraju's algorithm).
  const sorted = reached(lines, imports, new Set())
  const seen = new Set<ScriptLine>()
  return sorted
    .toReversed()
    .map((line) => reached([line], importers, seen))
    .filter((group) => group.length > 0)
    .toReversed()
}

/** What can be reached from some scripts, and was not seen before; each after what is reached from it. */
function reached(
  from: ScriptLine[],
  ways: ReadonlyMap<ScriptLine, ScriptLine[]>,
  seen: Set<ScriptLine>,
): ScriptLine[] {
  const sorted = new Set<ScriptLine>()
  const open = from.filter((line) => !seen.has(line)).reverse()
  for (let next = open.pop(); next; next = open.pop()) {
    if (seen.has(next)) sorted.add(next)
    else {
      seen.add(next)
      open.push(next, ...(ways.get(next) ?? []).filter((line) => !seen.has(line)))
    }
  }
  return [...sorted]
}

/** Each in a transaction, with those that import each other: their files are stored before the rows. */
async function importEachScript(one: Import): Promise<void> {
  const { deps, job, dryRun } = one
  const importer = await importScripts(one)
  for (const group of importedFirst(await wellFormed(one, 'scripts'))) {
    let outcomes = await job.retried(() => importer.judge(deps.db, group))
    const report = () => withOutcomes(job.progress, outcomes)
    const written = outcomes.filter(isWritten)
    if (dryRun || written.length === 0) await job.report(report())
    else
      try {
        await withFiles(one, written, (files) =>
          job.commit(async (tx) => {
            await importer.write(tx, files)
            return report()
          }),
        )
      } catch (error) {
        if (error instanceof Cancelled || !(error instanceof AppError)) throw error
        outcomes = outcomes.map((line) => (written.includes(line) ? refusedFor(one, line, error) : line))
        await job.report(report())
      }
    keep(one, outcomes)
  }
}

async function withFiles<T>(
  one: Import,
  [line, ...others]: JudgedScript[],
  save: (files: ScriptWithFile[]) => Promise<T>,
): Promise<T> {
  if (!line) return save([])
  const { scriptName, content, scriptLanguage } = line.draft
  const source = { scriptName, content, scriptLanguage }
  return withScriptFile(one.deps, { source, ownerId: one.caller.userId }, (file) =>
    withFiles(one, others, (files) => save(file ? [{ line, file }, ...files] : files)),
  )
}
