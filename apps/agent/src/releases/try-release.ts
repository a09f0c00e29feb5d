import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { updateTrialSeconds } from '@fleetdeck/contract/agent-package'
import { UpdateRefused } from './prepare-release.ts'
import { environmentOf, runningRelease } from './release-environment.ts'
import { mainOf, type Release } from './release-state.ts'

/** What a release that is tried tells the agent which has started it. */
export interface TrialFacts {
  /** The console takes its reports. */
  isWelcome: boolean
  working: number
}

export interface TrialSettings {
  stateDir: string
  /** Path of the main program that was installed on the computer. */
  installedMain: string
  words: readonly string[]
  /** Phones that worked before. */
  workedBefore: number
  limitMs?: number
}

const stopWithinMs = 10_000
const tellMs = 500

/**
 * Runs a release beside this program, which has left phones and console to it, until it is connected to the console
 * and as many phones work as before, and ends it. After two minutes some phones are enough: others may have gone.
 *
 * @throws UpdateRefused noStart, noConsole, noPhones
 */
export async function tryRelease(settings: TrialSettings, release: Release): Promise<void> {
  const { stateDir, installedMain, words, workedBefore, limitMs = updateTrialSeconds * 1000 } = settings
  const child = spawn(process.execPath, [...process.execArgv, mainOf(stateDir, release), ...words], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: environmentOf({ installedMain, sha256: release.sha256, isOnTrial: true }),
  })
  let facts: TrialFacts = { isWelcome: false, working: 0 }
  try {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        if (!facts.isWelcome) reject(new UpdateRefused('noConsole'))
        else if (workedBefore > 0 && facts.working === 0) reject(new UpdateRefused('noPhones'))
        else resolve()
      }, limitMs)
      const ended = (reason: string) => {
        clearTimeout(timer)
        reject(new UpdateRefused('noStart', reason))
      }
      child.once('error', ({ message }) => ended(message))
      child.once('exit', (code, signal) => ended(signal ?? `exit ${code}`))
      child.on('message', (told: TrialFacts) => {
        facts = told
        if (!told.isWelcome || told.working < workedBefore) return
        clearTimeout(timer)
        resolve()
      })
    })
  } finally {
    await end(child)
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (!child.pid || child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), stopWithinMs)
  await exited
  clearTimeout(timer)
}

/** Tells the agent that tries this release how far it is; returns the function that ends it. */
export function tellTrial(facts: () => TrialFacts): () => void {
  if (!runningRelease()?.isOnTrial || !process.send) return () => undefined
  const timer = setInterval(() => process.send?.(facts()), tellMs)
  return () => clearInterval(timer)
}
