import { z } from 'zod'

export interface PulledRequest {
  number: number
  title: string
  author: string
  url: string
  sha: string
  isFork: boolean
}
export interface OpenPull {
  /** The branch that it is for. */
  target: string
  request: PulledRequest
}

const text = z.string().max(100_000)
const short = text.transform((value) => value.slice(0, 300)).catch('')
const link = z
  .url({ protocol: /^https?$/ })
  .max(1000)
  .catch('')
const sha = z.string().regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/)
const number = z.int().positive()
const repository = z.object({ full_name: text }).nullish()

const PullRequest = z.object({
  number,
  title: short,
  html_url: link,
  user: z.object({ login: short }).nullish(),
  head: z.object({ sha, repo: repository }),
  base: z.object({ ref: text, repo: repository }),
})
const MergeRequest = z.object({
  iid: number,
  title: short,
  web_url: link,
  author: z.object({ username: short }).nullish(),
  target_branch: text,
  source_project_id: z.number().nullish(),
  target_project_id: z.number().nullish(),
  sha,
})

/** As GitHub, and Gitea alike, describe it in events and lists. */
export function toPullRequest(json: unknown): OpenPull | undefined {
  const { data: pull } = PullRequest.safeParse(json)
  if (!pull) return undefined
  const { number, title, html_url: url, head, base } = pull
  const [from, to] = [head.repo?.full_name, base.repo?.full_name]
  const author = pull.user?.login ?? ''
  return {
    target: base.ref,
    request: { number, title, author, url, sha: head.sha, isFork: from === undefined || from !== to },
  }
}

/** As GitLab describes it in lists. */
export function toMergeRequest(json: unknown): OpenPull | undefined {
  const { data: merge } = MergeRequest.safeParse(json)
  if (!merge) return undefined
  const { iid, title, web_url: url, sha, source_project_id: from, target_project_id: to } = merge
  const author = merge.author?.username ?? ''
  return {
    target: merge.target_branch,
    request: { number: iid, title, author, url, sha, isFork: typeof from !== 'number' || from !== to },
  }
}
