import { longestPiece, type RecordedPicture, recordings } from '@fleetdeck/contract/recordings'

/** Pictures that are fetched together; bytes. */
const pieceBytes = 1024 * 1024
const maxPieces = 8

interface Piece {
  from: number
  to: number
}

/** Fetches bytes of the recording's file; a browser's window and a worker do it each in its way. */
export type FetchBytes = (from: number, to: number) => Promise<Uint8Array>

/** The pieces that hold the pictures, and which picture lies in which. */
export function splitPieces(pictures: readonly RecordedPicture[]): { pieces: Piece[]; pieceOf: number[] } {
  const pieces: Piece[] = []
  const pieceOf = pictures.map(({ from, length }) => {
    const last = pieces.at(-1)
    if (last && from + length - last.from <= pieceBytes) last.to = from + length
    else pieces.push({ from, to: Math.min(from + length, from + longestPiece) })
    return pieces.length - 1
  })
  return { pieces, pieceOf }
}

/** The pictures of a recording by their place in it; the pieces used last are kept. */
export class PictureStore {
  readonly #pictures: readonly RecordedPicture[]
  readonly #fetch: FetchBytes
  readonly #pieces: Piece[]
  readonly #pieceOf: number[]
  readonly #kept = new Map<number, Promise<Uint8Array>>()

  constructor(pictures: readonly RecordedPicture[], fetchBytes: FetchBytes) {
    this.#pictures = pictures
    this.#fetch = fetchBytes
    const { pieces, pieceOf } = splitPieces(pictures)
    this.#pieces = pieces
    this.#pieceOf = pieceOf
  }

  /** Undefined for a picture that cannot be decoded; throws when it cannot be fetched. */
  async picture(index: number): Promise<ImageBitmap | undefined> {
    const info = this.#pictures[index]
    const number = this.#pieceOf[index]
    if (!info || number === undefined) return undefined
    const bytes = await this.#piece(number)
    if (number + 1 < this.#pieces.length) this.#piece(number + 1).catch(() => undefined)
    const start = info.from - (this.#pieces[number]?.from ?? 0)
    const image = bytes.slice(start, start + info.length)
    return createImageBitmap(new Blob([image], { type: 'image/jpeg' })).catch(() => undefined)
  }

  #piece(number: number): Promise<Uint8Array> {
    const known = this.#kept.get(number)
    if (known) {
      this.#kept.delete(number)
      this.#kept.set(number, known)
      return known
    }
    const { from, to } = this.#pieces[number] as Piece
    const coming = this.#fetch(from, to)
    coming.catch(() => this.#kept.delete(number))
    this.#kept.set(number, coming)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > maxPieces && oldest !== undefined) this.#kept.delete(oldest)
    return coming
  }
}

/** The address of a piece, and where its answer has bytes. */
export const pieceAddress = (id: number, from: number, to: number) =>
  `${recordings.piece.path}?id=${id}&from=${from}&to=${to}`
export const hasBytes = (response: Response) =>
  response.headers.get('content-type')?.startsWith('application/octet-stream') ?? false
