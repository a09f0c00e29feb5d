import { bech32 } from '@scure/base'
import { z } from 'zod'
import { areIceServers, listed } from './ice-servers.ts'
import { isNetwork } from './networks.ts'
import { roleKeyPattern } from './role-keys.ts'

/**
 * Every setting that a site can change while it runs. Values are stored as text; `schema` parses a text into the value.
 * `public` ones may be read by key without a permission. `secret` ones are never shown in full. Name and explanation
 * are in the catalogues under `parameter.<key>` and `parameter.<key>.hint`.
 */
export interface Parameter<T = unknown> {
  schema: z.ZodType<T, string>
  default: string
  public?: true
  secret?: true
  /** An empty value is a value; that of others means the default. */
  mayBeEmpty?: true
}
const parameter = <T>(definition: Parameter<T>) => definition

const text = (max: number) => z.string().max(max)
const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,12}$/)
    .transform(Number)
    .pipe(z.number().min(min).max(max))
/** Separated by commas or spaces. */
const words = (max: number) => text(max).transform((list) => list.split(/[\s,，]+/).filter(Boolean))
const flag = z.enum(['true', 'false']).transform((value) => value === 'true')

/**
 * The provider's groups with the keys of roles here: `group=role`, separated by semicolons or lines. Names of groups may
 * contain an equals sign, as in LDAP.
 */
const groupRoles = text(4000)
  .transform((list) =>
    list
      .split(/[;；\n]/)
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map((part) => {
        const at = part.lastIndexOf('=')
        return { group: part.slice(0, Math.max(at, 0)).trim(), roleKey: part.slice(at + 1).trim() }
      }),
  )
  .refine(
    (pairs) => pairs.every(({ group, roleKey }) => group !== '' && roleKeyPattern.test(roleKey)),
    'parameter.invalidGroupRoles',
  )

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * Whether an address may be an identity provider: https, or http on this machine only. With the address of its metadata
 * the issuer could not be compared with what they say.
 */
function isIssuer(address: string) {
  if (address === '') return true
  if (!URL.canParse(address)) return false
  const { protocol, hostname, pathname, search, hash } = new URL(address)
  const trusted = protocol === 'https:' || (protocol === 'http:' && loopback.test(hostname))
  return trusted && search === '' && hash === '' && !pathname.includes('/.well-known/')
}
const metadataPath = /\/\.well-known\/openid-configuration$/

/** The server's address for phones, without a path. */
function isAddress(address: string) {
  if (address === '') return true
  if (!URL.canParse(address)) return false
  const { protocol, pathname, search, hash } = new URL(address)
  return /^https?:$/.test(protocol) && pathname === '/' && search === '' && hash === ''
}

/** Public keys of age: X25519, as every version of age knows them. */
function areRecipients(list: string[]) {
  return list.every((key) => {
    const decoded = bech32.decodeUnsafe(key)
    return decoded?.prefix === 'age' && bech32.fromWordsUnsafe(decoded.words)?.length === 32
  })
}
const shortestPassphrase = 16
const isPassphrase = (text: string) => text === '' || text.length >= shortestPassphrase

/** Of the server, which may run on Windows. */
const isAbsoluteFolder = (folder: string) => /^$|^(\/|[A-Za-z]:[\\/])/.test(folder)

