import { timingSafeEqual } from 'node:crypto'
import { scriptFileUrl } from '@fleetdeck/contract/phone-api'
import { AppError } from '../../platform/core/app-error.ts'
import type { Seal } from '../../platform/core/seal.ts'
import { siteMs } from '../../platform/core/site-clock.ts'

/** Long enough for a slow network; each repeated order has a new link. */
const validMs = 3_600_000

/** What a link is for: it ends with the run, or with its time alone. */
export type LinkPurpose = `run:${string}` | `hot:${number}` | `task:${number}`

interface LinkQuery {
  for?: string | undefined
  until?: string | undefined
  signature?: string | undefined
}

const sign = (seal: Seal, path: string, purpose: string, until: string) =>
  seal.hash(`script link\n${path}\n${purpose}\n${until}`)

/**
 * A link to a script's file for phones and programs that send no device token.
 * @param path of the file, from scriptFileUrl(); an empty one stays empty
 * @param origin such as https://phones.example.org
 */
export function toScriptLink(seal: Seal, path: string, purpose: LinkPurpose, origin: string): string {
  if (path === '') return ''
  const until = String(siteMs() + validMs)
  const signature = sign(seal, path, purpose, until)
  return `${origin}${path}?${new URLSearchParams({ for: purpose, until, signature })}`
}

/** Undefined for an address without a signature; refuses one that was changed or has expired. */
export function purposeOfLink(
  seal: Seal,
  { fileName, name }: { fileName: string; name: string },
  { for: purpose = '', until = '', signature }: LinkQuery,
): LinkPurpose | undefined {
  if (signature === undefined) return undefined
  const path = scriptFileUrl({ fileName, originalName: name })
  const [expected, given] = [sign(seal, path, purpose, until), signature].map((text) => Buffer.from(text))
  const isOurs = expected && given && expected.length === given.length && timingSafeEqual(expected, given)
  if (!isOurs || Number(until) < siteMs()) throw new AppError('scriptLinkExpired')
  return purpose as LinkPurpose
}
