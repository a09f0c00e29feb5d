import { read, utils } from '@e965/xlsx'
import { files } from '@fleetdeck/contract/files'
import type { TestSite } from './test-site.ts'

/** Cells of the first sheet of an export, fetched by the one who made it. */
export async function downloadedRows(
  site: TestSite,
  fileName: string,
  token = site.admin.token,
): Promise<unknown[][]> {
  const { rawPayload } = await site.app.inject({
    url: `${files.download.path}?fileName=${fileName}&delete=true`,
    headers: { authorization: `Bearer ${token}` },
  })
  const book = read(rawPayload, { type: 'buffer' })
  const [name] = book.SheetNames
  return utils.sheet_to_json(book.Sheets[name ?? ''] ?? {}, { header: 1, raw: true })
}
