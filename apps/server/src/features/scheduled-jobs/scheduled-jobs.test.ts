import type { ScheduledJobId } from '@fleetdeck/contract/ids'
import { jobTargetNames } from '@fleetdeck/contract/job-targets'
import { jobLogs, MisfirePolicy, scheduledJobs } from '@fleetdeck/contract/scheduled-jobs'
import { firstRow } from '@fleetdeck/testing/site/first-row'
import { addUser, startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loginLogs } from '../../platform/db/schema/login-logs.ts'
import { scheduledJobs as jobTable, scheduledJobRuns } from '../../platform/db/schema/scheduled-jobs.ts'
import { downloadedRows } from '../../testing/downloads.ts'
import { setClock } from '../../testing/set-clock.ts'
import { dueRuns } from './due-times.ts'
import { type JobHandlers, JobRunner } from './job-runner.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(async () => {
  await site.jobs.idle()
  await site.reset()
})
afterAll(() => site.stop())

const draft = {
  jobName: 'Old sign-ins',
  invokeTarget: 'pruneLoginLogs',
  cronExpression: '0 0 3 * * ?',
  jobParams: { days: 10 },
} as const
const dayMs = 86_400_000

async function addJob(more: object = {}) {
  await site.admin.call(scheduledJobs.add, { body: { ...draft, ...more } })
  const { list } = await site.admin.call(scheduledJobs.list, { query: { jobName: draft.jobName } })
  const [job] = list
  if (!job) throw new Error('no job')
  return job
}
const readLog = async (jobId: number) => (await site.admin.call(jobLogs.list, { query: { jobId } })).list
/** A new check: one in progress may have started before. */
const check = async () => {
  await site.jobs.idle()
  await site.jobs.tick()
}
const ended = async (jobId: number) => {
  await site.jobs.idle()
  return readLog(jobId)
}
const oldSignIns = (count: number) =>
  site.deps.db.insert(loginLogs).values(
    Array.from({ length: count }, () => ({
      userName: 'lin',
      ip: '10.0.0.1',
      status: 0,
      msg: 'x',
      loginAt: new Date(Date.now() - 11 * dayMs),
    })),
  )
const makeDue = (id: ScheduledJobId, at = new Date()) =>
  site.deps.db.update(jobTable).set({ nextRunAt: at, status: 0 }).where(eq(jobTable.id, id))

describe('built-in jobs', () => {
  test('exist for each function, enabled, with their next time', async () => {
    const { list } = await site.admin.call(scheduledJobs.list, { query: { pageSize: 100 } })
    expect(list.map((job) => job.invokeTarget).sort()).toEqual([...jobTargetNames].sort())
    for (const job of list) {
      expect(job).toMatchObject({ builtIn: true, status: 0, jobGroup: 'SYSTEM' })
      expect(Date.parse(job.nextRunAt ?? '')).toBeGreaterThan(Date.now() - 1000)
    }
    expect(list.find((job) => job.invokeTarget === 'cleanFiles')?.shownName).toBe(
      'Delete temporary and unused files',
    )
  })

  test('can be paused, changed and renamed, but not deleted or given another function', async () => {
    const { list } = await site.admin.call(scheduledJobs.list, { query: { jobName: 'unused files' } })
    const [job] = list
    if (!job) throw new Error('no job')
    expect(await site.admin.ask(scheduledJobs.remove, { body: { ids: [job.id] } })).toMatchObject({
      code: -1,
    })
    const body = { ...draft, id: job.id, jobParams: {}, jobName: job.shownName }
    expect((await site.admin.ask(scheduledJobs.edit, { body })).msg).toMatch(/function/)
    await site.admin.call(scheduledJobs.edit, { body: { ...body, invokeTarget: 'cleanFiles' } })
    await site.admin.call(scheduledJobs.stop, { query: { id: job.id } })
    const one = await site.as(site.admin.token, 'zhcn').call(scheduledJobs.one, { query: { id: job.id } })
    expect(one).toMatchObject({
      shownName: '删除临时文件和未使用文件',
      status: 1,
      nextRunAt: null,
      cronExpression: '0 0 3 * * ?',
    })
  })
})

