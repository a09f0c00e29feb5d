import type { KeyObject } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import path from 'node:path'
import { createSecureContext } from 'node:tls'
import { areIceServers, listed } from '@fleetdeck/contract/ice-servers'
import { regionName } from '@fleetdeck/contract/regions'
import { say, TerminalError } from '@fleetdeck/i18n/terminal'
import { z } from 'zod'
import { readPublicKey } from './domain/license/auth-code.ts'
import type { LogFile } from './platform/log/rotating-file.ts'
import type { S3Env } from './platform/storage/open-store.ts'

/** A setting that cannot be used; its message is for the operator. */
export class SettingError extends TerminalError {}

const url = (protocols: RegExp) => (value: string) =>
  URL.canParse(value) && protocols.test(new URL(value).protocol)
const file = z.string().refine((name) => existsSync(name))
const isFolder = (name: string) => statSync(name, { throwIfNoEntry: false })?.isDirectory() === true
const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number)
    .pipe(z.number().min(min).max(max))

/** Addresses and networks, such as 10.0.0.0/8, separated by commas. */
const networks = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine((parts) => parts.every(isNetwork))

function isNetwork(text: string): boolean {
  const [, address = '', bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const family = isIP(address)
  return family !== 0 && (bits === undefined || Number(bits) <= (family === 4 ? 32 : 128))
}

/** Addresses of STUN or TURN servers, separated by commas. */
const iceServers = (schemes: string) => z.string().refine(areIceServers(schemes)).transform(listed)

const onOff = say('setting.oneOf', { values: ['on', 'off'] })
const seconds = (min: number, max: number) => say('setting.seconds', { min: String(min), max: String(max) })
const numberOf = (min: number, max: number) => say('setting.number', { min: String(min), max: String(max) })
const logLevels = ['error', 'warn', 'info', 'debug'] as const

const settings = {
  PORT: { schema: wholeNumber(0, 65_535).default(8098), expected: say('setting.port') },
  HOST: { schema: z.string().min(1).default('0.0.0.0'), expected: say('setting.listen') },
  DATA_DIR: { schema: z.string().min(1).default('./data'), expected: say('setting.folder') },
  FILES_DIR: { schema: z.string().min(1).optional(), expected: say('setting.folder') },
  S3_URL: {
    schema: z
      .string()
      .refine(url(/^https?:$/))
      .optional(),
    expected: say('setting.s3Url'),
  },
  S3_BUCKET: {
    schema: z
      .string()
      .regex(/^[\w.-]{3,63}$/)
      .optional(),
    expected: say('setting.s3Bucket'),
  },
  S3_PREFIX: {
    schema: z
      .string()
      .max(200)
      .regex(/^(?!\/)\P{Cc}*$/u)
      .default(''),
    expected: say('setting.s3Prefix'),
  },
  S3_REGION: { schema: z.string().max(60).default(''), expected: say('setting.s3Region') },
  S3_PATH_STYLE: { schema: z.enum(['on', 'off']).default('on'), expected: onOff },
  S3_DOWNLOAD_URL: {
    schema: z
      .string()
      .refine(url(/^https?:$/))
      .optional(),
    expected: say('setting.s3Url'),
  },
  DATABASE_URL: {
    schema: z
      .string()
      .refine(url(/^postgres(ql)?:$/))
      .optional(),
    expected: say('setting.postgresUrl'),
  },
  DATABASE_POOL: { schema: wholeNumber(1, 500).default(16), expected: numberOf(1, 500) },
  DATABASE_WAIT_SECONDS: {
    schema: wholeNumber(1, 60).optional(),
    expected: seconds(1, 60),
  },
  DATABASE_STATEMENT_SECONDS: {
    schema: wholeNumber(1, 3600).default(120),
    expected: seconds(1, 3600),
  },
  DRAIN_SECONDS: { schema: wholeNumber(0, 300).default(0), expected: seconds(0, 300) },
  BACKUP_BEFORE_UPGRADE: { schema: z.enum(['on', 'off']).default('on'), expected: onOff },
  REDIS_URL: {
    schema: z
      .string()
      .refine(url(/^rediss?:$/))
      .optional(),
    expected: say('setting.redisUrl'),
  },
  REDIS_PREFIX: {
    schema: z
      .string()
      .regex(/^[\w-]{1,40}$/)
      .optional(),
    expected: say('setting.redisPrefix'),
  },
  REGION: { schema: z.string().regex(regionName).optional(), expected: say('setting.region') },
  REGION_URL: {
    schema: z
      .string()
      .refine(url(/^https?:$/))
      .transform((value) => new URL(value))
      .refine(({ href, origin }) => href === `${origin}/`)
      .transform(({ origin }) => origin)
      .optional(),
    expected: say('setting.regionUrl'),
  },
  STUN_SERVERS: { schema: iceServers('stuns?').optional(), expected: say('setting.stunServers') },
  TURN_SERVERS: { schema: iceServers('turns?').optional(), expected: say('setting.turnServers') },
  TURN_SECRET: { schema: z.string().min(1).max(200).optional(), expected: say('setting.password') },
  SECRET_KEY_FILE: { schema: z.string().min(1).optional(), expected: say('setting.file') },
  ADMIN_PASSWORD: { schema: z.string().min(12).max(20).optional(), expected: say('setting.password') },
  CAPTCHA: { schema: z.enum(['on', 'off']).default('on'), expected: onOff },
  TRUST_PROXY: {
    schema: networks.optional(),
    expected: say('setting.proxies'),
  },
  TLS_CERT: { schema: file.optional(), expected: say('setting.certificate') },
  TLS_KEY: { schema: file.optional(), expected: say('setting.privateKey') },
  HEALTH: { schema: z.enum(['on', 'off']).default('on'), expected: onOff },
  API_DOCUMENT: { schema: z.enum(['on', 'off']).default('on'), expected: onOff },
  LOG_LEVEL: {
    schema: z.enum(logLevels).default('warn'),
    expected: say('setting.oneOf', { values: logLevels }),
  },
  LOG_FILE: {
    schema: z
      .string()
      .refine((name) => isFolder(path.dirname(path.resolve(name))))
      .optional(),
    expected: say('setting.logFile'),
  },
  LOG_FILE_MB: { schema: wholeNumber(1, 1000).default(10), expected: numberOf(1, 1000) },
  LOG_FILES: { schema: wholeNumber(1, 100).default(5), expected: numberOf(1, 100) },
  METRICS_TOKEN: {
    schema: z.string().min(16).max(200).optional(),
    expected: say('setting.metricsToken'),
  },
  LICENSE_PUBLIC_KEY: {
    schema: z
      .string()
      .transform((text) => readPublicKey(text))
      .refine((key) => key !== undefined)
      .optional(),
    expected: say('setting.publicKey', { command: 'npm run license -- keygen' }),
  },
  DEMO_PHONES: { schema: wholeNumber(0, 200).default(6), expected: numberOf(0, 200) },
} as const
type Values = { [K in keyof typeof settings]: z.output<(typeof settings)[K]['schema']> }

export interface Env {
  port: number
  host: string
  dataDir: string
  /** The folder of the files that all servers share; by default the data folder. */
  filesDir: string | undefined
  /** The bucket of the files that all servers share. */
  s3: S3Env | undefined
  databaseUrl: string | undefined
  /** Connections to PostgreSQL. */
  databasePool: number
  /** How long a call waits for one of them; by default 4 s, and 15 s for the embedded database. */
  databaseWaitSeconds: number | undefined
  /** The longest that a statement may take in PostgreSQL. */
  databaseStatementSeconds: number
  /** How long a stopping server says so before it closes connections, for load balancers to notice. */
  drainSeconds: number
  /** Whether a backup is made before the database is upgraded. */
  backupBeforeUpgrade: boolean
  redisUrl: string | undefined
  /** Prefix of all names in Redis, for installations that share one. */
  redisPrefix: string | undefined
  /** Where the server is, and at which address agents reach the servers there. */
  region: { name: string; url: string | undefined } | undefined
  /** In place of the site's parameters. */
  ice: { stun: string[] | undefined; turn: { servers: string[]; secret: string } | undefined }
  /** The key of the secrets in the database; by default secret.key in the data folder. */
  secretKeyFile: string | undefined
  adminPassword: string | undefined
  captchaOff: boolean
  trustProxy: string[] | undefined
  tls: { certFile: string; keyFile: string } | undefined
  health: boolean
  /** Whether the OpenAPI document is served to users with its permission. */
  apiDocument: boolean
  metricsToken: string | undefined
  logLevel: string
  /** Standard output if undefined. */
  logFile: LogFile | undefined
  licenseKey: KeyObject | undefined
  demoPhones: number
}

/** Reads the settings; throws a SettingError that names the first invalid one. */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const values: Record<string, unknown> = {}
  for (const [name, { schema, expected }] of Object.entries(settings)) {
    const parsed = schema.safeParse(source[name] || undefined)
    if (!parsed.success) throw new SettingError(say('setting.wrong', { name, expected }))
    values[name] = parsed.data
  }
  const env = values as Values
  if (env.REDIS_URL && !env.DATABASE_URL) throw new SettingError(say('setting.redisAlone'))
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: path.resolve(env.DATA_DIR),
    filesDir: env.FILES_DIR && path.resolve(env.FILES_DIR),
    s3: readS3(env),
    databaseUrl: env.DATABASE_URL,
    databasePool: env.DATABASE_POOL,
    databaseWaitSeconds: env.DATABASE_WAIT_SECONDS,
    databaseStatementSeconds: env.DATABASE_STATEMENT_SECONDS,
    drainSeconds: env.DRAIN_SECONDS,
    backupBeforeUpgrade: env.BACKUP_BEFORE_UPGRADE === 'on',
    redisUrl: env.REDIS_URL,
    redisPrefix: env.REDIS_PREFIX,
    region: readRegion(env),
    ice: { stun: env.STUN_SERVERS, turn: readTurn(env) },
    secretKeyFile: env.SECRET_KEY_FILE && path.resolve(env.SECRET_KEY_FILE),
    adminPassword: env.ADMIN_PASSWORD,
    captchaOff: env.CAPTCHA === 'off',
    trustProxy: env.TRUST_PROXY,
    tls: readTls(env),
    health: env.HEALTH === 'on',
    apiDocument: env.API_DOCUMENT === 'on',
    metricsToken: env.METRICS_TOKEN,
    logLevel: env.LOG_LEVEL,
    logFile: env.LOG_FILE
      ? { path: path.resolve(env.LOG_FILE), mostBytes: env.LOG_FILE_MB * 1024 * 1024, files: env.LOG_FILES }
      : undefined,
    licenseKey: env.LICENSE_PUBLIC_KEY,
    demoPhones: env.DEMO_PHONES,
  }
}

