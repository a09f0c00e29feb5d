import { BlockList, isIP } from 'node:net'
import type { Language } from '@fleetdeck/i18n/languages'
import { text } from './language.ts'

/** The first match wins: most browsers also name others. */
const browsers: [RegExp, string][] = [
  [/\bEdgA?\/(\d+)/, 'Edge'],
  [/\bOPR\/(\d+)/, 'Opera'],
  [/\bSamsungBrowser\/(\d+)/, 'Samsung Internet'],
  [/\bMicroMessenger\/(\d+)/, 'WeChat'],
  [/\b(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d+)[\d.]* (?:Mobile\/\w+ )?Safari\//, 'Safari'],
  [/^(curl|okhttp|axios|node|Wget)\b\/?(\d+)?/i, ''],
]
const systems: [RegExp, string][] = [
  [/\bHarmonyOS\b/i, 'HarmonyOS'],
  [/\bAndroid (\d+)/, 'Android'],
  [/\b(?:iPhone|iPad|iPod).*? OS (\d+)/, 'iOS'],
  [/\bWindows NT 10/, 'Windows 10+'],
  [/\bWindows NT\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

function matchName(userAgent: string, kinds: [RegExp, string][]): string {
  for (const [pattern, name] of kinds) {
    const found = pattern.exec(userAgent)
    if (found) return [name || found[1], found[name ? 1 : 2]].filter(Boolean).join(' ')
  }
  return ''
}

/** Common names of browser and system, from the user agent; empty when unknown. */
export const describeClient = (userAgent: string) => ({
  browser: matchName(userAgent, browsers),
  os: matchName(userAgent, systems),
})

const own = new BlockList()
own.addSubnet('127.0.0.0', 8)
own.addAddress('::1', 'ipv6')
const near = new BlockList()
for (const [net, prefix] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  near.addSubnet(net, prefix)
for (const [net, prefix] of [
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  near.addSubnet(net, prefix, 'ipv6')

/** Location as far as the address itself reveals it; empty for a public address. */
export function describeLocation(language: Language, ip: string): string {
  const plain = ip.replace(/^::ffff:/, '')
  const family = isIP(plain) === 6 ? 'ipv6' : 'ipv4'
  if (!isIP(plain)) return ''
  if (own.check(plain, family)) return text(language, 'log.thisMachine')
  return near.check(plain, family) ? text(language, 'log.intranet') : ''
}
