import { errorMessage } from '../../api/message-of.ts'
import { type FilmInput, makeFilm } from './make-film.ts'
import { hasBytes, pieceAddress } from './picture-store.ts'

/** The worker's messages: its progress, and the film or an error. */
export type FilmEvent =
  | { kind: 'progress'; done: number; total: number }
  | { kind: 'film'; bytes: ArrayBuffer }
  /** Without a text: the server could not be reached. */
  | { kind: 'failed'; msg: string }
export type FilmOptions = Omit<FilmInput, 'fetchBytes' | 'onProgress'> & {
  id: number
  headers: Record<string, string>
}

const post = (event: FilmEvent, moved: Transferable[] = []) => self.postMessage(event, { transfer: moved })

/** The text of a refusal; empty if the response is none. */
async function readReason(response: Response | undefined): Promise<string> {
  try {
    return ((await response?.json()) as { msg?: string } | undefined)?.msg ?? ''
  } catch {
    return ''
  }
}

self.onmessage = async ({ data: { id, headers, timeline } }: MessageEvent<FilmOptions>) => {
  try {
    const bytes = await makeFilm({
      timeline,
      fetchBytes: async (from, to) => {
        const response = await fetch(pieceAddress(id, from, to), { headers }).catch(() => undefined)
        if (!response || !hasBytes(response)) throw new Error(await readReason(response))
        return new Uint8Array(await response.arrayBuffer())
      },
      onProgress: (done, total) => post({ kind: 'progress', done, total }),
    })
    post({ kind: 'film', bytes }, [bytes])
  } catch (error) {
    post({ kind: 'failed', msg: errorMessage(error) })
  }
}
