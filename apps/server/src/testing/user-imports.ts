import { type ImportProgress, userImport } from '@fleetdeck/contract/user-import'
import type { TestClient, TestSite } from '@fleetdeck/testing/site/test-site'
import { expect } from 'vitest'

interface Sent {
  name?: string
  by?: TestClient
  query?: object
  language?: string
}
const ended = ['done', 'failed', 'cancelled']

/** Imports spreadsheets of users as the console does. */
export function userImports(site: () => TestSite) {
  async function send(content: Buffer, sent: Sent = {}) {
    const { name = 'users.xlsx', by = site().admin, query = {}, language = 'en' } = sent
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(content)]), name)
    const search = new URLSearchParams(query as Record<string, string>)
    const response = await fetch(`${site().address}${userImport.start.path}?${search}`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${by.token}`, languageselect: language },
    })
    return (await response.json()) as { code: number; msg: string; data: { jobId: string } }
  }

  async function untilEnded(query: { jobId: string }, by = site().admin): Promise<ImportProgress> {
    let progress: ImportProgress | undefined
    await expect
      .poll(
        async () => {
          progress = await by.call(userImport.progress, { query })
          return ended.includes(progress.state)
        },
        { timeout: 60_000, interval: 50 },
      )
      .toBe(true)
    return progress as ImportProgress
  }

  async function outcome(content: Buffer, sent: Sent = {}): Promise<ImportProgress> {
    const { code, msg, data } = await send(content, sent)
    expect(msg).toBe('')
    expect(code).toBe(0)
    return untilEnded(data, sent.by)
  }

  return { send, untilEnded, outcome }
}
