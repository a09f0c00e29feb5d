import type { Envelope } from '@fleetdeck/contract/endpoint'
import { challengePath, enrollPath } from '@fleetdeck/contract/phone-api'
import type { PhoneOrigin } from '@fleetdeck/contract/phone-origin'
import { newPrivateKey, PhoneKey } from '../../../../apps/agent/src/phone-key.ts'
import { TestSocket } from '../server/test-sockets.ts'
import type { TestSite } from '../site/test-site.ts'

interface EnrolOptions {
  enrolmentKey?: string
  language?: string
  /** Changed before it is sent. */
  spoil?: (body: Record<string, unknown>) => void
}

/** A phone with a key pair, as the agent is one. */
export class KeyedPhone {
  readonly site: TestSite
  readonly hardwareId: string
  readonly key = new PhoneKey(newPrivateKey())
  token = ''
  /** Which phone it is, and where it is plugged in. */
  origin: PhoneOrigin | undefined

  constructor(site: TestSite, hardwareId: string) {
    this.site = site
    this.hardwareId = hardwareId
  }

  /** Resolves to the answer, and keeps the token in it. */
  async enrol({ enrolmentKey, language = 'en', spoil = () => {} }: EnrolOptions = {}): Promise<Envelope> {
    const nobody = this.site.as(undefined, language)
    const key = enrolmentKey ?? this.site.deps.parameters.get('device.enrolmentKey')
    const deviceId = this.hardwareId
    const asked = await nobody.ask({ method: 'POST', path: challengePath }, { body: { key, deviceId } })
    if (asked.code !== 0) return asked
    const { nonce } = asked.data as { nonce: string }
    const proof = this.key.enrolment({ nonce, deviceId, key })
    const body: Record<string, unknown> = {
      key,
      deviceId,
      brand: 'Deck',
      model: 'One',
      proof,
      origin: this.origin,
    }
    spoil(body)
    const answer = await nobody.ask({ method: 'POST', path: enrollPath }, { body })
    if (answer.code === 0) this.token = (answer.data as { token: string }).token
    return answer
  }

  connect(address = this.site.address): TestSocket {
    return TestSocket.phone(address, this.token, this.key, this.origin)
  }

  /** A call over HTTP, signed at this time. */
  async call(path: string, sent: object, time = Date.now()): Promise<Envelope> {
    const data = Buffer.from(JSON.stringify(sent)).toString('base64')
    const address = new URL(path, this.site.address)
    const headers = this.key.callHeaders({ token: this.token, method: 'POST', address, data, time })
    return this.send(path, data, headers)
  }

  async send(path: string, data: string, headers: Record<string, string>): Promise<Envelope> {
    const options = { method: 'POST', url: path, headers: { languageselect: 'en', ...headers } } as const
    return (await this.site.app.inject({ ...options, payload: { data } })).json()
  }
}
