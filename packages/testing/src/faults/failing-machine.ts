import fs, { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import { getHeapCodeStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Loaded into a server before its program (`node --import`): moves the program's clock and slows its files as the file
 * FAILING_MACHINE says. `Date` is moved, timers and `performance` are not, as when somebody sets a machine's clock.
 * Writing and syncing files through promises and streams takes longer by `diskMs`. Each new `measurement` leaves the
 * program's memory in the file that `memoryFile()` names.
 */
export interface FailingMachine {
  clockMs: number
  diskMs: number
  measurement: number
}

/** Sizes in MB. */
export interface Memory {
  measurement: number
  /**
   * Objects, buffers and compiled code that are in use: the remainder after a collection of all garbage. An ordinary
   * one keeps compiled texts and code for some time that nothing refers to.
   */
  live: number
  /**
   * The part of it that V8 has compiled of the program. This grows for hours, as ever rarer functions become hot, up to
   * a bound.
   */
  code: number
  /** Of the process, as the system counts it. */
  resident: number
  /** Open TCP connections; phones move from one server to the other. */
  connections: number
}

/** For `--import`. */
export const failingMachine = import.meta.url

const samples = 5
const sampleMs = 300

export const memoryFile = (machineFile: string, pid: number) => `${machineFile}.${pid}`

let machine: FailingMachine = { clockMs: 0, diskMs: 0, measurement: 0 }
const file = process.env.FAILING_MACHINE
if (file) {
  setInterval(() => {
    const { measurement } = machine
    try {
      machine = JSON.parse(readFileSync(file, 'utf8'))
      if (machine.measurement !== measurement) leaveMemory(memoryFile(file, process.pid)).catch(console.error)
    } catch {
      // Not there yet.
    }
  }, 100).unref()
  moveClock()
  await slowFiles()
}

/**
 * The minimum of some samples: memory that periodic work uses briefly is not counted, nor memory that is freed soon.
 */
async function leaveMemory(target: string) {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  const mb = (bytes: number) => bytes / 2 ** 20
  const { measurement } = machine
  const memory: Memory = {
    measurement,
    live: Number.POSITIVE_INFINITY,
    code: Number.POSITIVE_INFINITY,
    resident: mb(process.memoryUsage().rss),
    connections: process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length,
  }
  for (let sample = 0; sample < samples; sample += 1) {
    collect()
    const { heapUsed, external } = process.memoryUsage()
    const compiled = getHeapCodeStatistics()
    const code = compiled.code_and_metadata_size + compiled.bytecode_and_metadata_size
    memory.live = Math.min(memory.live, mb(heapUsed + external))
    memory.code = Math.min(memory.code, mb(code))
    await pause(sampleMs)
  }
  writeFileSync(`${target}.new`, JSON.stringify(memory))
  renameSync(`${target}.new`, target)
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
