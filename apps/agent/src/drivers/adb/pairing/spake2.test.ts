import { expect, test } from 'vitest'
import { Spake2, WrongMessage } from './spake2.ts'

/** A code and 64 bytes of the TLS connection. */
const passwordOf = (code: string) => Buffer.concat([Buffer.from(code), Buffer.from([...Array(64).keys()])])
const client = () => new Spake2('client', passwordOf('123456'), Buffer.alloc(64, 0x11))

/** Values that other implementations publish as computed by BoringSSL. */
test('both sides compute what BoringSSL does', () => {
  const phone = new Spake2('server', passwordOf('123456'), Buffer.alloc(64, 0x22))
  expect(client().message.toString('hex')).toBe(
    'e24a22e895375f3449ee318faf0a57b6cbdc7e2cac90354f2e988316099c6615',
  )
  expect(phone.message.toString('hex')).toBe(
    'e972fae2cb51943c37f0f2f1ad744fa092ea8802051e338df70f70a91f1e967b',
  )
  const key = client().finish(phone.message)
  expect(key.toString('hex')).toBe(
    'e64b8c8a760d86d048bcf7dfa0c8140eb81948ff49524cc8eba15950cb73ff7d69a068d424db0bfa9487bb887759275f1e1bd496277b00fc204739eb1dedd9e0',
  )
  expect(phone.finish(client().message)).toEqual(key)
})

test('another code gives another key', () => {
  const phone = new Spake2('server', passwordOf('123457'))
  expect(client().finish(phone.message)).not.toEqual(phone.finish(client().message))
})

test.each([Buffer.alloc(32, 2), Buffer.alloc(31), Buffer.alloc(33), Buffer.alloc(0)])(
  'a message that is no point is refused: %j',
  (message) => {
    expect(() => client().finish(message)).toThrow(WrongMessage)
  },
)
