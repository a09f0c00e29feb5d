import { read, utils } from '@e965/xlsx'
import { files } from '@fleetdeck/contract/files'
import type { TestClient, TestSite } from '@fleetdeck/testing/site/test-site'

/** A file, fetched as the console does. */
export async function downloaded(site: TestSite, client: TestClient, fileName: string): Promise<Buffer> {
  const { rawPayload } = await site.app.inject({
    url: `${files.download.path}?fileName=${fileName}&delete=true`,
    headers: { authorization: `Bearer ${client.token}` },
  })
  return rawPayload
}

/** The cells of an export. */
export async function downloadedRows(
  site: TestSite,
  client: TestClient,
  fileName: string,
): Promise<unknown[][]> {
  const book = read(await downloaded(site, client, fileName), { type: 'buffer' })
  return utils.sheet_to_json(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1, raw: true })
}

/** The cells of all sheets of an export, by their names. */
export async function downloadedBook(
  site: TestSite,
  client: TestClient,
  fileName: string,
): Promise<Record<string, unknown[][]>> {
  const { SheetNames, Sheets } = read(await downloaded(site, client, fileName), { type: 'buffer' })
  return Object.fromEntries(
    SheetNames.map((name) => [name, utils.sheet_to_json(Sheets[name] ?? {}, { header: 1, raw: true })]),
  )
}
