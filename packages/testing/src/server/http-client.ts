import type { BodyOf, DataOf, Endpoint, Envelope, ParamsOf, QueryOf } from '@fleetdeck/contract/endpoint'
import { session } from '@fleetdeck/contract/session'
import type { z } from 'zod'

type Request<E> = { params?: z.input<ParamsOf<E>>; query?: z.input<QueryOf<E>>; body?: z.input<BodyOf<E>> }

/** The path with its parameters filled in. */
export const filled = (path: string, params: object) =>
  Object.entries(params).reduce(
    (url, [name, value]) => url.replace(`:${name}`, encodeURIComponent(value)),
    path,
  )

/** A client over real HTTP, like a browser. */
export class HttpClient {
  readonly address: string
  readonly token: string | undefined

  constructor(address: string, token?: string) {
    this.address = address
    this.token = token
  }

  async ask<E extends Endpoint>(endpoint: E, request: Request<E> = {}): Promise<Envelope> {
    const { params = {}, query, body } = request
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries((query ?? {}) as object))
      if (value !== undefined) search.set(name, String(value))
    const response = await fetch(`${this.address}${filled(endpoint.path, params as object)}?${search}`, {
      method: endpoint.method,
      headers: {
        languageselect: 'en',
        ...(this.token && { authorization: `Bearer ${this.token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return (await response.json()) as Envelope
  }

  /** Returns the data; any code but 0 throws. */
  async call<E extends Endpoint>(endpoint: E, request?: Request<E>): Promise<DataOf<E>> {
    const { code, msg, data } = await this.ask(endpoint, request)
    if (code !== 0) throw new Error(`${endpoint.path} answered ${code}: ${msg}`)
    return data as DataOf<E>
  }
}

/** Signs in where CAPTCHA=off. */
export async function signIn(address: string, password: string): Promise<HttpClient> {
  const body = { username: 'admin', password }
  const { token } = await new HttpClient(address).call(session.login, { body })
  return new HttpClient(address, token)
}

export const changedPassword = 'Correct-Horse-9'

/** The administrator of a new site, after the required change of the first password. */
export async function firstSignIn(address: string, firstPassword: string): Promise<HttpClient> {
  const admin = await signIn(address, firstPassword)
  await admin.call(session.changePassword, {
    body: { oldPassword: firstPassword, newPassword: changedPassword },
  })
  return admin
}
