import { createHmac } from 'node:crypto'
import {
  type AlarmWebhook,
  type MessageKind,
  type RobotKind,
  webhookSignatureHeader,
} from '@fleetdeck/contract/alarms'
import type { SafeFetchAnswer } from '../../platform/safe-fetch/safe-fetch.ts'

export interface Robot {
  robotKind: RobotKind
  robotAddress: string
  /** Empty: messages are not signed. */
  robotKey: string
  atAll: boolean
}
export interface RobotMessage {
  kind: MessageKind
  text: string
  alarmCount: number
}
interface RobotCall {
  url: string
  headers: Record<string, string>
  body: string
}

/** Maximum bytes of a text message of a WeCom group bot. */
const wecomBytes = 2048
const json = { 'content-type': 'application/json; charset=utf-8' }

const withQuery = (address: string, values: Record<string, string>) => {
  const url = new URL(address)
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
  return url.href
}

function cutToBytes(text: string, most: number): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= most) return text
  // A truncated character decodes to a replacement character.
  return `${bytes.toString('utf8', 0, most - 4).replace(/\uFFFD+$/, '')}…`
}

type Writer = (robot: Robot, message: RobotMessage, now: number) => RobotCall

/** Each bot's signature and message format, as the platforms document them. */
const writers: Record<RobotKind, Writer> = {
  /** Custom bot of a DingTalk group: the key signs `timestamp\nkey`; milliseconds. */
  dingtalk: ({ robotAddress, robotKey, atAll }, { text }, now) => {
    const timestamp = String(now)
    const sign = createHmac('sha256', robotKey).update(`${timestamp}\n${robotKey}`).digest('base64')
    return {
      url: robotKey ? withQuery(robotAddress, { timestamp, sign }) : robotAddress,
      headers: json,
      body: JSON.stringify({ msgtype: 'text', text: { content: text }, at: { isAtAll: atAll } }),
    }
  },
  /** Group bot of WeCom: nothing is signed, the key is in the address. */
  wecom: ({ robotAddress, robotKey, atAll }, { text }) => ({
    url:
      robotKey && !new URL(robotAddress).searchParams.has('key')
        ? withQuery(robotAddress, { key: robotKey })
        : robotAddress,
    headers: json,
    body: JSON.stringify({
      msgtype: 'text',
      text: { content: cutToBytes(text, wecomBytes), ...(atAll && { mentioned_list: ['@all'] }) },
    }),
  }),
  /** Custom bot of a Feishu group: `timestamp\nkey` signs nothing; seconds. */
  feishu: ({ robotAddress, robotKey, atAll }, { text }, now) => {
    const timestamp = String(Math.floor(now / 1000))
    const sign = createHmac('sha256', `${timestamp}\n${robotKey}`).update('').digest('base64')
    return {
      url: robotAddress,
      headers: json,
      body: JSON.stringify({
        ...(robotKey && { timestamp, sign }),
        msg_type: 'text',
        content: { text: atAll ? `<at user_id="all"></at> ${text}` : text },
      }),
    }
  },
  /** Any program: the key signs the body, so that the receiver can verify the sender. */
  webhook: ({ robotAddress, robotKey, atAll }, { kind, text, alarmCount }, now) => {
    const time = new Date(now).toISOString()
    const body = JSON.stringify({ event: kind, text, alarmCount, atAll, time } satisfies AlarmWebhook)
    const sign = createHmac('sha256', robotKey).update(body).digest('hex')
    return {
      url: robotAddress,
      headers: { ...json, ...(robotKey && { [webhookSignatureHeader]: `sha256=${sign}` }) },
      body,
    }
  },
}

export const buildCall: Writer = (robot, message, now) => writers[robot.robotKind](robot, message, now)

/**
 * Whether the bot accepted the message: the platforms answer refusals with status 200 too, and give the reason in the
 * body.
 */
export function isAccepted(kind: RobotKind, { status, body }: SafeFetchAnswer): boolean {
  if (status < 200 || status > 299) return false
  if (kind === 'webhook') return true
  try {
    const said = JSON.parse(body) as { errcode?: unknown; code?: unknown; StatusCode?: unknown }
    return kind === 'feishu' ? (said.code ?? said.StatusCode) === 0 : said.errcode === 0
  } catch {
    return false
  }
}

const longSecret = 12
const hidden = (text: string) => (text.length >= longSecret ? `…${text.slice(-4)}` : '…')
/** Path segments of this length are tokens rather than words. */
const tokenLength = 16

/** An address that its owner recognizes and nobody can use. */
export function maskedAddress(address: string): string {
  if (!URL.canParse(address)) return ''
  const { origin, pathname, searchParams } = new URL(address)
  const path = pathname
    .split('/')
    .map((part) => (part.length >= tokenLength ? hidden(part) : part))
    .join('/')
  const query = [...searchParams].map(([name, value]) => `${name}=${hidden(value)}`).join('&')
  return `${origin}${path === '/' ? '' : path}${query && `?${query}`}`
}
