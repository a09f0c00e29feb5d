import path from 'node:path'
import { say } from '@fleetdeck/i18n/terminal'
import { z } from 'zod'
import { readArguments, usage } from './arguments.ts'
import type { DeviceDriver } from './drivers/device-driver.ts'
import { errorMessage } from './notice.ts'
import { argumentsOrExit, printNotice as notice, runPhones } from './program.ts'
import { awaitedDevice } from './scripts/awaited-elements.ts'
import type { ObjectCaller } from './scripts/calls/checked-caller.ts'
import { createContext } from './scripts/calls/context.ts'
import { deviceCaller } from './scripts/calls/device.ts'
import { elementMethods } from './scripts/calls/element-methods.ts'
import { SettingChanges } from './scripts/setting-changes.ts'
import { type SimulatedPhones, startSimulatedPhones } from './simulated-phones.ts'
import { agentTexts } from './texts.ts'

/**
 * Simulated phones that the parent program starts one by one, and uses as their scripts do: for tests of scripts. The
 * messages are calls with an id; each is answered by the same id with `value` or `error`.
 */
const Call = z.object({
  id: z.number(),
  phone: z.string().regex(/^[\w-]{1,50}$/),
  call: z.string(),
  args: z.array(z.unknown()).default([]),
})

interface Driven {
  phones: SimulatedPhones
  device: ObjectCaller
}

const options = argumentsOrExit(() => readArguments(process.argv.slice(2)), usage)
const driven = new Map<string, Driven>()

async function start(name: string): Promise<string> {
  const stateDir = path.join(options.stateDir, name)
  const phones = await startSimulatedPhones({ ...options, count: 1, namePrefix: name, stateDir, notice })
  const [hardwareId = ''] = phones.hardwareIds
  const [driver] = phones.drivers
  if (driver) driven.set(name, { phones, device: deviceOf(driver) })
  return hardwareId
}

function deviceOf(driver: DeviceDriver): ObjectCaller {
  const context = createContext({
    driver,
    texts: agentTexts.en,
    changes: new SettingChanges(),
    signal: new AbortController().signal,
  })
  const methods = elementMethods(context)
  return awaitedDevice(deviceCaller(context), async (name, args) => methods[name]?.([...args]))
}

async function answer({ phone, call, args }: z.output<typeof Call>): Promise<unknown> {
  if (call === 'start') return start(phone)
  const found = driven.get(phone)
  if (!found) throw new Error(`The phone ${phone} does not run`)
  if (call !== 'stop') return found.device(call, args)
  driven.delete(phone)
  await found.phones.stop()
  return null
}

process.on('message', (message) => {
  const asked = Call.parse(message)
  answer(asked).then(
    (value) => process.send?.({ id: asked.id, value }),
    (error: unknown) => process.send?.({ id: asked.id, error: errorMessage(error) }),
  )
})
await runPhones(
  async () => ({
    stop: async () => {
      await Promise.all([...driven.values()].map(({ phones }) => phones.stop()))
    },
  }),
  say('agent.simulated', { count: 0, server: options.server.origin }),
)
process.send?.({ id: 0, value: 'ready' })
