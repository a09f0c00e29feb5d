import { longestPiece, type RecordedPicture, recordings } from '@fleetdeck/contract/recordings'

/** Frames are fetched in pieces of this size; bytes. */
const pieceBytes = 1024 * 1024
const maxPieces = 8

interface Piece {
  from: number
  to: number
}

/** Fetches bytes of the recording's file; the page and the worker use different functions. */
export type FetchBytes = (from: number, to: number) => Promise<Uint8Array>

/** The pieces that contain the frames, and the piece of each frame. */
export function splitPieces(pictures: readonly RecordedPicture[]): {
  pieces: Piece[]
  pieceIndexes: number[]
} {
  const pieces: Piece[] = []
  const pieceIndexes = pictures.map(({ from, length }) => {
    const last = pieces.at(-1)
    if (last && from + length - last.from <= pieceBytes) last.to = from + length
    else pieces.push({ from, to: Math.min(from + length, from + longestPiece) })
    return pieces.length - 1
  })
  return { pieces, pieceIndexes }
}

/** The frames of a recording by index; the most recently used pieces are cached. */
export class PictureStore {
  readonly #pictures: readonly RecordedPicture[]
  readonly #fetch: FetchBytes
  readonly #pieces: Piece[]
  readonly #pieceIndexes: number[]
  readonly #cache = new Map<number, Promise<Uint8Array>>()

  constructor(pictures: readonly RecordedPicture[], fetchBytes: FetchBytes) {
    this.#pictures = pictures
    this.#fetch = fetchBytes
    const { pieces, pieceIndexes } = splitPieces(pictures)
    this.#pieces = pieces
    this.#pieceIndexes = pieceIndexes
  }

  /** Undefined for an invalid frame; rejects when it cannot be fetched. */
  async picture(index: number): Promise<ImageBitmap | undefined> {
    const info = this.#pictures[index]
    const number = this.#pieceIndexes[index]
    if (!info || number === undefined) return undefined
    const bytes = await this.#piece(number)
    if (number + 1 < this.#pieces.length) this.#piece(number + 1).catch(() => undefined)
    const start = info.from - (this.#pieces[number]?.from ?? 0)
    const image = bytes.slice(start, start + info.length)
    return createImageBitmap(new Blob([image], { type: 'image/jpeg' })).catch(() => undefined)
  }

  #piece(number: number): Promise<Uint8Array> {
    const known = this.#cache.get(number)
    if (known) {
      this.#cache.delete(number)
      this.#cache.set(number, known)
      return known
    }
    const { from, to } = this.#pieces[number] as Piece
    const bytes = this.#fetch(from, to)
    bytes.catch(() => this.#cache.delete(number))
    this.#cache.set(number, bytes)
    const [oldest] = this.#cache.keys()
    if (this.#cache.size > maxPieces && oldest !== undefined) this.#cache.delete(oldest)
    return bytes
  }
}

/** Path and query of a piece. */
export const pieceAddress = (id: number, from: number, to: number) =>
  `${recordings.piece.path}?id=${id}&from=${from}&to=${to}`
export const hasBytes = (response: Response) =>
  response.headers.get('content-type')?.startsWith('application/octet-stream') ?? false
