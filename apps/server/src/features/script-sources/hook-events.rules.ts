import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { type OpenPull, toMergeRequest, toPullRequest } from './open-pulls.rules.ts'

export type HookEvent = { kind: 'push'; ref: string } | ({ kind: 'pull' } & OpenPull) | { kind: 'ignored' }

const one = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header) ?? ''

function isEqual(given: string, expected: string): boolean {
  const [one, other] = [given, expected].map((text) => Buffer.from(text))
  return !!one && !!other && one.length === other.length && timingSafeEqual(one, other)
}

/** Whether the sender knows the secret: GitHub and Gitea sign the body with it, GitLab sends it. */
export function isSigned(headers: IncomingHttpHeaders, body: Buffer, secret: string): boolean {
  const token = one(headers['x-gitlab-token'])
  if (token !== '') return isEqual(token, secret)
  const given =
    one(headers['x-hub-signature-256']).replace(/^sha256=/, '') || one(headers['x-gitea-signature'])
  return isEqual(given.toLowerCase(), createHmac('sha256', secret).update(body).digest('hex'))
}

const text = z.string().max(100_000)

const Push = z.object({ ref: text })
/** GitHub, and Gitea alike. */
const PullRequest = z.object({ action: text, number: z.int().positive(), pull_request: z.unknown() })
const MergeRequest = z.object({
  user: z.object({ username: text }).nullish(),
  object_attributes: z.object({
    action: text.nullish(),
    /** Of an update with new commits. */
    oldrev: text.nullish(),
    url: z.unknown(),
    last_commit: z.object({ id: text }),
  }),
})

const pullActions = ['opened', 'reopened', 'synchronize', 'synchronized']

/** What a provider reports; of events that do not matter here, nothing is read. */
export function toHookEvent(headers: IncomingHttpHeaders, json: unknown): HookEvent {
  const name = [headers['x-gitea-event'], headers['x-github-event'], headers['x-gitlab-event']]
    .map(one)
    .find(Boolean)
  if (name === 'push' || name === 'Push Hook') {
    const push = Push.safeParse(json)
    return push.success ? { kind: 'push', ref: push.data.ref } : { kind: 'ignored' }
  }
  if (name === 'pull_request' || name === 'pull_request_sync') return ofPullRequest(json)
  return name === 'Merge Request Hook' ? ofMergeRequest(json) : { kind: 'ignored' }
}

function ofPullRequest(json: unknown): HookEvent {
  const { data } = PullRequest.safeParse(json)
  if (!data || !pullActions.includes(data.action)) return { kind: 'ignored' }
  const open = toPullRequest({ ...Object(data.pull_request), number: data.number })
  return open ? { kind: 'pull', ...open } : { kind: 'ignored' }
}

function ofMergeRequest(json: unknown): HookEvent {
  const { data } = MergeRequest.safeParse(json)
  if (!data) return { kind: 'ignored' }
  const { user, object_attributes: merge } = data
  const { action, oldrev, url, last_commit } = merge
  const hasCommits = action === 'open' || action === 'reopen' || (action === 'update' && !!oldrev)
  if (!hasCommits) return { kind: 'ignored' }
  const { object_attributes } = json as { object_attributes: object }
  const open = toMergeRequest({ ...object_attributes, web_url: url, author: user, sha: last_commit.id })
  return open ? { kind: 'pull', ...open } : { kind: 'ignored' }
}