describe('a job', () => {
  test('is listed and exported before those that came with the program', async () => {
    const job = await addJob()
    const { list, total } = await site.admin.call(scheduledJobs.list, { query: { pageSize: 10 } })
    expect(list[0]).toMatchObject({ id: job.id, builtIn: false })
    expect(list[1]).toMatchObject({ id: 1, builtIn: true })
    const rest = await site.admin.call(scheduledJobs.list, { query: { pageSize: 10, pageNum: 2 } })
    expect(new Set([...list, ...rest.list].map(({ id }) => id)).size).toBe(Math.min(20, total))
    const { fileName } = await site.admin.call(scheduledJobs.export)
    const [, first, ...others] = await downloadedRows(site, site.admin, fileName)
    expect(first).toContain(draft.jobName)
    expect(others.length).toBe(total - 1)
  })

  test('is disabled at first, then runs at its time and leaves a log entry', async () => {
    await oldSignIns(3)
    const job = await addJob()
    expect(job).toMatchObject({ status: 1, builtIn: false, nextRunAt: null })
    await site.jobs.tick(new Date(Date.now() + dayMs))
    expect(await ended(job.id)).toEqual([])
    await makeDue(job.id)
    await check()
    expect(await ended(job.id)).toMatchObject([
      {
        state: 'succeeded',
        jobMessage: '3 items processed',
        byHand: false,
        jobName: draft.jobName,
        exceptionInfo: '',
      },
    ])
    expect(await site.deps.db.$count(loginLogs, eq(loginLogs.userName, 'lin'))).toBe(0)
  })

  test('runs once manually although it is paused', async () => {
    const job = await addJob()
    await site.admin.call(scheduledJobs.run, { query: { id: job.id } })
    expect(await ended(job.id)).toMatchObject([{ state: 'succeeded', byHand: true }])
  })

  test('runs on one of two servers that check at the same time', async () => {
    const other = await site.another()
    const job = await addJob()
    await makeDue(job.id)
    await Promise.all([check(), other.jobs.tick()])
    await Promise.all([site.jobs.idle(), other.jobs.idle()])
    expect(await readLog(job.id)).toHaveLength(1)
    await other.close()
  })

  test('that is running is not started again if concurrency is forbidden, nor deleted', async () => {
    const job = await addJob()
    const { id: jobId, jobName, jobGroup, invokeTarget } = job
    const run = { jobId, jobName, jobGroup, invokeTarget, state: 'running' as const, serverName: 'other' }
    await site.deps.db.insert(scheduledJobRuns).values(run)
    expect((await site.admin.ask(scheduledJobs.run, { query: { id: jobId } })).msg).toMatch(/is running/)
    expect(await site.admin.ask(scheduledJobs.remove, { body: { ids: [jobId] } })).toMatchObject({
      code: -1,
      msg: '“Old sign-ins” is running and cannot be deleted. Wait until it finishes.',
    })
    await makeDue(jobId)
    await check()
    const entries = await ended(jobId)
    expect(entries.map(({ state }) => state)).toEqual(['skipped', 'running'])
    const ids = entries.map(({ id }) => id)
    expect((await site.admin.ask(jobLogs.remove, { body: { ids } })).msg).toBe(
      'Entries of running jobs cannot be deleted. Wait for the jobs to finish.',
    )
    expect(await readLog(jobId)).toHaveLength(2)
    await site.admin.call(scheduledJobs.edit, { body: { ...draft, id: jobId, concurrent: 0 } })
    await site.admin.call(scheduledJobs.run, { query: { id: jobId } })
    expect((await ended(jobId))[0]).toMatchObject({ state: 'succeeded' })
  })

  test('whose server died during a run may run again', async () => {
    const { id: jobId, jobName, jobGroup, invokeTarget } = await addJob()
    const long = new Date(Date.now() - 20_000)
    const run = {
      jobId,
      jobName,
      jobGroup,
      invokeTarget,
      serverName: 'gone',
      startedAt: long,
      lastSeenAt: long,
    }
    await site.deps.db.insert(scheduledJobRuns).values({ ...run, state: 'running' })
    await site.admin.call(scheduledJobs.run, { query: { id: jobId } })
    expect((await ended(jobId))[0]).toMatchObject({ state: 'succeeded' })
    await expect.poll(async () => (await readLog(jobId))[1]).toMatchObject({ state: 'interrupted' })
  })

  test('that another server has taken for dead ends here, and stays interrupted', async () => {
    const { id } = await addJob()
    const { db, parameters, log } = site.deps
    const begun = Promise.withResolvers<void>()
    const pruneLoginLogs: JobHandlers['pruneLoginLogs'] = (_params, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
        begun.resolve()
      })
    const runner = new JobRunner({ db, parameters, log, serverName: 'frozen' }, {
      pruneLoginLogs,
    } as JobHandlers)
    const [job] = await db.select().from(jobTable).where(eq(jobTable.id, id))
    if (!job) throw new Error('no job')
    await runner.runOnce(job)
    await begun.promise
    await db
      .update(scheduledJobRuns)
      .set({ state: 'interrupted' })
      .where(eq(scheduledJobRuns.serverName, 'frozen'))
    await runner.idle()
    expect(await readLog(id)).toMatchObject([{ state: 'interrupted', exceptionInfo: '' }])
    await runner.close()
  })

  test('does not wait for a time that was computed by a fast clock', async () => {
    const job = await addJob()
    await makeDue(job.id, new Date(Date.now() + 365 * dayMs))
    await site.jobs.replan()
    const [row] = await site.deps.db.select().from(jobTable).where(eq(jobTable.id, job.id))
    expect(row?.nextRunAt?.getTime()).toBeLessThan(Date.now() + 2 * dayMs)
  })

  test.skipIf(process.env.TEST_DATABASE_URL)(
    'runs once for times that a clock skipped, and does not stop when the clock is right again',
    async () => {
      const misfirePolicy = MisfirePolicy.all
      const job = await addJob({ cronExpression: '0 0/5 * * * ?', misfirePolicy })
      await site.admin.call(scheduledJobs.start, { query: { id: job.id } })
      await check()
      try {
        await setClock(site, 3 * dayMs)
        // The session is over at that time, so the runs are not asked for by a call.
        const runs = async () => {
          await site.jobs.idle()
          return site.deps.db.$count(scheduledJobRuns, eq(scheduledJobRuns.jobId, job.id))
        }
        await expect.poll(runs).toBe(1)
        await check()
        expect(await runs()).toBe(1)
      } finally {
        await setClock(site, 0)
      }
      const next = async () => {
        const [row] = await site.deps.db.select().from(jobTable).where(eq(jobTable.id, job.id))
        return row?.nextRunAt?.getTime()
      }
      await expect.poll(next).toBeLessThan(Date.now() + 6 * 60_000)
    },
  )

  test('that fails logs its error', async () => {
    const job = await addJob()
    await site.deps.db.update(jobTable).set({ invokeTarget: 'rm -rf /' }).where(eq(jobTable.id, job.id))
    await site.admin.call(scheduledJobs.run, { query: { id: job.id } })
    const [line] = await ended(job.id)
    expect(line).toMatchObject({ state: 'failed', exceptionInfo: 'This version knows no function rm -rf /' })
  })

  test('that runs often leaves no entry when there was nothing to do', async () => {
    const { list } = await site.admin.call(scheduledJobs.list, { query: { invokeTarget: 'pruneCaches' } })
    const [job] = list
    if (!job) throw new Error('no job')
    await makeDue(job.id)
    await check()
    expect(await ended(job.id)).toEqual([])
  })
})

