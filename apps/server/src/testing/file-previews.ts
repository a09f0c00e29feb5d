import type { FilePreview } from '@fleetdeck/contract/file-columns'
import type { TestClient, TestSite } from '@fleetdeck/testing/site/test-site'

interface Sent {
  name: string
  content: string | Uint8Array
  by?: TestClient
  query?: Record<string, string>
  language?: string
}

/** Asks for the preview of a file as the console does. */
export const filePreviews =
  <Preview extends FilePreview = FilePreview>(site: () => TestSite, path: () => string) =>
  async ({ name, content, by = site().admin, query = {}, language = 'en' }: Sent) => {
    const form = new FormData()
    form.append('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name)
    const response = await fetch(`${site().address}${path()}?${new URLSearchParams(query)}`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${by.token}`, languageselect: language },
    })
    return (await response.json()) as { code: number; msg: string; data: Preview }
  }
