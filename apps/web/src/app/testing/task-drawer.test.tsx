// @vitest-environment happy-dom
import { ExecType, MissedPolicy, ScheduleType, TaskStatus, tasks } from '@fleetdeck/contract/tasks'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { TaskDrawer } from '../../features/tasks/TaskDrawer.tsx'
import { siteKey } from '../../ground/site.ts'
import { deferred, FakeServer } from './fake-server.ts'
import { cleanUpPages, renderPage } from './render-page.tsx'

cleanUpPages()

const draft = {
  ...{ taskName: 'Morning greeting', scriptId: 5, devices: ['A1'], groupIds: [], shareUserIds: [] },
  ...{ execType: ExecType.once, scheduleType: ScheduleType.now, cronText: '0 0 12 * * ?', params: [] },
  ...{ delaySecond: 0, execNumber: 0, cacheScript: 1, sort: 0, missedPolicy: MissedPolicy.once },
  ...{
    retries: 0,
    retrySeconds: 30,
    timeoutSeconds: 0,
    dataWaitSeconds: 600,
    memoryMegabytes: 64,
    stackKilobytes: 512,
  },
}
const mode = { key: 'mode', label: 'Mode', type: 1, options: [], value: 'fast' }

test('a task that is saved while its parameters load is saved with them', async () => {
  const { passed, open } = deferred()
  const server = new FakeServer()
    .on(tasks.getCopyInfo, () => ({ data: draft }))
    .on(tasks.listScript, () => ({ data: [] }))
    .on(tasks.deviceGroupList, () => ({ data: { list: [], total: 0 } }))
    .on(tasks.scriptParams, () => passed.then(() => ({ data: [mode] })))
    .on(tasks.add, () => ({}))
  await renderPage(<TaskDrawer opened={{ from: 3 }} onSaved={() => {}} onClose={() => {}} />, { server })
  await userEvent.click(await screen.findByRole('button', { name: 'Parameters' }))
  await userEvent.click(screen.getByRole('button', { name: /Load script parameters/ }))
  await waitFor(() => expect(server.callsTo(tasks.scriptParams)).toHaveLength(1))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(server.callsTo(tasks.add)).toHaveLength(0)
  open()
  await waitFor(() => expect(server.callsTo(tasks.add)).toHaveLength(1))
  expect(server.callsTo(tasks.add)[0]?.body).toMatchObject({ params: [mode] })
})

test('a task with times less than ten seconds apart is saved only after a question', async () => {
  const often = { ...draft, scheduleType: ScheduleType.cron, cronText: '*/5 * * * * ?' }
  const server = new FakeServer()
    .on(tasks.getCopyInfo, () => ({ data: often }))
    .on(tasks.listScript, () => ({ data: [] }))
    .on(tasks.deviceGroupList, () => ({ data: { list: [], total: 0 } }))
    .on(tasks.add, () => ({}))
  queryClient.setQueryData(siteKey, { timeZone: 'UTC' })
  await renderPage(<TaskDrawer opened={{ from: 3 }} onSaved={() => {}} onClose={() => {}} />, { server })
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
  await screen.findAllByText('This runs as often as every 5 seconds. Save anyway?')
  expect(server.callsTo(tasks.add)).toHaveLength(0)
  await userEvent.click(screen.getAllByRole('button', { name: 'Save' }).at(-1) as HTMLElement)
  await waitFor(() => expect(server.callsTo(tasks.add)).toHaveLength(1))
})

const draftServer = () =>
  new FakeServer()
    .on(tasks.getCopyInfo, () => ({ data: draft }))
    .on(tasks.listScript, () => ({ data: [] }))
    .on(tasks.deviceGroupList, () => ({ data: { list: [], total: 0 } }))
    .on(tasks.add, () => ({}))

test('a new task is saved and started by one button, and only saved by the other', async () => {
  for (const [name, status] of [
    ['Save and start', TaskStatus.started],
    ['Save', undefined],
  ] as const) {
    const server = draftServer()
    const opened = { from: 3 }
    await renderPage(<TaskDrawer opened={opened} onSaved={() => {}} onClose={() => {}} />, { server })
    await userEvent.click((await screen.findAllByRole('button', { name })).at(-1) as HTMLElement)
    await waitFor(() => expect(server.callsTo(tasks.add)).toHaveLength(1))
    const sent = Object(server.callsTo(tasks.add)[0]?.body)
    expect([sent.taskName, sent.status]).toEqual([draft.taskName, status])
  }
})
