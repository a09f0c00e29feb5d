import { defaultLanguage, type Language } from '@fleetdeck/i18n/languages'
import { type Message, say } from '@fleetdeck/i18n/terminal'
import { connectTurns } from './back-off.ts'
import { EnrolmentRefused, EnrolmentWaits, enrol } from './enrolment.ts'
import { LightPhone } from './light-phone.ts'
import type { PhoneKey } from './phone-key.ts'
import { oneServer, type ServerChoice, Servers } from './servers.ts'
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

export interface LightIdentity {
  token: string
  phoneKey?: PhoneKey
}

interface FleetOptions {
  server: URL
  /** By default that one only. */
  servers?: ServerChoice
  identities: readonly LightIdentity[]
  firstRetryMs?: number | undefined
  language?: Language
}

/** Connects the phones, evenly spread. */
export function startLightFleet(
  { server, servers = oneServer(server), identities, firstRetryMs, language = defaultLanguage }: FleetOptions,
  onChange: (connected: number) => void = () => {},
): LightFleet {
  const isConnected = new Uint8Array(identities.length)
  const turns = connectTurns(1000 / connectsPerSecond)
  let [connected, registrations] = [0, 0]
  const phones = identities.map(({ token, phoneKey }, index) => {
    const onState = (state: 'connected' | 'lost' | 'refused') => {
      const now = state === 'connected' ? 1 : 0
      if (now) registrations += 1
      connected += now - (isConnected[index] ?? 0)
      isConnected[index] = now
      onChange(connected)
    }
    return new LightPhone({ servers, token, phoneKey, index, language, onState, firstRetryMs, turns })
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
  /** Others of the same installation. */
  otherServers?: readonly URL[]
  key: string
  count: number
  stateDir: string
  language: Language
  namePrefix?: string
}

interface LightIdentities {
  identities: LightIdentity[]
  /** How many are missing, because the console knows them with another key. */
  waiting: number
  /** Why others are missing. */
  refusal?: EnrolmentRefused
}

interface Enrolling extends LightEnrolment {
  file: TokenFile
  servers: ServerChoice
}

/** Of one server. */
export async function lightIdentities(enrolment: LightEnrolment): Promise<LightIdentities> {
  const file = await TokenFile.open(enrolment.stateDir)
  return enrolAll({ ...enrolment, file, servers: oneServer(enrolment.server) })
}

/**
 * The phones with their tokens; those without one enrol, a few at a time, until one is refused. Rejects when no phone has
 * a token.
 */
async function enrolAll(enrolment: Enrolling): Promise<LightIdentities> {
  const { file, servers, key, count, language } = enrolment
  const { home } = servers
  const prefix = enrolment.namePrefix ?? `light-${file.installation}`
  const names = Array.from({ length: count }, (_, index) => `${prefix}-${String(index + 1).padStart(5, '0')}`)
  const phoneKeys = await file.keysOf(home, names)
  const tokens = names.map((name) => file.find(home, name))
  let waiting = 0
  let refusal: EnrolmentRefused | undefined
  const missing = names.map((_, index) => index).filter((index) => !tokens[index])
  let fresh: [string, string][] = []
  const enrolNext = async (): Promise<void> => {
    for (let index = missing.shift(); index !== undefined; index = missing.shift()) {
      const hardwareId = names[index] ?? ''
      const identity = { hardwareId, brand: 'Light', model: '', imei: '', osVersion: '', apkVersion: '' }
      const phoneKey = phoneKeys[index] as PhoneKey
      const granted = await tryAgain(async () => {
        const server = await servers.choose()
        return enrol({ server, key, language, identity, phoneKey }, AbortSignal.timeout(60_000))
      }).catch((error: unknown) => {
        if (!(error instanceof EnrolmentRefused)) throw error
        return error
      })
      if (granted instanceof EnrolmentWaits) {
        waiting += 1
        continue
      }
      if (granted instanceof EnrolmentRefused) {
        refusal = granted
        missing.length = 0
        return
      }
      const { token } = granted
      tokens[index] = token
      fresh.push([hardwareId, token])
      if (fresh.length < keptTogether) continue
      const full = fresh
      fresh = []
      await file.keepAll(home, full)
    }
  }
  try {
    await Promise.all(Array.from({ length: enrolmentsAtOnce }, enrolNext))
  } finally {
    await file.keepAll(home, fresh)
  }
  const identities = tokens.flatMap((token, index) => {
    const phoneKey = phoneKeys[index]
    return token && phoneKey ? [{ token, phoneKey }] : []
  })
  if (refusal && identities.length === 0) throw refusal
  return { identities, waiting, ...(refusal && { refusal }) }
}

/** Enrols and connects; reports at most once a second how many are connected. */
export async function startLightPhones(
  enrolment: LightEnrolment,
  report: (message: Message) => void,
): Promise<LightFleet> {
  const file = await TokenFile.open(enrolment.stateDir)
  const given = [enrolment.server, ...(enrolment.otherServers ?? [])]
  const servers = new Servers({ given, tokens: file, notice: (_level, message) => report(message) })
  const { identities, waiting, refusal } = await enrolAll({ ...enrolment, file, servers })
  const { count: all } = enrolment
  if (waiting) report(say('agent.lightWaiting', { count: waiting, total: all }))
  if (refusal) {
    const count = all - identities.length - waiting
    report(say('agent.lightRefused', { count, total: all, reason: refusal.said }))
  }
  let connected = 0
  let isWaiting = false
  const reportProgress = () => {
    isWaiting = false
    report(say('agent.lightConnected', { count: connected, total: identities.length }))
  }
  const { server, language } = enrolment
  const fleet = startLightFleet({ server, servers, identities, language }, (count) => {
    connected = count
    if (!isWaiting) setTimeout(reportProgress, reportMs).unref()
    isWaiting = true
  })
  return {
    ...fleet,
    stop: async () => {
      servers.stop()
      await fleet.stop()
    },
  }
}
