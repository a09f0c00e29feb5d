import { HttpRequest } from '@fleetdeck/contract/script-api/http'
import { allowsHost } from '@fleetdeck/contract/script-hosts'
import type { z } from 'zod'
import { type AgentTexts, fill } from '../texts.ts'

/** Hosts that scripts may call: example.org, or *.example.org for its subdomains, either with :port. */
export interface HttpAllowance {
  hosts: readonly string[]
}

const maxBytes = 8 * 1024 * 1024
const maxRedirects = 3

function checkAddress({ hosts }: HttpAllowance, url: URL, texts: AgentTexts): void {
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) throw wrongAddress(texts)
  if (!hosts.some((entry) => allowsHost(entry, url)))
    throw new Error(`http.request: ${fill(texts.hostRefused, url.host)}`)
}

const wrong = (texts: AgentTexts, option: string, valid: string) =>
  new TypeError(`http.request: ${fill(texts.wrongArgument, `request.${option}`, valid)}`)
const wrongAddress = (texts: AgentTexts) => wrong(texts, 'url', 'http://…, https://…')

/** http.request of scripts. Redirects are followed only within the list. */
export async function requestOutside(
  allowance: HttpAllowance,
  sent: string | z.output<typeof HttpRequest>,
  texts: AgentTexts,
) {
  const outgoing = typeof sent === 'string' ? HttpRequest.parse({ url: sent }) : sent
  const { url, method, headers, timeout } = outgoing
  const signal = AbortSignal.timeout(timeout)
  const body = bodyOf(outgoing, texts)
  let request: RequestInit = { method, headers, redirect: 'manual', signal, ...(body && { body }) }
  if (!URL.canParse(url)) throw wrongAddress(texts)
  let next = new URL(url)
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    checkAddress(allowance, next, texts)
    const response = await fetch(next, request)
    const goal = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null
    if (!goal) return readAnswer(response, texts)
    await response.body?.cancel()
    const { origin } = next
    next = new URL(goal, next)
    request = redirected(request, { status: response.status, isSameOrigin: next.origin === origin })
  }
  throw new Error(`http.request: ${texts.redirectsMany}`)
}

/** Undefined without one. */
function bodyOf(
  { method, headers, body, base64, form }: z.output<typeof HttpRequest>,
  texts: AgentTexts,
): string | FormData | Buffer<ArrayBuffer> | undefined {
  const text = body && typeof body !== 'string' ? JSON.stringify(body) : body || undefined
  const given = Object.entries({ body: text, base64, form }).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  )
  if (given.length > 1) throw new TypeError(`http.request: ${fill(texts.oneOf, given.join(', '))}`)
  if (given.length > 0 && ['GET', 'HEAD'].includes(method))
    throw wrong(texts, 'method', 'POST, PUT, DELETE, PATCH')
  if (base64 !== undefined) return Buffer.from(base64, 'base64')
  if (!form) return text
  // The boundary between the parts is known only when they are sent.
  if (new Headers(headers).has('content-type')) throw wrong(texts, 'headers', texts.noContentType)
  const parts = new FormData()
  for (const [name, value] of Object.entries(form))
    if (typeof value === 'string') parts.append(name, value)
    else parts.append(name, new Blob([Buffer.from(value.base64, 'base64')], { type: value.type }), value.name)
  return parts
}

/** 307 and 308 repeat the call, to another host without headers that may be secret; others only fetch the target. */
function redirected(
  request: RequestInit,
  { status, isSameOrigin }: { status: number; isSameOrigin: boolean },
): RequestInit {
  if (status < 307) return { method: 'GET', redirect: 'manual', signal: request.signal ?? null }
  if (isSameOrigin) return request
  const headers = [...new Headers(request.headers)].filter(([name]) => /^(accept|content-type)$/.test(name))
  return { ...request, headers }
}

async function readAnswer(response: Response, texts: AgentTexts) {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.byteLength
    if (size > maxBytes)
      throw new Error(`http.request: ${fill(texts.answerTooLarge, String(maxBytes / 1024 / 1024))}`)
    parts.push(part)
  }
  const body = Buffer.concat(parts).toString('utf8')
  return { status: response.status, headers: Object.fromEntries(response.headers), body }
}