describe('is refused:', () => {
  const refusal = (more: object) => site.admin.ask(scheduledJobs.add, { body: { ...draft, ...more } })
  test('an unregistered function', async () => {
    for (const invokeTarget of ['eval(1)', 'constructor', '__proto__', ''])
      expect(await refusal({ invokeTarget })).toMatchObject({ code: -1 })
  })
  test('invalid expressions, and those that are never due', async () => {
    expect((await refusal({ cronExpression: '0 75 1 * * ?' })).msg).toBe(
      'The schedule is not valid: Minute: “75” is out of range. Enter 0 to 59.',
    )
    expect((await refusal({ cronExpression: '0 0 0 31 2 ?' })).code).toBe(-1)
    expect((await refusal({ cronExpression: '' })).code).toBe(-1)
  })
  test('parameters that the function does not accept', async () => {
    for (const jobParams of [{ days: 0 }, { days: 'x' }, { weeks: 1 }, { days: 1.5 }])
      expect((await refusal({ jobParams })).msg).toMatch(/parameters|Days/i)
  })
  test('unknown policies, and unknown ids', async () => {
    expect((await refusal({ misfirePolicy: 4 })).code).toBe(-1)
    expect((await refusal({ concurrent: 2 })).code).toBe(-1)
    for (const call of [scheduledJobs.run, scheduledJobs.start, scheduledJobs.one])
      expect(await site.admin.ask(call, { query: { id: 999 } })).toMatchObject({ code: 404 })
    expect(await site.admin.ask(scheduledJobs.remove, { body: { ids: [999] } })).toMatchObject({ code: 404 })
  })
  test('any user without the permission', async () => {
    const { client } = await addUser(site, { userName: 'lin' })
    expect((await client.ask(scheduledJobs.list)).code).toBe(403)
    expect((await client.ask(jobLogs.clean)).code).toBe(403)
  })
})

