import type { Language } from '@fleetdeck/i18n/languages'
import { connectTurns } from './back-off.ts'
import { enrol } from './enrolment.ts'
import { LightPhone } from './light-phone.ts'
import { TokenFile } from './token-file.ts'
import { tryAgain } from './try-again.ts'

/** Phones that connect per second, at the start and after a loss. */
const connectsPerSecond = 500
const enrolmentsAtOnce = 8
/** Tokens are written to disk after this many enrolments. */
const keptTogether = 100
const reportMs = 1000

export interface LightFleet {
  /** How many are connected and registered now. */
  connected(): number
  /** Registrations since the start, including repeated ones. */
  registrations(): number
  stop(): Promise<void>
}

/** Connects a phone for each token, evenly spread. */
export function startLightFleet(
  {
    server,
    tokens,
    firstRetryMs,
  }: { server: URL; tokens: readonly string[]; firstRetryMs?: number | undefined },
  onChange: (connected: number) => void = () => {},
): LightFleet {
  const isConnected = new Uint8Array(tokens.length)
  const turns = connectTurns(1000 / connectsPerSecond)
  let [connected, registrations] = [0, 0]
  const phones = tokens.map((token, index) => {
    const onState = (state: 'connected' | 'lost' | 'refused') => {
      const now = state === 'connected' ? 1 : 0
      if (now) registrations += 1
      connected += now - (isConnected[index] ?? 0)
      isConnected[index] = now
      onChange(connected)
    }
    return new LightPhone({ server, token, index, onState, firstRetryMs, turns })
  })
  for (const phone of phones) phone.start()
  return {
    connected: () => connected,
    registrations: () => registrations,
    stop: async () => {
      await Promise.all(phones.map((phone) => phone.stop()))
    },
  }
}

export interface LightEnrolment {
  server: URL
  key: string
  count: number
  stateDir: string
  language: Language
  namePrefix?: string
}

/** The tokens of all phones; phones without one enrol, a few at a time. */
export async function lightTokens(enrolment: LightEnrolment): Promise<string[]> {
  const { server, key, count, language } = enrolment
  const file = await TokenFile.open(enrolment.stateDir)
  const prefix = enrolment.namePrefix ?? `light-${file.installation}`
  const names = Array.from({ length: count }, (_, index) => `${prefix}-${String(index + 1).padStart(5, '0')}`)
  const tokens = names.map((name) => file.find(server, name) ?? '')
  const missing = names.map((_, index) => index).filter((index) => !tokens[index])
  let fresh: [string, string][] = []
  const enrolNext = async (): Promise<void> => {
    for (let index = missing.shift(); index !== undefined; index = missing.shift()) {
      const hardwareId = names[index] ?? ''
      const identity = { hardwareId, brand: 'Light', model: '', imei: '', osVersion: '', apkVersion: '' }
      const token = await tryAgain(() =>
        enrol({ server, key, language, identity }, AbortSignal.timeout(60_000)),
      )
      tokens[index] = token
      fresh.push([hardwareId, token])
      if (fresh.length < keptTogether) continue
      const full = fresh
      fresh = []
      await file.keepAll(server, full)
    }
  }
  try {
    await Promise.all(Array.from({ length: enrolmentsAtOnce }, enrolNext))
  } finally {
    await file.keepAll(server, fresh)
  }
  return tokens
}

/** Enrols and connects; reports at most once a second how many are connected. */
export async function startLightPhones(
  enrolment: LightEnrolment,
  report: (message: string) => void,
): Promise<LightFleet> {
  const tokens = await lightTokens(enrolment)
  let connected = 0
  let isWaiting = false
  const reportProgress = () => {
    isWaiting = false
    report(`connected: ${connected} of ${tokens.length}`)
  }
  return startLightFleet({ server: enrolment.server, tokens }, (count) => {
    connected = count
    if (!isWaiting) setTimeout(reportProgress, reportMs).unref()
    isWaiting = true
  })
}
