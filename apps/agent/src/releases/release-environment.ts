/** Variables by which a release knows what it is. */
const names = {
  main: 'FLEETDECK_AGENT_MAIN',
  sha256: 'FLEETDECK_AGENT_RELEASE',
  trial: 'FLEETDECK_AGENT_TRIAL',
} as const

export interface RunningRelease {
  /** Path of the main program that was installed on the computer. */
  installedMain: string
  /** Of the release's package. */
  sha256: string
  /** The agent that has started it waits whether it proves itself. */
  isOnTrial: boolean
}

/** Undefined: this program is the agent as it was installed. */
export function runningRelease(): RunningRelease | undefined {
  const { [names.main]: installedMain, [names.sha256]: sha256, [names.trial]: trial } = process.env
  return installedMain && sha256 ? { installedMain, sha256, isOnTrial: trial !== undefined } : undefined
}

export function environmentOf({ installedMain, sha256, isOnTrial }: RunningRelease): NodeJS.ProcessEnv {
  const variables = { [names.main]: installedMain, [names.sha256]: sha256 }
  return { ...installedEnvironment(), ...variables, ...(isOnTrial && { [names.trial]: '1' }) }
}

export function installedEnvironment(): NodeJS.ProcessEnv {
  const { [names.main]: _main, [names.sha256]: _sha256, [names.trial]: _trial, ...rest } = process.env
  return rest
}