describe('the log', () => {
  test('is filtered by name, exported, deleted and cleared', async () => {
    const job = await addJob()
    await site.admin.call(scheduledJobs.run, { query: { id: job.id } })
    const line = firstRow(await ended(job.id))
    const { fileName } = await site.admin.call(jobLogs.export, { query: { jobName: 'sign-ins' } })
    expect((await downloadedRows(site, site.admin, fileName))[1]?.[0]).toBe(draft.jobName)
    expect((await site.admin.call(jobLogs.list, { query: { state: 'failed' } })).total).toBe(0)
    await site.admin.call(jobLogs.remove, { body: { ids: [line.id] } })
    expect(await site.admin.ask(jobLogs.remove, { body: { ids: [line.id] } })).toMatchObject({
      msg: 'Some entries no longer exist. Refresh the page and try again.',
    })
    await site.admin.call(jobLogs.clean)
    expect(await readLog(job.id)).toEqual([])
  })

  test('keeps the entries of a deleted job', async () => {
    const job = await addJob()
    await site.admin.call(scheduledJobs.run, { query: { id: job.id } })
    await site.jobs.idle()
    await site.admin.call(scheduledJobs.remove, { body: { ids: [job.id] } })
    const { list } = await site.admin.call(jobLogs.list, { query: { jobName: draft.jobName } })
    expect(list).toHaveLength(1)
  })
})

describe('times missed while no server was running', () => {
  const first = new Date('2026-03-01T10:00:00Z')
  const now = new Date('2026-03-01T13:10:00Z')
  const runs = (misfirePolicy: number, at = now) =>
    dueRuns({ cronExpression: '0 0 * * * ?', misfirePolicy, first }, at, 'UTC')
  test('are made up for by as many runs, by one, or by none', () => {
    expect(runs(MisfirePolicy.all).runs).toBe(4)
    expect(runs(MisfirePolicy.once).runs).toBe(1)
    expect(runs(MisfirePolicy.default).runs).toBe(1)
    expect(runs(MisfirePolicy.drop).runs).toBe(0)
    expect(runs(MisfirePolicy.all).next).toEqual(new Date('2026-03-01T14:00:00Z'))
  })
  test('do not include a time that has only just come', () => {
    expect(runs(MisfirePolicy.drop, new Date('2026-03-01T10:00:01Z')).runs).toBe(1)
    expect(runs(MisfirePolicy.drop, new Date('2026-03-01T13:00:05Z')).runs).toBe(1)
  })
  test('are made up for at most a hundred times', () => {
    expect(runs(MisfirePolicy.all, new Date('2027-03-01T10:00:00Z')).runs).toBe(100)
  })
})
