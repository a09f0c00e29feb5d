import { gradient, halve, type Plane } from './planes.ts'

/** The same plane at 1, 1/2, 1/4, … of its size; made when needed. */
export class Pyramid {
  readonly #levels: Plane[]
  #edges: Plane[] = []

  constructor(plane: Plane) {
    this.#levels = [plane]
  }

  get bytes(): number {
    return (this.#levels[0]?.data.length ?? 0) * 3
  }

  grey(level: number): Plane {
    const known = this.#levels[level]
    if (known) return known
    const plane = halve(this.grey(level - 1))
    this.#levels[level] = plane
    return plane
  }

  edges(level: number): Plane {
    const plane = this.#edges[level] ?? gradient(this.grey(level))
    this.#edges[level] = plane
    return plane
  }
}
