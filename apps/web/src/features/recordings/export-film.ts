import { type Recording, recordings, type Timeline } from '@fleetdeck/contract/recordings'
import { buildHeaders } from '../../api/call.ts'
import { saveBlob } from '../../api/download.ts'
import { trackTask } from '../../api/task-tray.ts'
import { text } from '../../ground/language.ts'
import { sessionToken } from '../../ground/session-store.ts'
import type { FilmEvent, FilmOptions } from './film-worker.ts'

/** Browsers provide the encoder only over https or on localhost. */
export const canMakeFilm = () => typeof VideoEncoder !== 'undefined'

/** Encodes the webm in a worker, with progress in the task tray, and saves it. */
export async function exportFilm(recording: Recording, timeline: Timeline): Promise<void> {
  const worker = new Worker(new URL('./film-worker.ts', import.meta.url), { type: 'module' })
  const name = `${recording.deviceNo}-${recording.id}.webm`
  const { promise, resolve, reject } = Promise.withResolvers<ArrayBuffer>()
  const cancel = () => reject(new DOMException('cancelled', 'AbortError'))
  try {
    const bytes = await trackTask({ kind: 'download', name, cancel }, (progress) => {
      worker.onerror = (event) => reject(new Error(event.message))
      worker.onmessage = ({ data }: MessageEvent<FilmEvent>) => {
        if (data.kind === 'progress') progress(data.done, data.total)
        else if (data.kind === 'film') resolve(data.bytes)
        else reject(new Error(data.msg || text('error.network')))
      }
      const headers = buildHeaders(recordings.piece, sessionToken())
      worker.postMessage({ id: recording.id, headers, timeline } satisfies FilmOptions)
      return promise
    })
    saveBlob(new Blob([bytes], { type: 'video/webm' }), name)
  } finally {
    worker.terminate()
  }
}
