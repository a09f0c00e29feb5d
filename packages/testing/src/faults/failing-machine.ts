import fs, { readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Loaded into a server before its program (`node --import`): moves the program's clock and slows its files as the file
 * FAILING_MACHINE says. `Date` is moved, timers and `performance` are not, as when somebody sets a machine's clock.
 * Writing and syncing files through promises and streams takes longer by `diskMs`.
 */
export interface FailingMachine {
  clockMs: number
  diskMs: number
}

let machine: FailingMachine = { clockMs: 0, diskMs: 0 }
const file = process.env.FAILING_MACHINE
if (file) {
  setInterval(() => {
    try {
      machine = JSON.parse(readFileSync(file, 'utf8'))
    } catch {
      // Being written.
    }
  }, 100).unref()
  moveClock()
  await slowFiles()
}

function moveClock() {
  const RealDate = Date
  const now = () => RealDate.now() + machine.clockMs
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, caller) => Reflect.construct(target, args.length ? args : [now()], caller),
    apply: () => new RealDate(now()).toString(),
    get: (target, name, self) => (name === 'now' ? now : Reflect.get(target, name, self)),
  })
}

async function slowFiles() {
  const handle = await open(import.meta.filename)
  const shared = Object.getPrototypeOf(handle)
  await handle.close()
  for (const name of ['write', 'writev', 'writeFile', 'appendFile', 'sync', 'datasync']) {
    const original = shared[name]
    shared[name] = async function slow(this: unknown, ...args: unknown[]) {
      if (machine.diskMs) await pause(machine.diskMs)
      return original.apply(this, args)
    }
  }
  const callbacks = fs as unknown as Record<string, (...args: unknown[]) => void>
  for (const name of ['write', 'writev', 'fsync', 'fdatasync'] as const) {
    const original = callbacks[name] as (...args: unknown[]) => void
    callbacks[name] = (...args: unknown[]) => {
      if (machine.diskMs) setTimeout(() => original(...args), machine.diskMs)
      else original(...args)
    }
  }
  syncBuiltinESMExports()
}
