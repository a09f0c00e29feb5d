import { readdirSync } from 'node:fs'
import path from 'node:path'
import { type DataFolder, readRefusal, temporaryFolder } from '@fleetdeck/testing/server/server-process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEnv, SettingError } from './env.ts'
import { explainStartupError } from './startup-errors.ts'

let folder: DataFolder
beforeAll(async () => {
  folder = await temporaryFolder()
})
afterAll(() => folder.remove())

test('without any settings the console listens on port 8098 and stores its data in ./data', () => {
  expect(readEnv({})).toEqual({
    port: 8098,
    host: '0.0.0.0',
    dataDir: path.resolve('data'),
    databaseUrl: undefined,
    databasePool: 16,
    databaseWaitSeconds: undefined,
    databaseStatementSeconds: 120,
    drainSeconds: 0,
    backupBeforeUpgrade: true,
    redisUrl: undefined,
    ice: {},
    adminPassword: undefined,
    captchaOff: false,
    trustProxy: undefined,
    tls: undefined,
    health: true,
    apiDocument: true,
    metricsToken: undefined,
    logLevel: 'warn',
    logFile: undefined,
    licenseKey: undefined,
    demoPhones: 6,
  })
})

test('an empty setting counts as not set', () => {
  expect(readEnv({ PORT: '', DATA_DIR: '', ADMIN_PASSWORD: '', TLS_CERT: '' })).toEqual(readEnv({}))
})

test('every setting is read', () => {
  const env = readEnv({
    PORT: '0',
    HOST: '::1',
    DATA_DIR: '/srv/fleet',
    DATABASE_URL: 'postgresql://deck@db/fleet',
    DATABASE_POOL: '40',
    DATABASE_WAIT_SECONDS: '2',
    DATABASE_STATEMENT_SECONDS: '600',
    DRAIN_SECONDS: '15',
    REDIS_URL: 'rediss://cache:6379',
    REDIS_PREFIX: 'fleet-2',
    ADMIN_PASSWORD: 'twelve-chars',
    CAPTCHA: 'off',
    HEALTH: 'off',
    METRICS_TOKEN: 'sixteen-or-more-1',
    LOG_LEVEL: 'info',
    LOG_FILE: '/tmp/fleet.log',
    LOG_FILE_MB: '2',
    LOG_FILES: '3',
    TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,fd00::/8',
    BACKUP_BEFORE_UPGRADE: 'off',
    DEMO_PHONES: '0',
  })
  expect(env).toEqual({
    port: 0,
    host: '::1',
    dataDir: '/srv/fleet',
    databaseUrl: 'postgresql://deck@db/fleet',
    databasePool: 40,
    databaseWaitSeconds: 2,
    databaseStatementSeconds: 600,
    drainSeconds: 15,
    backupBeforeUpgrade: false,
    redisUrl: 'rediss://cache:6379',
    redisPrefix: 'fleet-2',
    ice: {},
    adminPassword: 'twelve-chars',
    captchaOff: true,
    health: false,
    apiDocument: true,
    metricsToken: 'sixteen-or-more-1',
    logLevel: 'info',
    logFile: { path: '/tmp/fleet.log', mostBytes: 2 * 1024 * 1024, files: 3 },
    licenseKey: undefined,
    trustProxy: ['127.0.0.1', '10.0.0.0/8', 'fd00::/8'],
    tls: undefined,
    demoPhones: 0,
  })
})

