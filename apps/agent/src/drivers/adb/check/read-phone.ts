import { joinCommands, splitOutputs } from '../joined-commands.ts'
import { type AdbShell, ShellFailed } from '../shell.ts'

/** Everything together stays below 10 s. */
const limitMs = 8000

/** Only values are read. */
const settings = [
  'getprop',
  'wm size',
  'wm density',
  'ime list -a -s',
  'settings get global verifier_verify_adb_installs',
  'settings get global package_verifier_enable',
  'settings get global auto_time',
  'settings get global stay_on_while_plugged_in',
  'date +%s',
  'df -k /data',
] as const
const services = [
  'dumpsys battery',
  'dumpsys trust',
  'dumpsys deviceidle whitelist',
  "dumpsys display | grep 'Display Devices: size='",
] as const
const encoders = ["dumpsys media.player | grep -A 40 -E 'Encoder .*avc'"] as const

/** Key 0 is none: it reaches no app, and is refused like any other. */
const inputProbe = 'input keyevent 0'
const ownSetting = 'fleetdeck_check'
const settingsProbe = `settings put global ${ownSetting} 1 && settings delete global ${ownSetting}`

type Line = (typeof settings | typeof services | typeof encoders)[number]
/** Outputs by command; what the phone did not answer in time is missing. */
type Outputs = ReadonlyMap<Line, string>

/** undefined: not known. */
export type Probe = { isRefused: boolean } | undefined

export interface PhoneReading {
  outputs: Outputs
  input: Probe
  writeSettings: Probe
}

/** A phone that hangs in one of the commands answers the others. */
export async function readPhone(shell: AdbShell): Promise<PhoneReading> {
  const [outputs, input, writeSettings] = await Promise.all([
    Promise.all([settings, services, encoders].map((lines) => read(shell, lines))),
    probeInput(shell),
    probe(shell, settingsProbe, /WRITE_SECURE_SETTINGS|Permission denial/),
  ])
  return { outputs: new Map(outputs.flat()), input, writeSettings }
}

/** Android's words for taps and keys that the shell may not inject. */
export const inputRefusal = /INJECT_EVENTS/

export const probeInput = (shell: AdbShell): Promise<Probe> => probe(shell, inputProbe, inputRefusal)

async function read(shell: AdbShell, lines: readonly Line[]): Promise<[Line, string][]> {
  try {
    const { stdout } = await shell.run(joinCommands(lines), { timeoutMs: limitMs })
    const outputs = splitOutputs(stdout)
    return lines.flatMap((one, place) => (outputs[place] === undefined ? [] : [[one, outputs[place]]]))
  } catch {
    shell.signal.throwIfAborted()
    return []
  }
}

/** Other failures than a refusal say nothing: the phone may be busy, or of a version without the command. */
async function probe(shell: AdbShell, line: string, refusal: RegExp): Promise<Probe> {
  try {
    const output = await shell.text(line, { timeoutMs: limitMs })
    return { isRefused: refusal.test(output) }
  } catch (error) {
    shell.signal.throwIfAborted()
    if (!(error instanceof ShellFailed) || !refusal.test(error.message)) return undefined
    return { isRefused: true }
  }
}
