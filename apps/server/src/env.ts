import { existsSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

/** A setting that cannot be used; its message is one sentence for whoever starts the program. */
export class SettingError extends Error {}

const url = (protocols: RegExp) => (value: string) =>
  URL.canParse(value) && protocols.test(new URL(value).protocol)
const file = z.string().refine((name) => existsSync(name))

const settings = {
  PORT: { schema: z.coerce.number().int().min(0).max(65_535).default(8098), want: 'a port from 0 to 65535' },
  HOST: { schema: z.string().min(1).default('0.0.0.0'), want: 'an address to listen on' },
  DATA_DIR: { schema: z.string().min(1).default('./data'), want: 'a folder' },
  DATABASE_URL: {
    schema: z
      .string()
      .refine(url(/^postgres(ql)?:$/))
      .optional(),
    want: 'an address such as postgresql://user:password@host:5432/name',
  },
  REDIS_URL: {
    schema: z
      .string()
      .refine(url(/^rediss?:$/))
      .optional(),
    want: 'an address such as redis://host:6379',
  },
  ADMIN_PASSWORD: { schema: z.string().min(12).max(20).optional(), want: '12 to 20 characters' },
  CAPTCHA: { schema: z.enum(['on', 'off']).default('on'), want: '"on" or "off"' },
  TRUST_PROXY: {
    schema: z
      .string()
      .regex(/^[\d.:a-fA-F/, ]+$/)
      .optional(),
    want: 'addresses or networks of proxies, joined by commas',
  },
  TLS_CERT: { schema: file.optional(), want: 'a certificate file in PEM form that exists' },
  TLS_KEY: { schema: file.optional(), want: 'a key file in PEM form that exists' },
  DEMO_PHONES: { schema: z.coerce.number().int().min(0).max(200).default(6), want: 'a number from 0 to 200' },
} as const
type Values = { [K in keyof typeof settings]: z.output<(typeof settings)[K]['schema']> }

export interface Env {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  redisUrl: string | undefined
  adminPassword: string | undefined
  captchaOff: boolean
  trustProxy: string[] | undefined
  tls: { certFile: string; keyFile: string } | undefined
  demoPhones: number
}

/** Reads the settings; throws a SettingError that names the first wrong one. */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const values: Record<string, unknown> = {}
  for (const [name, { schema, want }] of Object.entries(settings)) {
    const parsed = schema.safeParse(source[name] || undefined)
    if (!parsed.success) throw new SettingError(`The setting ${name} must be ${want}.`)
    values[name] = parsed.data
  }
  const env = values as Values
  if (!env.TLS_CERT !== !env.TLS_KEY) throw new SettingError('TLS_CERT and TLS_KEY must be set together.')
  if (env.REDIS_URL && !env.DATABASE_URL)
    throw new SettingError('REDIS_URL joins several servers and needs DATABASE_URL, which they share.')
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: path.resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    redisUrl: env.REDIS_URL,
    adminPassword: env.ADMIN_PASSWORD,
    captchaOff: env.CAPTCHA === 'off',
    trustProxy: env.TRUST_PROXY?.split(',').map((part) => part.trim()),
    tls: env.TLS_CERT && env.TLS_KEY ? { certFile: env.TLS_CERT, keyFile: env.TLS_KEY } : undefined,
    demoPhones: env.DEMO_PHONES,
  }
}