test.each([
  ['PORT', ['65536', '-1', '80.5', 'http', ' ', '0x50', '1e3'], 'a port from 0 to 65535'],
  ['DATABASE_URL', ['db', 'mysql://db/fleet', 'http://db'], 'an address such as postgresql://'],
  ['REDIS_URL', ['cache:6379', 'http://cache'], 'an address such as redis://'],
  ['REDIS_PREFIX', ['a:b', 'two words'], '1 to 40 letters'],
  ['ADMIN_PASSWORD', ['eleven-char', 'twenty-one-characters'], '12 to 20 characters'],
  ['CAPTCHA', ['no', 'OFF', '0'], 'one of on, off'],
  [
    'TRUST_PROXY',
    ['true', '1.2.3', '10.0.0.0/33', '::/129', '10.0.0.0/', '1.2.3.4,'],
    'addresses or networks',
  ],
  ['TLS_CERT', ['/nowhere/cert.pem'], 'an existing certificate file'],
  ['TLS_KEY', ['/nowhere/key.pem'], 'an existing private key file'],
  ['LOG_LEVEL', ['loud', 'WARN'], 'one of error, warn, info, debug'],
  ['LOG_FILE', ['/nowhere/server.log'], 'a file in an existing folder'],
  ['LOG_FILE_MB', ['0', '1001', '1.5'], 'a number from 1 to 1000'],
  ['LOG_FILES', ['0', '101'], 'a number from 1 to 100'],
  ['DEMO_PHONES', ['201', '-1', 'six'], 'a number from 0 to 200'],
])('a wrong %s is refused with one sentence that names it', (name, values, expected) => {
  for (const value of values) {
    const read = () => readEnv({ [name]: value })
    expect(read, value).toThrow(SettingError)
    expect(read, value).toThrow(`The setting ${name} must be ${expected}`)
  }
})

test('the first password may have 12 to 20 characters', () => {
  for (const ADMIN_PASSWORD of ['a'.repeat(12), 'a'.repeat(20)])
    expect(readEnv({ ADMIN_PASSWORD }).adminPassword).toBe(ADMIN_PASSWORD)
})

test('a certificate without its key, or a key without its certificate, is refused', () => {
  const sentence = 'TLS_CERT and TLS_KEY must be set together'
  expect(() => readEnv({ TLS_CERT: import.meta.filename })).toThrow(sentence)
  expect(() => readEnv({ TLS_KEY: import.meta.filename })).toThrow(sentence)
})

test('files without a valid certificate and key are refused', () => {
  const files = { TLS_CERT: import.meta.filename, TLS_KEY: import.meta.dirname }
  expect(() => readEnv(files)).toThrow('must be a certificate in PEM format and its private key')
})

test('Redis without a shared database is refused', () => {
  expect(() => readEnv({ REDIS_URL: 'redis://cache' })).toThrow('needs DATABASE_URL')
})

test.each([
  ['zhcn', '设置 CAPTCHA 不正确，应为：on、off 之一'],
  ['zhtw', '設定 CAPTCHA 不正確，應為：on、off 其中之一'],
  ['en', 'The setting CAPTCHA must be one of on, off'],
] as const)('a wrong setting is explained in %s', (language, sentence) => {
  const read = () => readEnv({ CAPTCHA: 'no' })
  expect(read).toThrow(SettingError)
  try {
    read()
  } catch (error) {
    expect(explainStartupError(error, language)).toBe(sentence)
  }
})

test('the program exits with code 2 and that sentence, and does not touch the data folder', async () => {
  const dataDir = path.join(folder.path, 'untouched')
  const refusal = await readRefusal({ DATA_DIR: dataDir, ADMIN_PASSWORD: 'short' })
  expect(refusal).toEqual({ code: 2, said: 'The setting ADMIN_PASSWORD must be 12 to 20 characters\n' })
  expect(readdirSync(folder.path)).toEqual([])
}, 120_000)

test('the region of a server has a name and an address, and its own servers for video', () => {
  const region = { REGION: 'cn-north', REGION_URL: 'https://cn.example.com/' }
  expect(readEnv(region).region).toEqual({ name: 'cn-north', url: 'https://cn.example.com' })
  expect(readEnv({ REGION: 'eu' }).region).toEqual({ name: 'eu' })
  const ice = {
    STUN_SERVERS: 'stun:a:3478',
    TURN_SERVERS: 'turn:a:3478, turns:a:5349',
    TURN_SECRET: 'secret',
  }
  expect(readEnv(ice).ice).toEqual({
    stun: ['stun:a:3478'],
    turn: { servers: ['turn:a:3478', 'turns:a:5349'], secret: 'secret' },
  })
  for (const wrong of [
    { REGION: 'The North' },
    { REGION_URL: 'https://cn.example.com' },
    { ...region, REGION_URL: 'https://cn.example.com/console' },
    { ...region, REGION_URL: 'cn.example.com' },
    { STUN_SERVERS: 'turn:a:3478' },
    { TURN_SERVERS: 'turn:a:3478' },
  ])
    expect(() => readEnv(wrong), JSON.stringify(wrong)).toThrow(SettingError)
})
