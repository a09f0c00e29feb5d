import { type DeviceId, type RunQuestionId, type TaskId, UserId } from '@fleetdeck/contract/ids'
import { runQuestions as calls, phoneQuestions } from '@fleetdeck/contract/run-questions'
import { expect } from 'vitest'
import { devices } from '../../../../apps/server/src/platform/db/schema/devices.ts'
import { runQuestions } from '../../../../apps/server/src/platform/db/schema/run-questions.ts'
import { taskRuns } from '../../../../apps/server/src/platform/db/schema/task-runs.ts'
import { HttpClient } from '../server/http-client.ts'
import type { TestSocket } from '../server/test-sockets.ts'
import { say, type TaskFixture } from './task-fixture.ts'
import type { TestClient, TestSite } from './test-site.ts'

type Call = keyof typeof phoneQuestions

/** The calls of a script on a phone. */
export function askingScript(address: string, token: string, runId: string) {
  const call = async (name: Call, sent: object) => {
    const data = Buffer.from(JSON.stringify(sent)).toString('base64')
    const given = await new HttpClient(address, token).ask(phoneQuestions[name], { body: { data } })
    if (given.code !== 0) throw new Error(given.msg)
    return JSON.parse(Buffer.from(given.data as string, 'base64').toString())
  }
  return {
    call,
    ask: (requestId: string, sent: object = {}) =>
      call('ask', { requestId, runId, question: `${requestId}?`, ...sent }),
    answer: (requestId: string, sent: object = {}) => call('answer', { requestId, ...sent }),
    notify: (requestId: string, question = 'Done') => call('notify', { requestId, runId, question }),
  }
}

/** A phone whose script runs. */
export async function runningScript(fixture: TaskFixture, n = 1, task: object = {}) {
  const token = await fixture.addPhone(n)
  const phone = await fixture.connect(token)
  const taskId = await fixture.task({ devices: [`A${n}`], taskName: `Task ${n}`, ...task })
  return { ...(await startedScript(fixture, { phone, token, taskId })), phone, token, taskId }
}

/** The next run that the phone gets. */
export async function startedScript(
  fixture: TaskFixture,
  { phone, token, taskId }: { phone: TestSocket; token: string; taskId: TaskId },
) {
  const runId = String((await phone.next('task')).runId)
  say(phone, runId, 'running')
  await expect.poll(() => fixture.states({ taskId })).toContain('running')
  return { ...askingScript(fixture.site.address, token, runId), runId }
}

/** Further phones of the admin whose scripts ask: rows only, as nobody waits for the answers. */
export async function addAskingPhones(
  { deps: { db } }: Pick<TestSite, 'deps'>,
  taskId: TaskId,
  { count, question, from = 1000 }: { count: number; question: string; from?: number },
) {
  const numbers = Array.from({ length: count }, (_, at) => from + at)
  const owner = UserId.parse(1)
  const phones = await db
    .insert(devices)
    .values(
      numbers.map((n) => ({
        ...{ hardwareId: `asking-${n}`, enrolledById: owner, tenantId: owner, deviceNo: `A${n}` },
      })),
    )
    .returning({ deviceId: devices.id, deviceNo: devices.deviceNo })
  const now = new Date()
  const runs = await db
    .insert(taskRuns)
    .values(
      phones.map(({ deviceId, deviceNo }) => ({
        ...{
          taskId,
          deviceId,
          deviceNo: deviceNo ?? '',
          runKey: `asking-${deviceId}`,
          state: 'running' as const,
        },
        ...{ dueAt: now, notBefore: now, sentAt: now },
      })),
    )
    .returning({ runId: taskRuns.id, deviceId: taskRuns.deviceId })
  await db.insert(runQuestions).values(
    runs.map(({ runId, deviceId }) => ({
      ...{ runId, deviceId: deviceId as DeviceId, tenantId: owner, requestId: 'q', kind: 'text' as const },
      ...{ title: '', question, placeholder: '', until: new Date(now.getTime() + 600_000) },
    })),
  )
}

export const answerQuestion = (
  client: TestClient,
  id: RunQuestionId | undefined,
  answer: string,
  which: { all?: boolean; ids?: RunQuestionId[] } = {},
) => client.ask(calls.answer, { body: { id, answer, ...which } })

export const skipQuestion = (
  client: TestClient,
  id: RunQuestionId | undefined,
  which: { all?: boolean; ids?: RunQuestionId[] } = {},
) => client.ask(calls.skip, { body: { id, ...which } })