function readS3(env: Values): Env['s3'] {
  const { S3_URL: endpoint, S3_BUCKET: bucket, S3_PREFIX: prefix } = env
  if (!endpoint && !bucket) return undefined
  if (!endpoint || !bucket) throw new SettingError(say('setting.s3Together'))
  if (env.FILES_DIR) throw new SettingError(say('setting.s3OrFolder'))
  return {
    endpoint,
    bucket,
    prefix: prefix && !prefix.endsWith('/') ? `${prefix}/` : prefix,
    region: env.S3_REGION,
    pathStyle: env.S3_PATH_STYLE === 'on',
    downloadUrl: env.S3_DOWNLOAD_URL ?? '',
  }
}

function readRegion({ REGION: name, REGION_URL: address }: Values): Env['region'] {
  if (!name && address) throw new SettingError(say('setting.regionMissing'))
  return name ? { name, url: address } : undefined
}

function readTurn({ TURN_SERVERS: servers, TURN_SECRET: secret }: Values): Env['ice']['turn'] {
  if (!servers && !secret) return undefined
  if (!servers || !secret) throw new SettingError(say('setting.turnTogether'))
  return { servers, secret }
}

function readTls({ TLS_CERT: certFile, TLS_KEY: keyFile }: Values): Env['tls'] {
  if (!certFile && !keyFile) return undefined
  if (!certFile || !keyFile) throw new SettingError(say('setting.tlsTogether'))
  try {
    createSecureContext({ cert: readFileSync(certFile), key: readFileSync(keyFile) })
  } catch {
    throw new SettingError(say('setting.tls'))
  }
  return { certFile, keyFile }
}
