import type { AdbNoneProtocolProcess } from '@yume-chan/adb'
import type { Undo } from '../phone-parts.ts'
import { type AdbShell, eachChunk, PhoneDisconnected, ShellFailed } from './shell.ts'

/** A change of the phone that lasts only for a while. */
export interface Temporary {
  /** Commands that store what there was, in variables of the phone's shell. */
  save: readonly string[]
  /** Commands that put it back; they may run when nobody reads their output. */
  back: readonly string[]
}

/** Settings by name; `null` is how Android writes one that nobody has set, which is then deleted. */
export function storedSettings(table: 'system' | 'global', names: readonly string[]): Temporary {
  return {
    save: names.map((name) => `${name}=$(settings get ${table} ${name})`),
    back: names.map(
      (name) =>
        `if [ "$${name}" = null ]; then settings delete ${table} ${name}; elif [ -n "$${name}" ]; then settings put ${table} ${name} "$${name}"; fi`,
    ),
  }
}

/**
 * A line for the phone's shell that puts everything back when it ends, also by a signal or because the connection to
 * the computer is cut.
 */
export const temporarily = ({ save, back }: Temporary, during: readonly string[]): string =>
  [
    ...save,
    `back() { ${back.join('; ')}; }`,
    // Without a reader, a command that prints would be ended by its output.
    `trap 'said=$(back 2>&1); echo "$said"' EXIT`,
    "trap 'exit 1' HUP INT TERM PIPE",
    ...during,
  ].join('; ')

const ready = 'fleetdeck-ready'
const keep = 'keep'
const readyMs = 20_000
const backMs = 20_000
const mostWords = 4096
/** A phone that prints more instead of being ready. */
const mostUnready = 64 * 1024

/**
 * Has the phone store what there is, and wait: it puts that back when the returned function is called, and by itself
 * when the connection ends before, because the agent has died or the cable is pulled. A phone that restarts in between
 * keeps the change. Rejects before anything is changed if the phone cannot do that.
 */
export async function changeForAWhile(shell: AdbShell, temporary: Temporary): Promise<Undo> {
  const during = [`echo ${ready}`, 'read -r word', `[ "$word" != ${keep} ] || trap - EXIT`]
  const process = await shell.spawn(temporarily(temporary, during))
  process.exited.catch(() => undefined)
  const said = new Said(process)
  try {
    await shell.within(readyMs, () => said.isReady)
  } catch (error) {
    await process.kill()
    throw error
  }
  const end = async (word: string) => {
    const writer = process.stdin.getWriter()
    await shell.within(backMs, async () => {
      await writer.write(Buffer.from(`${word}\n`))
      await said.ended
    })
  }
  const undo = async () => {
    if (said.hasEnded) throw new PhoneDisconnected(shell.goneText)
    await end('back')
    if (/Exception|Permission denial/.test(said.text)) throw new ShellFailed(said.text.trim().slice(0, 300))
  }
  return Object.assign(undo, { keep: () => end(keep).catch(() => undefined) })
}

/** What it has printed since it is ready. */
class Said {
  text = ''
  hasEnded = false
  readonly isReady: Promise<void>
  readonly ended: Promise<void>

  constructor({ output }: AdbNoneProtocolProcess) {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.isReady = promise
    let bytes = 0
    this.ended = eachChunk(output, (chunk) => {
      bytes += chunk.byteLength
      this.text = (this.text + Buffer.from(chunk).toString('utf8')).slice(-mostWords)
      const at = this.text.indexOf(ready)
      if (at < 0 && bytes > mostUnready) throw new ShellFailed('too much output')
      if (at < 0) return
      this.text = this.text.slice(at + ready.length)
      resolve()
    })
      .catch(() => undefined)
      .then(() => {
        this.hasEnded = true
        reject(new ShellFailed(this.text.trim().slice(0, 300) || 'no output'))
      })
    promise.catch(() => undefined)
  }
}
