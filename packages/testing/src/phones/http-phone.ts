import { type HttpAnswer, heartbeatPath } from '@fleetdeck/contract/phone-api'

/** A phone without a socket; `token` or, for phones of the original, `deviceNo` identifies it. */
export class HttpPhone {
  readonly address: string
  readonly #identity: { token?: string; deviceNo?: string }

  constructor(address: string, identity: { token?: string; deviceNo?: string }) {
    this.address = address
    this.#identity = identity
  }

  /** The answer's envelope, with the decoded data. */
  async post(path: string, values: object): Promise<{ code: number; msg: string; data: unknown }> {
    const { token, deviceNo } = this.#identity
    const response = await fetch(this.address + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        languageselect: 'en',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ ...(deviceNo && { deviceNo }), data: encode(values) }),
    })
    const { code, msg, data } = (await response.json()) as { code: number; msg: string; data?: string }
    return { code, msg, data: data === undefined ? undefined : decode(data) }
  }

  /** The orders in the answer to a heartbeat. */
  async beat(values: object = {}): Promise<HttpAnswer & Record<string, never>> {
    const { code, msg, data } = await this.post(heartbeatPath, { action: 'heartbeat', ...values })
    if (code !== 0) throw new Error(`${code} ${msg}`)
    return data as HttpAnswer & Record<string, never>
  }
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64')
const decode = (data: string): unknown => JSON.parse(Buffer.from(data, 'base64').toString())
