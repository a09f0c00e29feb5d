import { chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { homedir, userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { say, TerminalError, type TerminalText } from '@fleetdeck/i18n/terminal'
import { runProgram } from '../computer/run-program.ts'
import { errorMessage } from '../notice.ts'
import { launchdList, type ServiceFacts, systemdUnit } from './service-files.ts'

const name = 'fleetdeck-agent'

export interface ServiceSettings {
  platform: string
  /** Of the user who installs; 0 is root. */
  uid: number
  /** Folder of systemd's units, or of launchd's lists. */
  folder: string
}

/** Where this system has its services; undefined where none can be installed, as on Windows. */
export function serviceSettings(): ServiceSettings | undefined {
  const uid = process.getuid?.() ?? 0
  const { platform } = process
  if (platform === 'linux') return { platform, uid, folder: '/etc/systemd/system' }
  if (platform === 'darwin') return { platform, uid, folder: join(homedir(), 'Library/LaunchAgents') }
  return undefined
}

export interface InstallFacts {
  words: readonly string[]
  stateDir: string
  /** As whom the service runs. */
  user: string
}

/** Installs and starts the service; resolves to what is to be said. Rejects with TerminalError. */
export async function installService(
  settings: ServiceSettings,
  { words, stateDir, user }: InstallFacts,
): Promise<TerminalText> {
  const state = resolve(stateDir)
  const account = await findAccount(user)
  const facts: ServiceFacts = {
    node: process.execPath,
    program: fileURLToPath(new URL('../main.ts', import.meta.url)),
    folder: process.cwd(),
    words: [...words, '--state', state],
    user,
    writable: [state, join(account.home, '.android')],
    groups: await existingGroups(['plugdev']),
  }
  const file = fileOf(settings)
  const text = settings.platform === 'linux' ? systemdUnit(facts) : launchdList(name, facts)
  await guarded(file, async () => {
    await makeFolder(state, account)
    await mkdir(dirname(file), { recursive: true })
    // It contains the enrolment key.
    await writeFile(file, text, { mode: 0o600 })
    for (const [program = '', ...rest] of startCommands(settings, file)) await runProgram(program, rest)
  })
  return say('service.installed', { file })
}

/** Stops and removes it. The state folder stays. */
export async function uninstallService(settings: ServiceSettings): Promise<TerminalText> {
  const file = fileOf(settings)
  await guarded(file, async () => {
    // A service that does not run is removed as well.
    for (const [program = '', ...rest] of stopCommands(settings))
      await runProgram(program, rest).catch(() => '')
    await rm(file)
    if (settings.platform === 'linux') await runProgram('systemctl', ['daemon-reload'])
  })
  return say('service.removed', { file })
}

const fileOf = ({ platform, folder }: ServiceSettings) =>
  join(folder, platform === 'linux' ? `${name}.service` : `${name}.plist`)

const startCommands = ({ platform, uid }: ServiceSettings, file: string): string[][] =>
  platform === 'linux'
    ? [
        ['systemctl', 'daemon-reload'],
        ['systemctl', 'enable', '--now', name],
      ]
    : [['launchctl', 'bootstrap', `gui/${uid}`, file]]

const stopCommands = ({ platform, uid }: ServiceSettings): string[][] =>
  platform === 'linux'
    ? [['systemctl', 'disable', '--now', name]]
    : [['launchctl', 'bootout', `gui/${uid}/${name}`]]

async function guarded(file: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw new TerminalError(say('service.failed', { file, reason: errorMessage(error) }))
  }
}

async function existingGroups(names: string[]): Promise<string[]> {
  const text = await readFile('/etc/group', 'utf8').catch(() => '')
  return names.filter((group) => text.split('\n').some((line) => line.startsWith(`${group}:`)))
}

interface Account {
  uid: number
  gid: number
  home: string
}

/** As /etc/passwd has it; other systems install for the user who calls this. */
async function findAccount(user: string): Promise<Account> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const fields = text.split('\n').find((line) => line.startsWith(`${user}:`))
  const [, , uid, gid, , home] = fields?.split(':') ?? []
  const own = userInfo()
  return { uid: Number(uid ?? own.uid), gid: Number(gid ?? own.gid), home: home ?? own.homedir }
}

/** Root creates it for the user of the service. */
async function makeFolder(folder: string, { uid, gid }: Account): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  for (let path = folder; first && path.startsWith(first); path = dirname(path)) await chown(path, uid, gid)
}
