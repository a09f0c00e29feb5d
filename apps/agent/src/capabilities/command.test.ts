import type { PhoneFrame } from '@fleetdeck/contract/phone-socket'
import { expect, test, vi } from 'vitest'
import { profileOf } from '../drivers/simulated/profile.ts'
import { SimulatedDevice } from '../drivers/simulated/simulated-device.ts'
import { agentTexts } from '../texts.ts'
import { type CommandOrder, CommandRunner } from './command.ts'
import { DeviceLog } from './log.ts'

function setUp() {
  const told: PhoneFrame[] = []
  const line = { open: true }
  const uplink = {
    send: (frame: PhoneFrame) => line.open && told.push(frame) > 0,
    sendPicture: () => false,
  }
  const driver = new SimulatedDevice(profileOf(0, 'phone'), 'en')
  const log = new DeviceLog(uplink)
  const restart = vi.fn((away: () => Promise<void>) => away())
  const runner = new CommandRunner({ driver, uplink, log, texts: agentTexts.en, restart })
  const run = async (command: CommandOrder['command'], content = '', cmdSubId = '1') => {
    runner.run({ action: 'command', command, content, cmdSubId })
    await vi.waitFor(() => expect(runner.runningIds).toEqual([]))
    return states().at(-1)
  }
  const states = () => told.filter((frame) => frame.action === 'commandState')
  return { line, driver, runner, restart, run, states }
}

test('an installed package appears as an icon with its name', async () => {
  const { run, driver } = setUp()
  const last = await run('inst', 'https://files.test/packages/Chess%20Club.apk?v=2')
  expect(last).toMatchObject({ state: 'succeeded', msg: 'Installed: Chess Club' })
  expect(driver.state.installed).toEqual(['Chess Club'])
})

test('an address that is no web address is refused and installs nothing', async () => {
  const { run, driver } = setUp()
  const last = await run('inst', 'file:///etc/passwd')
  expect(last).toMatchObject({ state: 'failed', msg: expect.stringContaining('file:///etc/passwd') })
  expect(driver.state.installed).toEqual([])
})

test('what the phone cannot do is answered as failed, with the reason', async () => {
  const { run } = setUp()
  expect(await run('shellcmd', 'id', '1')).toMatchObject({
    state: 'failed',
    msg: 'This phone cannot do that: shellcmd',
  })
  expect(await run('stsc', '', '2')).toMatchObject({ state: 'failed', msg: 'No script is running' })
  expect(await run('stsc2', '', '3')).toMatchObject({ state: 'failed' })
})

test('a phone that is looked for flashes', async () => {
  const { run, driver } = setUp()
  expect(await run('where')).toMatchObject({ state: 'succeeded' })
  expect(driver.state.flashUntil).toBeGreaterThan(Date.now())
})

test('the agent restarts through its own restart, not the phone’s', async () => {
  const { run, restart, driver } = setUp()
  await run('rebootEC')
  expect(restart).toHaveBeenCalledOnce()
  expect(driver.state.screen).toBe('on')
})

test('an end that nobody heard is told when the connection is back', async () => {
  const { line, runner, states } = setUp()
  line.open = false
  runner.run({ action: 'command', command: 'where', content: '', cmdSubId: '5' })
  await vi.waitFor(() => expect(runner.runningIds).toEqual([]))
  expect(states()).toEqual([])
  expect(runner.heldIds).toEqual(['5'])
  line.open = true
  runner.sendWaiting()
  runner.sendWaiting()
  expect(states()).toMatchObject([{ cmdSubId: '5', state: 'succeeded' }])
})
