import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildCall, isAccepted, maskedAddress, type Robot } from './robots.ts'

const now = 1_700_000_000_123
const message = { kind: 'opened', text: '设备报警', alarmCount: 2 } as const
const robot = (robotKind: Robot['robotKind'], more: Partial<Robot> = {}): Robot => ({
  robotKind,
  robotAddress: 'https://robot.example/send?access_token=abc',
  robotKey: 'SECabc',
  atAll: true,
  ...more,
})
const sent = (kind: Robot['robotKind'], more: Partial<Robot> = {}) => {
  const { url, headers, body } = buildCall(robot(kind, more), message, now)
  return { url: new URL(url), headers, raw: body, body: JSON.parse(body) }
}
const hmac = (key: string, text: string) => createHmac('sha256', key).update(text)

test('DingTalk: milliseconds and signature in the address, mentions all with isAtAll', () => {
  const { url, body } = sent('dingtalk')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    access_token: 'abc',
    timestamp: '1700000000123',
    sign: hmac('SECabc', '1700000000123\nSECabc').digest('base64'),
  })
  expect(body).toEqual({ msgtype: 'text', text: { content: '设备报警' }, at: { isAtAll: true } })
  expect(sent('dingtalk', { robotKey: '' }).url.search).toBe('?access_token=abc')
})

test('the signature in the address is encoded, because + and / would be misread', () => {
  for (let n = 0; n < 50; n += 1) {
    const { url } = buildCall(robot('dingtalk'), message, now + n)
    expect(/sign=([^&]*)/.exec(url)?.[1]).toMatch(/^[A-Za-z0-9%]+$/)
  }
})

test('WeCom: the key in the address, mentions all with @all, at most 2048 bytes', () => {
  const { url, body } = sent('wecom', { robotAddress: 'https://robot.example/send' })
  expect(url.searchParams.get('key')).toBe('SECabc')
  expect(body).toEqual({ msgtype: 'text', text: { content: '设备报警', mentioned_list: ['@all'] } })
  expect(sent('wecom', { robotAddress: 'https://robot.example/send?key=own' }).url.search).toBe('?key=own')
  const long = buildCall(robot('wecom'), { ...message, text: '报警'.repeat(600) }, now)
  const { content } = JSON.parse(long.body).text
  expect(Buffer.byteLength(content)).toBeLessThanOrEqual(2048)
  expect(content).toMatch(/^[报警]+…$/)
})

test('Feishu: seconds and signature in the body, mentions all with a tag', () => {
  expect(sent('feishu').body).toEqual({
    timestamp: '1700000000',
    sign: hmac('1700000000\nSECabc', '').digest('base64'),
    msg_type: 'text',
    content: { text: '<at user_id="all"></at> 设备报警' },
  })
  expect(sent('feishu', { robotKey: '', atAll: false }).body).toEqual({
    msg_type: 'text',
    content: { text: '设备报警' },
  })
})

test('webhook: the body is signed in a header', () => {
  const { headers, raw, body } = sent('webhook')
  expect(headers['x-fleetdeck-signature']).toBe(`sha256=${hmac('SECabc', raw).digest('hex')}`)
  expect(body).toEqual({
    event: 'opened',
    text: '设备报警',
    alarmCount: 2,
    atAll: true,
    time: '2023-11-14T22:13:20.123Z',
  })
  expect(sent('webhook', { robotKey: '' }).headers).not.toHaveProperty('x-fleetdeck-signature')
})

test('a refusal in the body counts, whatever the status', () => {
  expect(isAccepted('dingtalk', { status: 200, body: '{"errcode":0}' })).toBe(true)
  expect(isAccepted('dingtalk', { status: 200, body: '{"errcode":310000,"errmsg":"sign not match"}' })).toBe(
    false,
  )
  expect(isAccepted('wecom', { status: 200, body: '<html>' })).toBe(false)
  expect(isAccepted('feishu', { status: 200, body: '{"code":0}' })).toBe(true)
  expect(isAccepted('feishu', { status: 200, body: '{"StatusCode":0}' })).toBe(true)
  expect(isAccepted('feishu', { status: 200, body: '{"code":19021}' })).toBe(false)
  expect(isAccepted('webhook', { status: 204, body: '' })).toBe(true)
  expect(isAccepted('webhook', { status: 302, body: '' })).toBe(false)
})

test.each([
  [
    'https://oapi.dingtalk.com/robot/send?access_token=0123456789abcdef',
    'https://oapi.dingtalk.com/robot/send?access_token=…cdef',
  ],
  [
    'https://open.feishu.cn/open-apis/bot/v2/hook/1b2c3d4e-1234-5678',
    'https://open.feishu.cn/open-apis/bot/v2/hook/…5678',
  ],
  ['https://hooks.example/in?key=short', 'https://hooks.example/in?key=…'],
  ['https://hooks.example/', 'https://hooks.example'],
  ['', ''],
])('the address %s is shown without its secret', (address, shown) =>
  expect(maskedAddress(address)).toBe(shown),
)
