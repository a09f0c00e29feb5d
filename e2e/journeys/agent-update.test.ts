import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeAgentPackage } from '@fleetdeck/testing/files/agent-package'
import { computerReport, FakeComputer } from '@fleetdeck/testing/phones/fake-computer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violations } from '../helpers/accessibility.ts'
import { type Console, startConsole } from '../helpers/console.ts'
import { misfits } from '../helpers/misfits.ts'

let deck: Console
let folder: string
let sha256: string
const racks: FakeComputer[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agent-update-'))
  const offered = await writeAgentPackage(folder, { version: '1.2.0', content: Buffer.from('the package') })
  sha256 = offered.sha256
  deck = await startConsole({ agentFolder: folder })
  for (const host of ['rack-1', 'rack-2']) {
    const rack = new FakeComputer(deck.site.address, host)
    racks.push(rack)
    await rack.enrol(deck.site.deps.parameters.get('device.enrolmentKey'), { host })
    await rack.connect(computerReport({ host, commands }))
  }
})
afterAll(async () => {
  for (const { socket } of racks) socket?.close()
  await deck?.stop()
  await rm(folder, { recursive: true })
})

/** For the check of both appearances. */
const followsSystem = { 'layout-setting': JSON.stringify({ appearance: 'system' }) }
const commands = ['check', 'restartAgent', 'updateAgent']
const available = { version: '1.2.0' }

test('an operator updates the agents of two computers, and sees which one succeeded and why the other did not', async () => {
  const { page, t, errors } = await deck.open({ storage: followsSystem })
  await page.goto('/device/computer')
  const row = (host: string) => page.getByRole('row').filter({ hasText: host })
  for (const host of ['rack-1', 'rack-2'])
    await row(host).getByText(t('computer.update.available', available)).waitFor()
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: t('computer.command.updateAgent') }).click()
  const question = page.locator('.ant-modal-confirm')
  const title = t('computer.updateManyTitle', { count: 2, ...available })
  await question.locator('.ant-modal-confirm-title', { hasText: title }).waitFor()
  await question.getByText(t('computer.updateHint')).waitFor()
  await question.getByRole('button', { name: t('computer.command.updateAgent') }).click()
  for (const rack of racks) {
    const { id, command } = await rack.nextCommand()
    expect(command).toMatchObject({ type: 'updateAgent', sha256 })
    rack.send({ action: 'commandDone', id })
  }
  await page.getByText(t('computer.updateBegun', { count: 2 })).waitFor()

  const [first, second] = racks
  const update = { version: '1.2.0', sha256, words: '' }
  first?.report(computerReport({ host: 'rack-1', commands, update: { ...update, state: 'trial' } }))
  await row('rack-1').getByText(t('computer.update.trial')).waitFor()
  const done = { agentVersion: '1.2.0', release: sha256, commands: [...commands, 'revertAgent'] }
  first?.report(computerReport({ host: 'rack-1', ...done }))
  await row('rack-1').getByText('1.2.0', { exact: true }).waitFor()
  const failed = { ...update, state: 'failed', failure: 'noStart', words: 'exit 3' } as const
  second?.report(computerReport({ host: 'rack-2', commands, update: failed }))
  await row('rack-2').getByText(t('computer.update.failed')).hover()
  await page.getByRole('tooltip').getByText('exit 3').waitFor()
  expect(await violations(page, 'agent-update')).toEqual([])
  expect(errors).toEqual([])
})

test('an operator reads why an update failed, tries it again, and undoes the other one', async () => {
  const { page, t } = await deck.open({ width: 375, height: 800 })
  await page.goto('/device/computer?computer=2')
  const drawer = page.getByRole('dialog').first()
  await drawer.getByText(t('computer.updateFailed', { version: '1.0.0' })).waitFor()
  await drawer.getByText(`${t('computer.updateFailure.noStart')} · exit 3`).waitFor()
  expect(await misfits(page)).toEqual([])
  await drawer.getByRole('button', { name: t('computer.command.updateAgent') }).click()
  await page
    .locator('.ant-modal-confirm')
    .getByRole('button', { name: t('computer.command.updateAgent') })
    .click()
  const again = await racks[1]?.nextCommand()
  racks[1]?.send({ action: 'commandFailed', id: again?.id ?? '', failure: 'busy', words: '' })
  await page.getByText(t('computer.busy')).waitFor()

  await page.goto('/device/computer?computer=1')
  await drawer.getByText(t('computer.updatedByConsole')).waitFor()
  expect(await drawer.getByRole('button', { name: t('computer.command.updateAgent') }).count()).toBe(0)
  await drawer.getByRole('button', { name: t('computer.command.revertAgent') }).click()
  await page.getByText(t('computer.hint.revertAgent')).waitFor()
  await page
    .locator('.ant-modal-confirm')
    .getByRole('button', { name: t('computer.command.revertAgent') })
    .click()
  const { id, command } = (await racks[0]?.nextCommand()) ?? {}
  expect(command).toEqual({ type: 'revertAgent' })
  racks[0]?.send({ action: 'commandDone', id: id ?? '' })
  const name = 'rack-1'
  await page
    .getByText(t('computer.commandDone', { command: t('computer.command.revertAgent'), name }))
    .waitFor()
})

test.each([1280, 375])(
  'the command to start an agent is that of the server’s package, on %d px',
  async (width) => {
    const { page, t, errors } = await deck.open({ width, storage: followsSystem, language: 'en' })
    await page.goto('/device/deviceList?assStatus=0')
    const empty = page.getByRole('main')
    const { address } = deck.site
    const file = `${address}/agent/fleetdeck-agent-1.2.0.tgz`
    await empty.getByText(`npx --yes --allow-remote=all ${file} --server ${address}`).waitFor()
    await empty.getByText(`npx --yes --allow-remote=all ${file} phones --server ${address}`).waitFor()
    expect(await misfits(page)).toEqual([])
    expect(await violations(page, 'agent commands')).toEqual([])
    await empty.getByLabel(t('enrol.starter')).getByText('fleetdeck-agent').click()
    await empty.getByText(`npm install --global --allow-remote=all ${file}`).waitFor()
    await empty.getByText(`fleetdeck-agent --server ${address}`).waitFor()
    expect(await misfits(page)).toEqual([])
    expect(errors).toEqual([])
  },
)
