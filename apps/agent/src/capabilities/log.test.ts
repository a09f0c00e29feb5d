import type { PhoneFrame } from '@fleetdeck/contract/phone-socket'
import { expect, test } from 'vitest'
import { DeviceLog } from './log.ts'

test('lines written without a connection are sent later, in order, and the oldest are dropped', () => {
  const sent: PhoneFrame[] = []
  const line = { open: false }
  const log = new DeviceLog({
    send: (frame) => line.open && sent.push(frame) > 0,
    sendPicture: () => false,
  })
  for (let number = 0; number < 250; number++) log.write('info', `line ${number}`)
  line.open = true
  log.sendWaiting()
  log.write('warn', 'x'.repeat(9000))
  expect(sent).toHaveLength(201)
  expect(sent[0]).toMatchObject({ action: 'log', msg: 'line 50' })
  expect(sent[199]).toMatchObject({ msg: 'line 249' })
  expect(sent[200]).toMatchObject({ level: 'warn', msg: 'x'.repeat(8000) })
})
