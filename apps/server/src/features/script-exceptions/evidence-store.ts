import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { ScriptExceptionId } from '@fleetdeck/contract/ids'
import { ScriptEvidence } from '@fleetdeck/contract/script-evidence'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import * as queries from './evidence.queries.ts'

/** Phones send less. */
const maxBytes = 4 * 1024 * 1024

const pack = promisify(gzip)
const unpack = promisify<Buffer, object, Buffer>(gunzip)

/** Evidence of script errors: one compressed file each, which counts as storage of the phone's owner. */
export class EvidenceStore {
  readonly #deps: Pick<Deps, 'db' | 'files' | 'parameters'>

  constructor(deps: Pick<Deps, 'db' | 'files' | 'parameters'>) {
    this.#deps = deps
  }

  /**
   * Of a cause that has enough, one more a minute is stored instead of the oldest, so that a script that fails
   * everywhere does not occupy the disk.
   */
  async save(id: ScriptExceptionId, evidence: ScriptEvidence): Promise<void> {
    const { db, files, parameters } = this.#deps
    const cause = await queries.evidenceOfCause(db, id)
    // It was deleted in the meantime, or the phone has repeated its report.
    if (cause?.state !== 'none' || !parameters.get('script.evidence')) return
    const most = parameters.get('script.evidencePerCause')
    if (cause.count >= most && cause.isFresh) {
      await queries.setEvidenceState(db, [id], 'enough')
      return
    }
    const content = await pack(JSON.stringify(evidence))
    const info = { originalName: 'evidence.json.gz', mediaType: 'application/gzip', temporary: false }
    try {
      const file = { ...info, ownerId: cause.tenantId, limit: maxBytes }
      const { fileName } = await files.save(Readable.from([content]), file)
      await this.removeFiles(await queries.insertEvidence(db, id, { fileName, most }))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      await queries.setEvidenceState(db, [id], 'noSpace')
    }
  }

  async read(id: ScriptExceptionId): Promise<ScriptEvidence> {
    const { db, files } = this.#deps
    const fileName = await queries.findEvidenceFile(db, id)
    if (fileName === undefined) throw new AppError('evidenceGone')
    const content = await files.read({ fileName }).catch(() => {
      throw new AppError('evidenceGone')
    })
    return ScriptEvidence.parse(JSON.parse(String(await unpack(content, { maxOutputLength: maxBytes }))))
  }

  async removeFiles(fileNames: string[]): Promise<void> {
    const { files } = this.#deps
    for (const fileName of fileNames) {
      const row = await files.find(fileName)
      if (row) await files.remove(row)
    }
  }
}
