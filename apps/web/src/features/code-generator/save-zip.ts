import { codeGenerator } from '@fleetdeck/contract/code-generator'
import { call } from '../../api/call.ts'
import { saveBlob } from '../../api/download.ts'
import { shown } from '../../api/feedback.ts'

/** Generates the code of these tables and saves it as one archive. */
export async function saveZip(ids: number[]): Promise<void> {
  const { fileName, content } = await shown(call(codeGenerator.generate, { body: { ids } }))
  const bytes = Uint8Array.from(atob(content), (each) => each.charCodeAt(0))
  saveBlob(new Blob([bytes], { type: 'application/zip' }), fileName)
}
