import { defaultLanguage, type Language } from '@fleetdeck/i18n/languages'
import { type AgentSettings, type AgentTiming, PhoneAgent } from './agent.ts'
import { connectTurns } from './back-off.ts'
import type { DeviceDriver } from './drivers/device-driver.ts'
import { createProfile } from './drivers/simulated/profile.ts'
import { SimulatedDevice } from './drivers/simulated/simulated-device.ts'
import type { Notice } from './notice.ts'
import { Reachability } from './reachability.ts'
import { Servers, type ServersTiming } from './servers.ts'
import { TokenFile } from './token-file.ts'

export interface SimulatedPhonesSettings {
  server: URL
  /** Others of the same installation. */
  otherServers?: readonly URL[]
  key: string
  count: number
  /** Folder of the token file; created if missing. */
  stateDir: string
  language?: Language
  /** Prefix of each hardwareId; by default unique per folder. */
  namePrefix?: string
  /** Screen size, as a multiple of 360 pixels in width (1). */
  density?: number
  /** A command whose standard output, H.264 in Annex B, is the phones' video. */
  videoFrom?: string
  /** Events of the phone with that hardwareId. */
  notice?: (hardwareId: string, ...notice: Parameters<Notice>) => void
  timing?: Partial<AgentTiming>
  serversTiming?: Partial<ServersTiming>
  /** The pinned signing keys of servers are forgotten. */
  newSigner?: boolean
}

export interface SimulatedPhones {
  servers: Servers
  hardwareIds: string[]
  /** In the same order. */
  drivers: DeviceDriver[]
  /** Resolves when all sockets are closed. */
  stop(): Promise<void>
}

/** Between two phones that connect or enrol. */
const gapMs = 15

export async function startSimulatedPhones(settings: SimulatedPhonesSettings): Promise<SimulatedPhones> {
  const tokens = await TokenFile.open(settings.stateDir, { forgetsSigners: settings.newSigner })
  const prefix = settings.namePrefix ?? `sim-${tokens.installation}`
  const turns = connectTurns(gapMs)
  const servers = new Servers({
    given: [settings.server, ...(settings.otherServers ?? [])],
    tokens,
    notice: (level, message) => settings.notice?.('server', level, message),
    timing: settings.serversTiming,
  })
  const reachability = new Reachability(servers, settings.timing?.askMs)
  const agents = Array.from({ length: settings.count }, (_, index) =>
    makeAgent({ ...settings, servers, turns, reachability }, tokens, prefix, index),
  )
  for (const { agent } of agents) agent.start()
  return {
    servers,
    hardwareIds: agents.map(({ hardwareId }) => hardwareId),
    drivers: agents.map(({ driver }) => driver),
    stop: async () => {
      servers.stop()
      await Promise.all(agents.map(({ agent }) => agent.stop()))
    },
  }
}

function makeAgent(
  settings: SimulatedPhonesSettings & Required<Pick<AgentSettings, 'servers' | 'turns' | 'reachability'>>,
  tokens: TokenFile,
  prefix: string,
  index: number,
) {
  const hardwareId = `${prefix}-${String(index + 1).padStart(3, '0')}`
  const language = settings.language ?? defaultLanguage
  const profile = createProfile(index, hardwareId, settings.density)
  const driver = new SimulatedDevice(profile, language, Date.now, settings.videoFrom)
  const agent = new PhoneAgent({
    servers: settings.servers,
    key: settings.key,
    language,
    tokens,
    filesDir: settings.stateDir,
    driver,
    notice: (level, message) => settings.notice?.(hardwareId, level, message),
    turns: settings.turns,
    reachability: settings.reachability,
    ...(settings.timing ? { timing: settings.timing } : {}),
  })
  return { hardwareId, driver, agent }
}
