import { Status } from '@fleetdeck/contract/enums'
import type { Language } from '@fleetdeck/i18n/languages'
import { madePassword } from '../../access/new-passwords.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { hashMadePassword, madeKey } from '../../platform/core/passwords.ts'
import { type Seal, sealedKey } from '../../platform/core/seal.ts'
import type { FileLayout } from '../../platform/files/file-columns.ts'
import type { SheetAnswer } from '../../platform/files/sheet.ts'
import { checkRows, type GoodRow } from './check-rows.ts'
import { readContext } from './import-context.ts'
import { countWritten, type ImportJob, noteFailures } from './import-job.ts'
import { resultFile, type WrittenRow } from './result-file.ts'
import { sheetRows } from './sheet-rows.ts'
import * as queries from './user-import.queries.ts'

export interface ImportTask {
  caller: Caller
  language: Language
  sheet: Promise<SheetAnswer>
  /** By default it is found by the titles. */
  layout: FileLayout | undefined
  updateSupport: boolean
  /** Import the valid rows and leave out the others. */
  goodRows: boolean
}

/** Rows per transaction. */
const chunkRows = 250

/** Reads, checks and writes a spreadsheet of users, and reports its progress. */
export async function runImport(deps: Deps, task: ImportTask, job: ImportJob): Promise<void> {
  const { caller, language } = task
  const found = sheetRows(await task.sheet, task)
  if ('reason' in found) return job.end('failed', { reason: found.reason })
  const { rows, ignored } = found
  job.update({ ignored })
  await job.report({ state: 'checking', total: rows.length })
  const column = (name: 'userName' | 'phone' | 'email') => rows.map(({ cells }) => cells[name] ?? '')
  const lower = (words: string[]) => words.map((word) => word.toLowerCase())
  const context = await job.retried(() =>
    readContext(deps, caller, {
      names: lower(column('userName')),
      phones: column('phone'),
      emails: lower(column('email')),
    }),
  )
  const { good, failures } = checkRows(context, rows, task)
  noteFailures(job, failures)
  const changes = good.filter((row) => !row.isUnchanged)
  job.update({ unchanged: good.length - changes.length })
  const mayWrite = good.length > 0 && (task.goodRows || failures.length === 0)
  const written: WrittenRow[] = []
  const showResult = async () => {
    const outcome = { language, failures, good, written }
    job.update({ resultFile: await job.retried(() => resultFile(deps, caller, outcome)) })
    await announce(deps, written, good)
  }
  try {
    if (mayWrite) await writeAll(deps, task, { job, good: changes, written })
  } catch (error) {
    // The initial passwords of the users who are in are nowhere else.
    if (written.length) await showResult()
    throw error
  }
  await showResult()
  await job.end(mayWrite ? 'done' : 'failed')
}

interface Writing {
  job: ImportJob
  good: GoodRow[]
  /** Gets the written rows: all of them, or with the option those written before a cancel or a failure. */
  written: WrittenRow[]
}

async function writeAll(deps: Deps, task: ImportTask, { job, good, written }: Writing): Promise<void> {
  await job.report({ state: 'writing', total: good.length + job.progress.failed, done: 0 })
  const made = { seal: deps.seal, newPassword: () => madePassword(deps.parameters) }
  const prepared: Prepared[][] = []
  const write = async (chunks: Prepared[][], done: number) => {
    const rows = chunks.flat().map((one) => one.result)
    await job.commit(async (tx) => {
      for (const chunk of chunks)
        await queries.writeUsers(
          tx,
          chunk.map((one) => one.user),
        )
      return { ...countWritten([...written, ...rows]), done }
    })
    written.push(...rows)
  }
  for (let start = 0; start < good.length; start += chunkRows) {
    const chunk = await Promise.all(
      good.slice(start, start + chunkRows).map((row) => prepare(row, task.caller, made)),
    )
    const done = Math.min(good.length, start + chunkRows)
    if (task.goodRows) await write([chunk], done)
    else {
      prepared.push(chunk)
      await job.report({ done })
    }
  }
  if (!task.goodRows) await write(prepared, good.length)
}

interface Prepared {
  user: queries.WrittenUser
  result: WrittenRow
}

async function prepare(
  { row, draft, known, filled }: GoodRow,
  caller: Caller,
  { seal, newPassword }: { seal: Seal; newPassword: () => string },
): Promise<Prepared> {
  const { roleIds, postIds, password: _none, tenantExpireTime, ...fields } = draft
  const password = known ? null : newPassword()
  const fresh = {
    ...fields,
    tenantExpireTime: tenantExpireTime === null ? null : new Date(tenantExpireTime),
    parentId: caller.userId,
    ...sealedKey(seal, madeKey()),
    passwordHash: password ? await hashMadePassword(password) : '',
    mustChangePassword: true,
  }
  const result = { row, userName: draft.userName, password, id: known?.id }
  const links = { roleIds: [...new Set(roleIds)], postIds: [...new Set(postIds)] }
  return { user: { id: known?.id, row: fresh, filled, ...links }, result }
}

async function announce({ changes, sessions }: Deps, written: WrittenRow[], good: GoodRow[]) {
  const changed = written.flatMap(({ id }) => id ?? [])
  if (changed.length === 0) return
  await changes.rights(changed)
  const done = new Set(changed)
  const off = good.flatMap(({ known, draft }) =>
    known && done.has(known.id) && draft.status === Status.off ? [known.id] : [],
  )
  await changes.endSessions(await sessions.idsOfLine(off))
}