/** An image of this site or over https, safe within a CSS style. */
const isPicture = (address: string) => /^$|^(\/(?!\/)|https:\/\/)[^\s'"()\\<>]+$/.test(address)

/** Addresses and networks, such as 10.1.0.0/16, separated by commas. */
const areNetworks = (list: string) =>
  list.split(',').every((part) => part.trim() === '' || isNetwork(part.trim()))

function isTimeZone(zone: string) {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

export const parameters = {
  'sys.title': parameter({ schema: text(50), default: '', public: true }),
  'sys.logo': parameter({ schema: text(500), default: '', public: true }),
  'sys.loginBackground': parameter({
    schema: text(500).refine(isPicture, 'parameter.invalidPicture'),
    default: '',
    public: true,
  }),
  'sys.copyright': parameter({ schema: text(200), default: '', public: true }),
  'sys.filing': parameter({ schema: text(100), default: '', public: true }),
  'sys.timeZone': parameter({
    schema: z.string().refine(isTimeZone, 'parameter.invalidTimeZone'),
    default: 'Asia/Shanghai',
    public: true,
  }),
  'sys.publicAddress': parameter({
    schema: text(200).refine(isAddress, 'parameter.invalidAddress'),
    default: '',
  }),
  'sys.outgoing.privateNetworks': parameter({
    schema: text(500).refine(areNetworks, 'parameter.invalidNetworks'),
    default: '',
  }),
  'sys.openScreen': parameter({ schema: flag, default: 'true', public: true }),
  'sys.account.captchaEnabled': parameter({ schema: flag, default: 'true', public: true }),
  'sys.account.lockAfter': parameter({ schema: whole(3, 100), default: '5' }),
  'sys.account.lockMinutes': parameter({ schema: whole(1, 1440), default: '10' }),
  'sys.account.passwordMin': parameter({ schema: whole(6, 64), default: '6' }),
  'sys.account.passwordMax': parameter({ schema: whole(12, 64), default: '20' }),
  'sys.account.adminFactor': parameter({ schema: flag, default: 'false' }),
  'sys.account.registerUser': parameter({ schema: flag, default: 'false', public: true }),
  'sys.session.hours': parameter({ schema: whole(1, 720), default: '12' }),
  'sys.session.days': parameter({ schema: whole(1, 90), default: '7' }),
  'sys.log.operationDays': parameter({ schema: whole(1, 3650), default: '180' }),
  'sys.log.loginDays': parameter({ schema: whole(1, 3650), default: '180' }),
  'sys.log.jobDays': parameter({ schema: whole(1, 3650), default: '30' }),
  'sys.backup.keep': parameter({ schema: whole(1, 365), default: '7' }),
  'sys.backup.recipients': parameter({
    schema: words(500).refine(areRecipients, 'parameter.invalidRecipients'),
    default: '',
  }),
  'sys.backup.passphrase': parameter({
    schema: text(200).refine(isPassphrase, 'parameter.invalidPassphrase'),
    default: '',
    secret: true,
  }),
  'sys.backup.place': parameter({ schema: z.enum(['none', 'folder', 's3']), default: 'none' }),
  'sys.backup.copies': parameter({ schema: whole(1, 3650), default: '30' }),
  'sys.backup.folder': parameter({
    schema: text(500).refine(isAbsoluteFolder, 'parameter.invalidFolder'),
    default: '',
  }),
  'sys.backup.s3.endpoint': parameter({
    schema: text(200).refine(isAddress, 'parameter.invalidAddress'),
    default: '',
  }),
  'sys.backup.s3.region': parameter({ schema: text(60), default: 'us-east-1' }),
  'sys.backup.s3.bucket': parameter({ schema: text(100), default: '' }),
  'sys.backup.s3.prefix': parameter({ schema: text(300), default: '' }),
  'sys.backup.s3.accessKey': parameter({ schema: text(200), default: '' }),
  'sys.backup.s3.secretKey': parameter({ schema: text(200), default: '', secret: true }),
  'sys.backup.s3.pathStyle': parameter({ schema: flag, default: 'true' }),
  'sys.oidc.enabled': parameter({ schema: flag, default: 'false', public: true }),
  'sys.oidc.issuer': parameter({
    schema: text(500)
      .transform((address) => address.replace(metadataPath, ''))
      .refine(isIssuer, 'parameter.invalidIssuer'),
    default: '',
  }),
  'sys.oidc.clientId': parameter({ schema: text(200), default: '' }),
  'sys.oidc.clientSecret': parameter({ schema: text(500), default: '', secret: true }),
  'sys.oidc.label': parameter({ schema: text(30), default: '', public: true }),
  'sys.oidc.skipFactor': parameter({ schema: flag, default: 'false' }),
  'sys.oidc.provision': parameter({ schema: flag, default: 'false' }),
  'sys.oidc.roleClaim': parameter({ schema: text(200), default: '' }),
  'sys.oidc.roles': parameter({ schema: groupRoles, default: '' }),
  'sys.uploadFile.fileSize': parameter({ schema: whole(1, 2048), default: '50', public: true }),
  'sys.uploadFile.imageSize': parameter({ schema: whole(1, 20), default: '5', public: true }),
  'sys.uploadFile.fileType': parameter({
    schema: text(500),
    default: 'apk,apks,xapk,ipa,js,iec,txt,json,csv,xls,xlsx,zip,png,jpg,jpeg,gif,webp,pdf,mp4,webm',
    public: true,
  }),
  'storage.userMegabytes': parameter({ schema: whole(0, 100_000_000), default: '20480' }),
  'storage.tenantMegabytes': parameter({ schema: whole(0, 100_000_000), default: '102400' }),
  'storage.temporaryMegabytes': parameter({ schema: whole(0, 100_000_000), default: '4096' }),
  'storage.unusedHours': parameter({ schema: whole(1, 8760), default: '24' }),
  'tenant.lowPercent': parameter({ schema: whole(50, 99), default: '90' }),
  'tenant.expiryDays': parameter({ schema: whole(1, 365), default: '30' }),
  'tenant.usageDays': parameter({ schema: whole(31, 3660), default: '800' }),
  'device.enrolmentKey': parameter({ schema: text(200), default: '', secret: true }),
  'device.siteKeyEnrols': parameter({ schema: flag, default: 'true' }),
  'device.requireKey': parameter({ schema: flag, default: 'false' }),
  'device.heartbeatSeconds': parameter({ schema: whole(1, 3600), default: '10' }),
  'device.historyMinutes': parameter({ schema: whole(1, 60), default: '5' }),
  'device.historyDays': parameter({ schema: whole(1, 90), default: '7' }),
  'device.commandDays': parameter({ schema: whole(1, 365), default: '30' }),
  'screen.stunServers': parameter({
    schema: text(500).refine(areIceServers('stuns?'), 'parameter.invalidStun').transform(listed),
    default: 'stun:stun.cloudflare.com:3478',
    mayBeEmpty: true,
  }),
  'screen.turnServers': parameter({
    schema: text(500).refine(areIceServers('turns?'), 'parameter.invalidTurn').transform(listed),
    default: '',
  }),
  'screen.turnSecret': parameter({ schema: text(200), default: '', secret: true }),
  'screen.turnMinutes': parameter({ schema: whole(5, 1440), default: '60' }),
  'recording.picturesPerSecond': parameter({ schema: whole(1, 30), default: '5' }),
  'recording.maxMinutes': parameter({ schema: whole(1, 1440), default: '120' }),
  'recording.minFreeMegabytes': parameter({ schema: whole(0, 10_000_000), default: '1024' }),
  'recording.keepDays': parameter({ schema: whole(1, 3650), default: '30' }),
  'screen.wallMegabits': parameter({ schema: whole(1, 1000), default: '16' }),
  'booking.maxDays': parameter({ schema: whole(1, 31), default: '7' }),
  'booking.maxPhones': parameter({ schema: whole(0, 10_000), default: '20' }),
  'booking.weekHours': parameter({ schema: whole(0, 100_000), default: '400' }),
  'booking.warnMinutes': parameter({ schema: whole(1, 60), default: '5' }),
  'booking.acceptMinutes': parameter({ schema: whole(1, 120), default: '10' }),
  'booking.keepDays': parameter({ schema: whole(14, 3650), default: '90' }),
  'screenLink.maxDays': parameter({ schema: whole(1, 366), default: '30' }),
  'screenLink.keepDays': parameter({ schema: whole(1, 3650), default: '180' }),
  'task.runDays': parameter({ schema: whole(1, 3650), default: '30' }),
  'alarm.language': parameter({ schema: z.enum(['zhcn', 'zhtw', 'en']), default: 'zhcn' }),
  'alarm.groupSeconds': parameter({ schema: whole(1, 300), default: '3' }),
  'alarm.settleSeconds': parameter({ schema: whole(0, 3600), default: '30' }),
  'alarm.retryHours': parameter({ schema: whole(1, 720), default: '24' }),
  'alarm.incidents': parameter({ schema: flag, default: 'true' }),
  'alarm.keepDays': parameter({ schema: whole(1, 3650), default: '90' }),
  'data.contentKilobytes': parameter({ schema: whole(1, 1400), default: '1024', public: true }),
  'data.cacheKilobytes': parameter({ schema: whole(1, 1400), default: '1024', public: true }),
  'cache.maxCount': parameter({ schema: whole(0, 10_000_000), default: '10000' }),
  'cache.maxMegabytes': parameter({ schema: whole(0, 1_000_000), default: '64' }),
  'data.mostItems': parameter({ schema: whole(1, 10_000), default: '1000' }),
  'data.leaseOfflineSeconds': parameter({ schema: whole(1, 86_400), default: '60' }),
  'data.handoutDays': parameter({ schema: whole(1, 3650), default: '30' }),
  'dynamic.queryRows': parameter({ schema: whole(1, 100_000), default: '10000' }),
  'script.fileSize': parameter({ schema: whole(1, 200), default: '5' }),
  'script.fileType': parameter({ schema: text(200), default: 'js,ts' }),
  'script.httpHosts': parameter({ schema: words(2000), default: '' }),
  'script.exceptionDays': parameter({ schema: whole(1, 3650), default: '30' }),
  'script.evidence': parameter({ schema: flag, default: 'true' }),
  'script.evidenceBlurred': parameter({ schema: flag, default: 'false' }),
  'script.evidencePerCause': parameter({ schema: whole(1, 1000), default: '20' }),
  'script.keptTryHours': parameter({ schema: whole(1, 168), default: '24' }),
  'device.downloads': parameter({ schema: whole(1, 10_000), default: '200' }),
  'device.spread': parameter({ schema: flag, default: 'true' }),
  'device.legacyNumberOnly': parameter({ schema: flag, default: 'false' }),
  'device.legacyNetworks': parameter({
    schema: text(500).refine(areNetworks, 'parameter.invalidNetworks'),
    default: '127.0.0.0/8, ::1, 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, fc00::/7',
    mayBeEmpty: true,
  }),
  'device.minAgentVersion': parameter({ schema: text(40), default: '' }),
} as const
export type ParameterKey = keyof typeof parameters
export type ParameterValue<K extends ParameterKey> = z.output<(typeof parameters)[K]['schema']>
